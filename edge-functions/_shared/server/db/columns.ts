/** A table as statements name it, with its columns, whose types decide how values travel. */
import { type Columns, columnsNamed } from "../../records/columns.ts";
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

/** Rows of the table with the column `review` beside theirs, where each stands in it. @param rows A select of them. */
export const withReviews = ({ name, reviewed }: Table, rows: string): string => {
  if (!reviewed) return rows;
  const read = ["id", "process_stage", "approved_by", "approved_at"].map(
    (column) => `array(select ${column} from listed)`,
  );
  return `with listed as materialized (${rows})
    select listed.*, reviewed.review
    from listed left join private.reviews_of('${name}', ${read.join(", ")}) reviewed on reviewed.row_id = listed.id`;
};

/** Behind a text, in an order: as texts stand in lists. */
export const naturally = "collate private.natural_order";

/** The list of all columns, for a select. */
export const columnList = (table: Table, prefix = ""): string =>
  [...table.columns.keys()].map((name) => prefix + identifier(name)).join(", ");
