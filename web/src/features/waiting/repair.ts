/** Decides how to send an entry of the outbox again, without an edit, after the server has refused it. */
import type { Entry } from "../../lib/outbox/entry.ts";

interface Repair {
  label: string;
  work: Entry["work"];
}

/**
 * Returns how to send an entry again; null if the server would refuse the same values again. A file that is a duplicate
 * or whose point lies outside the province is sent again with the user's confirmation.
 */
export function repairOf({ work, problem }: Entry): Repair | null {
  // If the row has a conflict or a duplicate, the user must make a choice in the form of the row.
  if (problem?.details.some(({ current, same_as }) => current !== undefined || same_as !== undefined))
    return null;
  if (work.kind === "file") {
    const confirmed = (more: Record<string, string>) => ({ ...work, fields: { ...work.fields, ...more } });
    if (problem?.details.some((detail) => detail.duplicate_of !== undefined))
      return { label: "Send it a second time", work: confirmed({ keep_duplicate: "Yes" }) };
    if (problem?.details.some(({ field }) => field === "outside_confirmed"))
      return { label: "Confirm the place and send", work: confirmed({ outside_confirmed: "Yes" }) };
  }
  return { label: "Send again", work };
}
