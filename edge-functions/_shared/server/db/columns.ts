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
export const listedTable = ({ table, reads, approval }: AnyRecord): Table => ({
  ...tableNamed(table, reads),
  reviewed: approval,
});

/**
 * What a row is answered with, as the parts of a select: its columns and, of a table with reviews, where it stands in its
 * review ({state, by, at, reason}, by being a username; new: pending, and never returned since it was entered or last
 * approved). The table is `t`; of a review the policies show the steps that stand under the caller's offices.
 */
export function answered(table: Table): { columns: string; from: string } {
  const columns = columnList(table, "t.");
  if (!table.reviewed) return { columns, from: `${table.sql} t` };
  const review = (state: string, by: string, at: string, reason: string) =>
    `json_build_object('state', ${state}, 'by', ${by}, 'at', ${at}, 'reason', ${reason})`;
  // Who approved is looked up once, not once a row: by a join, whose answers the database remembers.
  return {
    columns: `${columns}, case
      when t.process_stage = 'Approved' then ${review("'approved'", "approver.username", "t.approved_at", "null")}
      when step.state is not null then ${review("step.state", "private.username_of(step.user_id)", "step.at", "step.reason")}
      else '{"state":"new","by":null,"at":null,"reason":null}' end as review`,
    from: `${table.sql} t
      left join lateral (select private.username_of(t.approved_by) as username offset 0) approver on true
      left join private.reviews step on step.table_name = '${table.name}' and step.row_id = t.id`,
  };
}

/** Behind a text, in an order: as texts stand in lists. */
export const naturally = "collate private.natural_order";

/** The list of all columns, for a select. */
export const columnList = (table: Table, prefix = ""): string =>
  [...table.columns.keys()].map((name) => prefix + identifier(name)).join(", ");
