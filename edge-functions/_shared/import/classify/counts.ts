/** Counts the rows of a file by class, and by whether they have a value in the identifying field (ARBO ID). */
import { type ClassifiedRow, type RowClass, rowClasses } from "./classified-row.ts";

export interface ImportCounts {
  all: number;
  classes: Record<RowClass, number>;
  /** Number of rows of the user's offices with a value in the identifying field (spec sections 2 and 5). */
  withIdentity: number;
  withoutIdentity: number;
}

export function countRows(rows: readonly ClassifiedRow[]): ImportCounts {
  const classes = Object.fromEntries(rowClasses.map((name) => [name, 0])) as Record<RowClass, number>;
  let withIdentity = 0;
  let withoutIdentity = 0;
  for (const row of rows) {
    classes[row.class]++;
    if (row.class === "out_of_scope") continue;
    if (row.identity === null) withoutIdentity++;
    else withIdentity++;
  }
  return { all: rows.length, classes, withIdentity, withoutIdentity };
}
