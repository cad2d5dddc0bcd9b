/** How a refused entry can be sent again without an edit. */
import type { Entry } from "../../lib/outbox/entry.ts";

interface Repair {
  label: string;
  work: Entry["work"];
}

/** A file that was refused as a duplicate, or because of its point on the map, can be sent with a confirmation. */
export function repairOf({ work, problem }: Entry): Repair {
  if (work.kind === "file") {
    const confirmed = (more: Record<string, string>) => ({ ...work, fields: { ...work.fields, ...more } });
    if (problem?.details.some((detail) => detail.duplicate_of !== undefined))
      return { label: "Send although it is there already", work: confirmed({ keep_duplicate: "Yes" }) };
    if (problem?.details.some(({ field }) => field === "outside_confirmed"))
      return { label: "Send: the place is right", work: confirmed({ outside_confirmed: "Yes" }) };
  }
  return { label: "Send again", work };
}
