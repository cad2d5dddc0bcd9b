/** Types and helpers for looking up stored rows during an import. */

export type StoredRow = Readonly<Record<string, unknown>>;

/** Lists all stored rows that match a filter of `POST /api/<path>`, without a row limit. */
export type ListRows = (filter: Record<string, unknown>) => Promise<readonly StoredRow[]>;

/** Splits a list into parts of at most `size` items, for use in filters. */
export function inChunks<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
