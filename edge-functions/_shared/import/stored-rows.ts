/** How an import looks up stored rows. */

export type StoredRow = Readonly<Record<string, unknown>>;

/** Lists the stored rows under a filter of `POST /api/<path>`; never cut short. */
export type ListRows = (filter: Record<string, unknown>) => Promise<readonly StoredRow[]>;

/** Values in parts, of at most `size`, as one filter takes them. */
export function inChunks<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
