/**
 * The filter `arbo` of a list call: the rows of one ARBO, named by its row in the masterlist. Rows name it by its
 * ARBO ID, and some by that row too, since not every ARBO has an ARBO ID. `arbo_year` narrows them to the year under which
 * the page of the ARBO adds them up.
 */
import { recordByPath } from "../../records/index.ts";
import { arboHomeOf, arboIdColumn, arboKeyColumn } from "../../records/vocabulary/arbo-link.ts";
import { yearColumns } from "../../records/vocabulary/parent-fields.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import type { Table } from "../db/columns.ts";
import { identifier } from "../db/database.ts";

/** The rows of the ARBO whose masterlist row `key` is: an expression of SQL, such as a placeholder. */
export function ofArbo(record: AnyRecord, table: Table, key: string): string {
  const home = recordByPath(arboHomeOf(record) ?? "");
  if (!home) return `id = ${key}`;
  const byId = `${arboIdColumn} = (select m.${arboIdColumn} from public.${identifier(home.table)} m where m.id = ${key})`;
  return table.columns.has(arboKeyColumn) ? `(${byId} or ${identifier(arboKeyColumn)} = ${key})` : byId;
}

/** The year of a row, as the page of an ARBO tells it: an expression of SQL, null where the row tells none. */
export function yearOf(record: AnyRecord): string {
  const terms = yearColumns(record).map(({ name, kind }) =>
    kind === "date" ? `extract(year from ${identifier(name)})::integer` : identifier(name),
  );
  return terms.length === 0 ? "null::integer" : `coalesce(${terms.join(", ")})`;
}
