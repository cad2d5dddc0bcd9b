/**
 * `POST /api/uac/see-as`: which tabs, screens, columns, rows and actions somebody gets, and why. The database answers it
 * as that person: it makes the transaction read-only and takes on their claims itself, once it has found that the caller
 * may administer them; a drafted role lasts as long as a transaction that it never lets commit.
 */
import type { seeAs as seeAsCall } from "../../contracts/administration.ts";
import type { BodyOf } from "../../contracts/call.ts";
import { malformed, Problem } from "../../contracts/problems.ts";
import { uac } from "../../records/administration/uac.ts";
import { validateRecord } from "../../validate/validate.ts";
import { asCaller, takeReadingRole } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";
import { type AccessPreview, previewAccess } from "./access-preview.ts";
import { writing } from "./people-changes.ts";

interface Preview {
  /** The person, or null for a draft. */
  userId: string | null;
  draft: { role: JsonObject; region: string | null; province: string | null } | null;
}

/** Judges a drafted role as it would be saved. @throws Problem malformed. */
export function readPreview({
  user_id: userId,
  role,
  region_name: region,
  province_name: province,
}: BodyOf<typeof seeAsCall>): Preview {
  if (role === undefined) return { userId: userId ?? null, draft: null };
  const { id: _id, row_version: _version, time_stamp: _time, ...entry } = role;
  // An entry may still lack names, routes and rights while it is drafted.
  const filled = Object.entries(entry).filter(([, item]) => item !== null && String(item).trim() !== "");
  const named = { rolename: "Draft", roletype: "Draft", ...Object.fromEntries(filled) };
  const { value, problems } = validateRecord(uac, named, "update");
  if (problems.length > 0) throw new Problem("malformed", problems[0]?.message ?? "", problems);
  if (typeof value.status !== "string") throw malformed("status", "The role needs a level.");
  return { userId: null, draft: { role: value, region, province } };
}

/** @throws Problem refused, not_found, rule. */
export async function seeAs(caller: Caller, { userId, draft }: Preview): Promise<AccessPreview> {
  if (!draft) {
    return asCaller(
      caller,
      async (tx) => {
        await tx`select private.begin_preview(${userId}::text::uuid)`;
        await tx.unsafe(`select ${takeReadingRole}`);
        return previewAccess(tx, true);
      },
      { timeout: previewTimeout },
    );
  }
  // The only way out of a draft is to throw: what was drafted is rolled back.
  let preview: AccessPreview | undefined;
  const undo = new Error("undo");
  const look = async (tx: Transaction) => {
    await tx`select private.begin_preview(null, ${JSON.stringify(draft.role)}::text::jsonb, ${draft.region}::text, ${draft.province}::text)`;
    preview = await previewAccess(tx, false);
    throw undo;
  };
  await writing(caller, look).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return preview as AccessPreview;
}

const previewTimeout = 30_000;
