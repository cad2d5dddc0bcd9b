/** Fetches the stored rows that the rows of a file may match, with few requests. */
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { findStored, identityField, indexByKeys, isFilled, joinedIds } from "./keys.ts";
import type { FileRow } from "./rows.ts";
import { inChunks, type ListRows, type StoredRow } from "./stored-rows.ts";

export interface LookupOptions {
  /** Maximum number of values per filter. */
  chunk?: number;
  /** Maximum number of parallel requests. */
  parallel?: number;
  onProgress?: (done: number, all: number) => void;
}

/**
 * Returns the stored rows whose IDs are in the file. If a row of the file has no match by ID, also returns all stored
 * rows of its province. The import searches these rows for similar names, which a filter could not find.
 */
export async function collectExisting(
  record: AnyRecord,
  rows: readonly FileRow[],
  list: ListRows,
  options: LookupOptions = {},
): Promise<StoredRow[]> {
  const wanted = rows.filter((row) => row.inScope);
  const found = new Map<unknown, StoredRow>();
  const run = async (filters: readonly Record<string, unknown>[]) => {
    let done = 0;
    await inParallel(filters, options.parallel ?? 3, async (filter) => {
      for (const row of await list(filter)) found.set(row.id, row);
      options.onProgress?.(++done, filters.length);
    });
  };
  const { chunk = 200 } = options;
  const identity = identityField(record);
  if (identity === null) {
    await run(placeFilters(record, wanted, chunk));
    return [...found.values()];
  }
  const findIds = (ids: readonly unknown[]) =>
    run(inChunks(distinct(ids), chunk).map((values) => ({ [identity]: values })));
  await findIds(wanted.flatMap(({ match, written }) => [match[identity], written[identity]]));
  const index = indexByKeys(record, found.values());
  const unknown = wanted.filter((row) => findStored(index, row)?.key !== 0);
  await findIds(unknown.flatMap(({ match }) => joinedIds(match[identity])));
  // The fields `withoutId` are only compared for rows without an ID.
  const searched = record.withoutId ? unknown.filter(({ match }) => !isFilled(match[identity])) : unknown;
  await run(placeFilters(record, searched, chunk));
  return [...found.values()];
}

function placeFilters(record: AnyRecord, rows: readonly FileRow[], chunk: number): Record<string, unknown>[] {
  const last = record.withoutId ?? record.keys.at(-1) ?? [];
  if (record.keys.length === 1 && last.length === 1) return [];
  if (!last.includes("region_name")) {
    const [first] = last;
    if (!first) return [];
    const values = rows.map((row) => row.match[first]);
    // A filter cannot match blank values. If any row of the file has a blank value, all stored rows are fetched.
    if (values.some((value) => value === null || value === undefined)) return [{}];
    return inChunks(distinct(values), chunk).map((list) => ({ [first]: list }));
  }
  return officeFilters(rows.map(({ match }) => match));
}

/** Returns filters that select all stored rows of the offices in the given rows. */
export function officeFilters(rows: readonly StoredRow[]): Record<string, unknown>[] {
  const provinces = new Map<unknown, Set<unknown> | "all">();
  for (const row of rows) {
    if (row.region_name == null) continue;
    const known = provinces.get(row.region_name);
    if (row.province_name == null || known === "all") provinces.set(row.region_name, "all");
    else provinces.set(row.region_name, (known ?? new Set()).add(row.province_name));
  }
  return [...provinces].map(([region, names]) =>
    names === "all" ? { region_name: [region] } : { region_name: [region], province_name: [...names] },
  );
}

/** Returns the distinct values that are not blank. */
export const distinct = (values: readonly unknown[]): unknown[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined && value !== "")),
];

async function inParallel<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const item = items[next++];
      if (item !== undefined) await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
}
