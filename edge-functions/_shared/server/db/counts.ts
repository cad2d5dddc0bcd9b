/** Count tables that the database maintains, from which counts are read faster than from the rows. */
import { countTables } from "../../database.counts.ts";

export interface CountTable {
  name: string;
  /** Table whose rows are counted in the column `n`. */
  of: string;
  columns: readonly string[];
  /** Column of the counted rows whose sum is in `quantity`. */
  quantity: string | null;
}

const all: readonly CountTable[] = countTables;

/** Checks whether all requested columns are available. */
export const includesAll = (columns: readonly string[], asked: readonly string[]): boolean =>
  asked.every((name) => columns.includes(name));

/** Returns the smallest of the table's count tables that are grouped by at least these columns. */
export const findCountTable = (table: string, columns: Iterable<string>): CountTable | undefined => {
  const wanted = [...columns];
  return all.find((one) => one.of === table && includesAll(one.columns, wanted));
};
