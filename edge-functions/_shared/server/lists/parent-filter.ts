/**
 * The rows of one parent (`parent` of a record type), named by the id of its row. Rows name it by its identifier, and some by
 * its row too, since not every parent has an identifier.
 */
import { recordByPath } from "../../records/index.ts";
import { yearColumns } from "../../records/vocabulary/parent-fields.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { identifier } from "../db/database.ts";

/** The condition for it. id: an expression of SQL, such as a placeholder. */
export function ofParent({ path, parent }: AnyRecord, id: string): string {
  const home = parent && recordByPath(parent.path);
  if (!home || parent.path === path) return `id = ${id}`;
  const column = identifier(parent.identifier);
  const named = `${column} = (select p.${column} from public.${identifier(home.table)} p where p.id = ${id})`;
  return parent.key === undefined ? named : `(${named} or ${identifier(parent.key)} = ${id})`;
}

/** The year of a row, as the page of its parent tells it: an expression of SQL, null where the row tells none. */
export function yearOf(record: AnyRecord): string {
  const terms = yearColumns(record).map(({ name, kind }) =>
    kind === "date" ? `extract(year from ${identifier(name)})::integer` : identifier(name),
  );
  return terms.length === 0 ? "null::integer" : `coalesce(${terms.join(", ")})`;
}
