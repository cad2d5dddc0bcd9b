/** Decides how to send a refused entry of the outbox again, without an edit. */
import { newUuid } from "../../lib/http/uuid.ts";
import type { Entry } from "../../lib/outbox/entry.ts";

interface Repair {
  label: string;
  work: Entry["work"];
}

/**
 * Returns how to send a refused entry again; null if the server would refuse the same values. A duplicate file, or a
 * file with a point outside the province, is sent with the user's confirmation. A file with a refused upload id is sent
 * as a new upload.
 */
export function repairOf({ work, problem }: Entry): Repair | null {
  // After a conflict or a duplicate, the user must choose in the form of the row.
  if (problem?.details.some(({ current, same_as }) => current !== undefined || same_as !== undefined))
    return null;
  if (work.kind === "file") {
    const changed = (more: Record<string, string>) => ({ ...work, fields: { ...work.fields, ...more } });
    if (problem?.details.some(({ field }) => field === "upload_id"))
      return { label: "Send again", work: changed({ upload_id: newUuid() }) };
    if (problem?.details.some((detail) => detail.duplicate_of !== undefined))
      return { label: "Send it a second time", work: changed({ keep_duplicate: "Yes" }) };
    if (problem?.details.some(({ field }) => field === "outside_confirmed"))
      return { label: "Confirm the place and send", work: changed({ outside_confirmed: "Yes" }) };
  }
  return { label: "Send again", work };
}
