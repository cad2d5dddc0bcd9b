/**
 * Reads the signed-in user: profile, level, role entry, rights, and the reporting windows in which the user may enter
 * data.
 */
import { Problem } from "../../contracts/base/problems.ts";
import { serverSettings } from "../environment/settings.ts";
import type { JsonObject } from "../http/body.ts";
import { asCaller } from "./as-caller.ts";
import type { Caller } from "./token.ts";

/** Result of private.current_access(). */
interface Access {
  user: JsonObject;
  level: string;
  role: JsonObject;
  rights: string[];
  routes: string[];
  offices: JsonObject;
  windows: JsonObject;
  /**
   * One entry per reference table, such as the dropdown lists. Each entry has the route permission that administering
   * the table requires, and the rows that the caller may administer: "all", "region" or "nothing".
   */
  reference: JsonObject;
}

/** Minutes before the end of an idle session at which the web app shows a warning. */
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

/** Picks the fields that the spec lists for a user (section 3), without the other columns of the users table. */
const only = (row: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

/**
 * Returns the user's fields with `level`, `role` (a row of the table uac), `access`, and the time limit for an idle
 * session.
 * @throws Problem of kind `unauthenticated` when the account is disabled, removed, or has no role.
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

/**
 * Returns the key with which the caller's browser encrypts what it stores: 32 bytes as base64. Null for an API token.
 */
export async function offlineKey(caller: Caller): Promise<string | null> {
  const [row] = await asCaller(
    caller,
    (tx) => tx<{ key: string | null }[]>`select private.offline_key() as key`,
  );
  return row?.key ?? null;
}
