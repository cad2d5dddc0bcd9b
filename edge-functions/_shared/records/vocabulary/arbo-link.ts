/**
 * How records belong to an ARBO. A record type that links to the masterlist says so in its registry file: its field
 * arbo_id takes its choices from the masterlist's records. The masterlist itself has the same field without choices.
 */
import type { AnyRecord } from "./types.ts";

/** Columns that name an ARBO: by its ARBO ID, and by the id of its row in the masterlist. */
export const arboIdColumn = "arbo_id";
export const arboKeyColumn = "arboPrimaryKey";

type Linked = Pick<AnyRecord, "fields">;

const arboIdField = ({ fields }: Linked) => fields.find(({ name }) => name === arboIdColumn);

/** Path of the masterlist that the records of this type link to; undefined where they link to none. */
export function arboHomeOf(record: Linked): string | undefined {
  const options = arboIdField(record)?.options;
  return options?.from === "record" ? options.path : undefined;
}
