/**
 * `POST /api/uac/see-as`: which tabs, screens, columns, rows and actions somebody gets, and why. The database answers it
 * as that person: it makes the transaction read-only and takes on their claims itself, once it has found that the caller
 * may administer them; a drafted role lasts as long as a transaction that it never lets commit.
 */
import { Problem } from "../problems.ts";
import { uac } from "../records/uac.ts";
import { validateRecord } from "../validate.ts";
import { asCaller, takeReadingRole } from "./as-caller.ts";
import { isObject, type JsonObject } from "./body.ts";
import type { Transaction } from "./database.ts";
import { readPersonId } from "./people.ts";
import { writing } from "./people-changes.ts";
import { type Seen, seenNow } from "./seen.ts";
import type { Caller } from "./token.ts";

interface Preview {
  /** The person, or null for a draft. */
  userId: string | null;
  draft: { role: JsonObject; region: string | null; province: string | null } | null;
}

const wrong = (field: string, message: string) => new Problem("malformed", message, [{ field, message }]);

/** Reads the body. @throws Problem malformed. */
export function readPreview(body: JsonObject): Preview {
  const { user_id: userId, role, region_name: region, province_name: province, ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw wrong(unknown, `"${unknown.slice(0, 60)}" is not a field of this call.`);
  if ((userId === undefined) === (role === undefined))
    throw wrong("user_id", "Give user_id or role, one of the two.");
  if (role === undefined) return { userId: readPersonId(userId), draft: null };
  if (!isObject(role)) throw wrong("role", "role must be a role entry.");
  const { id: _id, row_version: _version, time_stamp: _time, ...entry } = role;
  // An entry may still lack names, routes and rights while it is drafted.
  const given = Object.entries(entry).filter(([, item]) => item !== null && String(item).trim() !== "");
  const named = { rolename: "Draft", roletype: "Draft", ...Object.fromEntries(given) };
  const { value, problems } = validateRecord(uac, named, "update");
  if (problems.length > 0) throw new Problem("malformed", problems[0]?.message ?? "", problems);
  if (typeof value.status !== "string") throw wrong("status", "The role needs a level.");
  return {
    userId: null,
    draft: { role: value, region: place("region_name", region), province: place("province_name", province) },
  };
}

function place(field: string, value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "string" && value.length <= 250) return value;
  throw wrong(field, `${field} must be the name of a place.`);
}

/** @throws Problem refused, not_found, rule. */
export async function seeAs(caller: Caller, { userId, draft }: Preview): Promise<Seen> {
  if (!draft) {
    return asCaller(
      caller,
      async (tx) => {
        await tx`select private.begin_preview(${userId}::text::uuid)`;
        await tx.unsafe(`select ${takeReadingRole}`);
        return seenNow(tx, true);
      },
      { timeout: previewTimeout },
    );
  }
  // The only way out of a draft is to throw: what was drafted is rolled back.
  let seen: Seen | undefined;
  const undo = new Error("undo");
  const look = async (tx: Transaction) => {
    await tx`select private.begin_preview(null, ${JSON.stringify(draft.role)}::text::jsonb, ${draft.region}::text, ${draft.province}::text)`;
    seen = await seenNow(tx, false);
    throw undo;
  };
  await writing(caller, look).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return seen as Seen;
}

const previewTimeout = 30_000;
