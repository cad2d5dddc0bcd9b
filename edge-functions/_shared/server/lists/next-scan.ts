/** Decides how many rows a search scans, in the order of the list, before it uses the search index. */

/** Number of rows in the first and in the second scan of a search. The search can then switch to the index. */
const firstLook = 1000;
const secondLook = 4000;
/** Maximum number of rows per scan. */
const longestLook = 25_000;
/** Scanning a row without stored search text costs as much as scanning this number of rows with stored search text. */
const slowRow = 20;

/** Progress of a search that scans the rows of a list in order. `rows` is the number of scanned rows. */
export interface ScanState {
  rows: number;
  /** Ids of the matching rows that were found so far. */
  found: readonly number[];
  /** Estimated number of rows in the table. */
  all: number;
}

/**
 * Returns how many rows to scan next; null if the index is cheaper. Costs are in scanned rows. The index costs 2 per
 * matching row plus 1/120 per row of the table, measured with three million rows. Later scans may be long, because a
 * scan stops as soon as the page is full.
 * @param slow True if the search text of rows is not stored, so that scanning a row costs `slowRow`.
 */
export function nextScan({ rows, found, all }: ScanState, wanted: number, slow = false): number | null {
  if (wanted > firstLook + secondLook) return null;
  if (rows === 0) return wanted > firstLook ? firstLook + secondLook : firstLook;
  if (rows < firstLook + secondLook && !slow) return secondLook;
  if (found.length === 0) return null;
  const share = found.length / rows;
  const left = ((wanted - found.length) / share) * (slow ? slowRow : 1);
  return left <= share * all * 2 + all / 120 ? longestLook : null;
}
