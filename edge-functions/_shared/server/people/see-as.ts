/**
 * `POST /api/uac/see-as`: shows which tabs, screens, columns, rows and actions a user gets, and why. The database first
 * checks that the caller may administer the user. It then makes the transaction read-only and assumes the user's
 * claims. A draft role (one that is not saved) exists only in a transaction that is always rolled back.
 */
import type { seeAs as seeAsCall } from "../../contracts/administration.ts";
import type { BodyOf } from "../../contracts/base/call.ts";
import { malformed, Problem } from "../../contracts/base/problems.ts";
import { uac } from "../../records/administration/uac.ts";
import { validateRecord } from "../../validate/validate.ts";
import { asCaller, switchToReadingRole } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { Transaction } from "../db/database.ts";
import type { JsonObject } from "../http/body.ts";
import { type AccessPreview, previewAccess } from "./access-preview.ts";
import { writePeople } from "./people-changes.ts";

interface Preview {
  /** Id of the user, or null for a draft role. */
  userId: string | null;
  draft: { role: JsonObject; region: string | null; province: string | null } | null;
}

/** Validates a draft role like a role that is to be saved. @throws Problem of kind `malformed`. */
export function readPreview({
  user_id: userId,
  role,
  region_name: region,
  province_name: province,
}: BodyOf<typeof seeAsCall>): Preview {
  if (role === undefined) return { userId: userId ?? null, draft: null };
  const { id: _id, row_version: _version, time_stamp: _time, ...entry } = role;
  // A draft role may lack names, routes and rights.
  const filled = Object.entries(entry).filter(([, item]) => item !== null && String(item).trim() !== "");
  const named = { rolename: "Draft", roletype: "Draft", ...Object.fromEntries(filled) };
  const { value, problems } = validateRecord(uac, named, "update");
  if (problems.length > 0) throw new Problem("malformed", problems[0]?.message ?? "", problems);
  if (typeof value.status !== "string") throw malformed("status", "The role needs a level.");
  return { userId: null, draft: { role: value, region, province } };
}

/**
 * Computes and logs the access preview of a user or a draft role.
 * @throws Problem of kind `refused`, `not_found`, `rule`.
 */
export async function seeAs(caller: Caller, { userId, draft }: Preview): Promise<AccessPreview> {
  if (!draft) {
    await logPreview(caller, userId, null);
    return asCaller(
      caller,
      async (tx) => {
        await tx`select private.begin_preview(${userId}::text::uuid)`;
        await tx.unsafe(`select ${switchToReadingRole}`);
        return previewAccess(tx, true);
      },
      { timeout: previewTimeout },
    );
  }
  // The unsaved role must never be committed. The preview throws at its end, which rolls the transaction back.
  let preview: AccessPreview | undefined;
  const undo = new Error("undo");
  const look = async (tx: Transaction) => {
    await tx`select private.begin_preview(null, ${JSON.stringify(draft.role)}::text::jsonb, ${draft.region}::text, ${draft.province}::text)`;
    preview = await previewAccess(tx, false);
    throw undo;
  };
  await writePeople(caller, look).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  // Log after the preview, so that a draft role that the database refuses leaves no log entry.
  await logPreview(caller, null, String(draft.role.rolename));
  return preview as AccessPreview;
}

/** Logs a preview in a separate transaction, because the transaction of a preview is read-only. */
const logPreview = (caller: Caller, userId: string | null, roleName: string | null) =>
  asCaller(caller, (tx) => tx`select private.log_preview(${userId}::text::uuid, ${roleName}::text)`, {
    write: true,
    aside: true,
  });

const previewTimeout = 30_000;
