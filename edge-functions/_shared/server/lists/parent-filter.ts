/** Filters rows by their parent, such as an ARBO (registry: `parent`). */
import { yearColumns } from "../../records/vocabulary/parent-fields.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { identifier } from "../db/database.ts";

/**
 * Returns the condition for the rows of one parent. @param id SQL expression of the parent's id, such as a
 * placeholder.
 */
export function parentCondition({ path, parent }: AnyRecord, id: string): string {
  return parent && parent.path !== path ? `${identifier(parent.key)} = ${id}` : `id = ${id}`;
}

/** Returns an SQL expression for a row's year, as shown on the parent's page; null for a row without a year. */
export function yearExpression(record: AnyRecord): string {
  const terms = yearColumns(record).map(({ name, kind }) =>
    kind === "date" ? `extract(year from ${identifier(name)})::integer` : identifier(name),
  );
  return terms.length === 0 ? "null::integer" : `coalesce(${terms.join(", ")})`;
}
