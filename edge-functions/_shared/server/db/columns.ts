/** A table as statements name it, with its columns, whose types decide how values travel. */
import { type Columns, columnsNamed } from "../../records/columns.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { identifier } from "./database.ts";

export type { Column } from "../../records/columns.ts";

export interface Table {
  name: string;
  /** What is read: the table or a view of its rows, quoted, with its schema. */
  sql: string;
  columns: Columns;
  /** Whether its rows are answered with where each stands in its review. */
  reviewed?: boolean;
  /** Columns that the right Sensitive reads; rows are answered to other callers without them. */
  sensitive?: readonly string[];
}

/** A table or view as statements name it; it is named without its schema where that is public. */
export function relationSql(relation: string): string {
  const [name = "", schema = "public"] = relation.split(".").reverse();
  return [schema, name].map(identifier).join(".");
}

/**
 * @param view Read instead of the table, where some columns are for a right only (registry: `reads`); with its schema,
 * unless that is public.
 */
export const tableNamed = (name: string, view = name): Table => ({
  name,
  sql: relationSql(view),
  columns: columnsNamed(view),
});

/** What lists of a record type read: its table, or the view that has its sensitive columns too. */
export const listedTable = ({ table, reads, approval, fields }: AnyRecord): Table => ({
  ...tableNamed(table, reads),
  reviewed: approval,
  sensitive: fields.filter(({ sensitive }) => sensitive).map(({ name }) => name),
});

/**
 * The columns that a row is answered with, of a table read as `t`: its own and, of a table with reviews, where the row
 * stands in its review ({state, by, at, reason}, by being a username; new: pending, and never returned since it was entered
 * or last approved). The step is a query of its own, which costs less than a join: most rows have none.
 */
export function answeredColumns(table: Table): string {
  const columns = columnList(table, "t.");
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
 * A row of `answeredColumns` as JSON. A caller without the right Sensitive is answered without the sensitive columns: a
 * null would be taken for an empty field, and sent back as one.
 * @param row The alias of the row.
 */
export function answeredRow({ columns, reviewed, sensitive = [] }: Table, row: string): string {
  if (sensitive.length === 0) return `row_to_json(${row})`;
  const names = [...columns.keys(), ...(reviewed ? ["review"] : [])];
  const seen = names.filter((name) => !sensitive.includes(name)).map((name) => `${row}.${identifier(name)}`);
  return `case when (select private.caller_has_right('Sensitive')) then row_to_json(${row})
    else (select row_to_json(seen) from (select ${seen.join(", ")}) seen) end`;
}

/** Behind a text, in an order: as texts stand in lists. */
export const naturally = "collate private.natural_order";

/** The list of all columns, for a select. */
export const columnList = (table: Table, prefix = ""): string =>
  [...table.columns.keys()].map((name) => prefix + identifier(name)).join(", ");
