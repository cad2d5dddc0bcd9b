/** How far a search goes through a list, row after row in its order, before it asks its index. */

/** A search looks at so many rows of a list, one after the other, before it asks its index. */
const firstLook = 1000;
const secondLook = 4000;
/** And at no more at once. */
const longestLook = 25_000;
/** Rows that are looked at in the time of one whose text is not stored. */
const slowRow = 20;

/** What a search has come to by looking at the rows of a list one after the other. */
export interface Looked {
  rows: number;
  /** Ids of the rows that it found. */
  found: readonly number[];
  /** About how many rows the table has. */
  all: number;
}

/**
 * How many rows to look at next; null where the index costs less. It finds a row and puts it in order in the time in which
 * two are looked at, and goes through 120 rows of the table in that of one; measured with three million. The last look
 * may be long, since it ends where the page is full.
 * @param slow The text of a row is not stored, and each takes as long as many.
 */
export function nextLook({ rows, found, all }: Looked, wanted: number, slow = false): number | null {
  if (wanted > firstLook + secondLook) return null;
  if (rows === 0) return wanted > firstLook ? firstLook + secondLook : firstLook;
  if (rows < firstLook + secondLook && !slow) return secondLook;
  if (found.length === 0) return null;
  const share = found.length / rows;
  const left = ((wanted - found.length) / share) * (slow ? slowRow : 1);
  return left <= share * all * 2 + all / 120 ? longestLook : null;
}
