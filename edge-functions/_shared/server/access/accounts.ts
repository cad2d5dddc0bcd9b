/** The signed-in user: profile, level, role entry, and what they may do now. */
import { Problem } from "../../contracts/problems.ts";
import { serverSettings } from "../environment/settings.ts";
import type { JsonObject } from "../http/body.ts";
import { asCaller } from "./as-caller.ts";
import type { Caller } from "./token.ts";

/** What the database tells of the caller. */
interface Access {
  user: JsonObject;
  level: string;
  role: JsonObject;
  rights: string[];
  routes: string[];
  offices: JsonObject;
  windows: JsonObject;
  /** Which records that belong to no office the caller keeps (rules/reference-access.ts). */
  reference: JsonObject;
}

/** How long before the end of an idle session the web warns, in minutes. */
const warnMinutes = 2;

const userFields = [
  "id",
  "username",
  "email",
  "name",
  "position",
  "roles",
  "region_name",
  "province_name",
  "muncity_name",
  "uac_id",
];
const roleFields = ["id", "rolename", "roletype", "route", "access_controls", "status"];

/** The fields that the spec names (section 3), and nothing that a table holds besides. */
const only = (row: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

/**
 * The user fields with `level`, `role` (the uac entry), `access`, and how long the web lets a session idle.
 * @throws Problem unauthenticated when the account is disabled, removed, or has no role.
 */
export async function currentUser(caller: Caller): Promise<JsonObject> {
  const [row] = await asCaller(
    caller,
    (tx) => tx<{ access: Access | null }[]>`select private.current_access() as access`,
  );
  if (!row?.access) {
    throw new Problem("unauthenticated", "Your account has no role yet. Ask an administrator for one.");
  }
  const { user, level, role, rights, routes, offices, windows, reference } = row.access;
  const session = { idle_minutes: serverSettings().idleMinutes, warn_minutes: warnMinutes };
  return {
    ...only(user, userFields),
    level,
    role: only(role, roleFields),
    access: { rights, routes, offices, windows, reference },
    session,
  };
}
