/** Counts that the database keeps beside a table, which answer what would be counted over its rows. */
import { countTables } from "../../database.counts.ts";

export interface CountTable {
  name: string;
  /** The table whose rows are counted, in the column `n`. */
  of: string;
  columns: readonly string[];
  /** Column of the rows that is added up, as `quantity`. */
  quantity: string | null;
}

const all: readonly CountTable[] = countTables;

/** Whether all that is asked for is among the columns. */
export const within = (columns: readonly string[], asked: readonly string[]): boolean =>
  asked.every((name) => columns.includes(name));

/** The smallest table of counts that tells the rows of a table apart by all of the columns, if there is one. */
export const countsBy = (table: string, columns: Iterable<string>): CountTable | undefined => {
  const wanted = [...columns];
  return all.find((one) => one.of === table && within(one.columns, wanted));
};
