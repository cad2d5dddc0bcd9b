/** Columns of the tables and views that store records. Generated from the database by `npm run db:types`. */
import { databaseColumns } from "../database.columns.ts";
import type { AnyRecord } from "./vocabulary/types.ts";

export interface Column {
  name: string;
  /** Type as Postgres writes it, such as text, integer, numeric or text[]. */
  type: string;
  /** True if the column can be null. */
  nullable: boolean;
  hasDefault: boolean;
}

/** Columns that a signed-in user may read, in the order of the table. Omits the column with the search text. */
export type Columns = ReadonlyMap<string, Column>;

const described = /^(?<type>.*?)(?<full> not null)?(?<defaulted> default)?$/;
const known = new Map<string, Columns>();

/**
 * Returns the columns of a table or view of records.
 * @param relation Name, with the schema unless the schema is public.
 * @throws Error if the table or view does not store records.
 */
export function columnsNamed(relation: string): Columns {
  const read = known.get(relation);
  if (read) return read;
  const columnTypes = databaseColumns[relation];
  if (!columnTypes) throw new Error(`No record is kept in ${relation}.`);
  const columns = new Map(
    Object.entries(columnTypes).map(([name, text]) => {
      const { type = text, full, defaulted } = described.exec(text)?.groups ?? {};
      return [name, { name, type, nullable: full === undefined, hasDefault: defaulted !== undefined }];
    }),
  );
  known.set(relation, columns);
  return columns;
}

/** Returns the columns that lists of a record type return, sort by and filter by. */
export const listedColumns = ({ table, reads }: Pick<AnyRecord, "table" | "reads">): Columns =>
  columnsNamed(reads ?? table);
