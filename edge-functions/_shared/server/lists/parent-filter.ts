/** The rows of one parent (`parent` of a record type), by the id of its row. */
import { yearColumns } from "../../records/vocabulary/parent-fields.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { identifier } from "../db/database.ts";

/** The condition for it. id: an expression of SQL, such as a placeholder. */
export function ofParent({ path, parent }: AnyRecord, id: string): string {
  return parent && parent.path !== path ? `${identifier(parent.key)} = ${id}` : `id = ${id}`;
}

/** The year of a row, as the page of its parent tells it: an expression of SQL, null where the row tells none. */
export function yearOf(record: AnyRecord): string {
  const terms = yearColumns(record).map(({ name, kind }) =>
    kind === "date" ? `extract(year from ${identifier(name)})::integer` : identifier(name),
  );
  return terms.length === 0 ? "null::integer" : `coalesce(${terms.join(", ")})`;
}
