/** Rows of a preview that the import does not save, and the reasons. */
import type { ClassifiedRow } from "#shared/import/classify/classified-row.ts";
import { formatNumber } from "#shared/rules/numbers.ts";
import { rowsToSave, unusualRows } from "./rows-to-save.ts";

type Previewed = Parameters<typeof rowsToSave>[0];

/** Endings of the sentence about skipped rows, by reason, each for one row and for several rows. */
const reasons = {
  wrong: ["has an error", "have errors"],
  duplicate: ["is a duplicate", "are duplicates"],
  out_of_scope: ["belongs to another office", "belong to another office"],
  unusual: ["has unusual values", "have unusual values"],
} as const;

/**
 * Returns the rows of the file that the import does not store. Omits unchanged rows, because the stored records already
 * have their values.
 */
export function skippedRows(preview: Previewed): ClassifiedRow[] {
  const saved = new Set(rowsToSave(preview).map(({ row }) => row));
  return preview.rows.filter((row) => row.class !== "unchanged" && !saved.has(row.row));
}

/** Returns one sentence per reason, such as "10 rows have errors." */
export function skippedSentences(preview: Previewed): string[] {
  const unusual = new Set(unusualRows(preview));
  const skipped = skippedRows(preview).map((row) => (unusual.has(row) ? "unusual" : row.class));
  return Object.entries(reasons).flatMap(([name, [one, many]]) => {
    const number = skipped.filter((reason) => reason === name).length;
    return number === 0 ? [] : [number === 1 ? `1 row ${one}.` : `${formatNumber(number)} rows ${many}.`];
  });
}
