/** Decides how many rows a search scans in list order before it uses the search index. */

/** Number of rows in the first and in the second scan of a search. After them the search considers the index. */
const firstLook = 1000;
const secondLook = 4000;
/** Maximum number of rows per scan. */
const longestLook = 25_000;
/** A row whose search text is not stored takes as long to scan as this many other rows. */
const slowRow = 20;

/** Progress of a search that scans the list row by row. */
export interface ScanState {
  rows: number;
  /** Ids of the matching rows. */
  found: readonly number[];
  /** Estimated number of rows in the table. */
  all: number;
}

/**
 * Returns how many rows to scan next; null if the index is cheaper. Cost of the index, measured with three million
 * rows: two
 * scanned rows per match, plus one scanned row per 120 rows of the table. The last scan may be long, because it ends
 * once
 * the page is full.
 * @param slow True if the search text of rows is not stored, so that each takes as long as `slowRow` rows.
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
