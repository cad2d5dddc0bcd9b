/** Tables for use in SQL statements, with their columns. The type of a column decides how its values are sent. */
import { type Columns, columnsNamed } from "../../records/columns.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { identifier } from "./database.ts";

export type { Column } from "../../records/columns.ts";

export interface Table {
  name: string;
  /** Table or view to read from, quoted and with its schema. */
  sql: string;
  columns: Columns;
  /** True if each returned row has the column `review` with the state of its review. */
  reviewed?: boolean;
  /** Columns that need the Sensitive right; other callers get the rows without these columns. */
  sensitive?: readonly string[];
}

/** Quotes a table or view name; without a schema in the name, `public` is used. */
export function relationSql(relation: string): string {
  const [name = "", schema = "public"] = relation.split(".").reverse();
  return [schema, name].map(identifier).join(".");
}

/**
 * Returns a table with its columns.
 * @param view View to read instead of the table, for a table with columns that need a right (registry: `reads`). The
 * name includes the schema, unless the schema is `public`.
 */
export const tableNamed = (name: string, view = name): Table => ({
  name,
  sql: relationSql(view),
  columns: columnsNamed(view),
});

/**
 * Returns the relation from which the lists of a record type are read: the table, or the view with the sensitive
 * columns.
 */
export const listedTable = ({ table, reads, approval, fields }: AnyRecord): Table => ({
  ...tableNamed(table, reads),
  reviewed: approval,
  sensitive: fields.filter(({ sensitive }) => sensitive).map(({ name }) => name),
});

const versionColumn = `t.${identifier("row_version")}`;

/**
 * Builds the select list of a response, for a table with the alias `t`. For a table with reviews, the last column is
 * `review`: {state, by, at, reason}, where `by` is a username. The state "new" means that the row is pending and has no
 * review (private.reviews). A subquery reads the review, because most rows have none and a join would be slower.
 * @param version SQL expression of the column `row_version`.
 */
export function responseColumns(table: Table, version = versionColumn): string {
  const columns = columnList(table, "t.").replace(versionColumn, `${version} as row_version`);
  if (!table.reviewed) return columns;
  const review = (state: string, by: string, at: string, reason: string) =>
    `json_build_object('state', ${state}, 'by', private.username_of(${by}), 'at', ${at}, 'reason', ${reason})`;
  return `${columns}, case when t.process_stage = 'Approved'
    then ${review("'approved'", "t.approved_by", "t.approved_at", "null")}
    else coalesce((
      select ${review("step.state", "step.user_id", "step.at", "step.reason")} from private.reviews step
      where step.table_name = '${table.name}' and step.row_id = t.id
    ), '{"state":"new","by":null,"at":null,"reason":null}') end as review`;
}

/**
 * Builds the SQL expression that converts a row of `responseColumns` to JSON. Omits the sensitive columns for a caller
 * without the Sensitive right. With nulls instead, a client would take them for empty fields and send the nulls back.
 * @param row Alias of the row.
 */
export function responseRow({ columns, reviewed, sensitive = [] }: Table, row: string): string {
  if (sensitive.length === 0) return `row_to_json(${row})`;
  const names = [...columns.keys(), ...(reviewed ? ["review"] : [])];
  const seen = names.filter((name) => !sensitive.includes(name)).map((name) => `${row}.${identifier(name)}`);
  return `case when (select private.caller_has_right('Sensitive')) then row_to_json(${row})
    else (select row_to_json(seen) from (select ${seen.join(", ")}) seen) end`;
}

/** Collation for ORDER BY on a text column, which sorts texts as the lists of the screens do. */
export const naturalOrder = "collate private.natural_order";

/** Comma-separated list of all columns, for SELECT. */
export const columnList = (table: Table, prefix = ""): string =>
  [...table.columns.keys()].map((name) => prefix + identifier(name)).join(", ");
