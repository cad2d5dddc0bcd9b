/** Count tables that the database maintains, from which counts are read faster than from the rows. */
import { countTables } from "../../database.counts.ts";

export interface CountTable {
  name: string;
  /** Table whose rows are counted in the column `n`. */
  of: string;
  columns: readonly string[];
  /** Name of a column of the counted table. The count table has the sum of this column in its own column `quantity`. */
  quantity: string | null;
}

const all: readonly CountTable[] = countTables;

/** Checks whether `columns` includes every column of `asked`. */
export const includesAll = (columns: readonly string[], asked: readonly string[]): boolean =>
  asked.every((name) => columns.includes(name));

/** Returns the smallest count table of the given table that is grouped by at least the given columns. */
export const findCountTable = (table: string, columns: Iterable<string>): CountTable | undefined => {
  const wanted = [...columns];
  return all.find((one) => one.of === table && includesAll(one.columns, wanted));
};
