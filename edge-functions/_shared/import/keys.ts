/**
 * The keys by which a row of a file is recognized among stored rows and among the file's own (registry: `keys`).
 *
 * The first key whose values are all present counts. The last key that names the row by its title may have blanks
 * elsewhere, and a blank then equals a blank: an organization without a town is still the same the next time.
 */
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { foldText } from "../rules/text.ts";

type Values = Readonly<Record<string, unknown>>;

/** One text per key of the record type, null where the row has no such key. */
export type RowKeys = readonly (string | null)[];

export function keysOf(record: AnyRecord, values: Values): RowKeys {
  return record.keys.map((key, index) => {
    const folded = key.map((name) => foldText(values[name]));
    const named = index === record.keys.length - 1 && key.includes(record.title);
    const complete = named ? foldText(values[record.title]) !== "" : folded.every((text) => text !== "");
    return complete ? folded.join("\u0000") : null;
  });
}

/** The field that alone identifies a row (the ARBO ID), if the record type has one. */
export function identityField(record: AnyRecord): string | null {
  const first = record.keys[0];
  return first?.length === 1 ? (first[0] ?? null) : null;
}

/** Whether two rows that share a later key are told apart by an earlier one: both have it, and it differs. */
export const toldApart = (one: RowKeys, other: RowKeys, before: number): boolean =>
  one.slice(0, before).some((key, index) => key !== null && other[index] != null && other[index] !== key);

/** Rows found by their keys. */
export class KeyIndex<Row> {
  private readonly maps: Map<string, { row: Row; keys: RowKeys }[]>[];

  constructor(record: AnyRecord) {
    this.maps = record.keys.map(() => new Map());
  }

  add(row: Row, keys: RowKeys): void {
    for (const [index, key] of keys.entries()) {
      if (key === null) continue;
      const map = this.maps[index];
      const entries = map?.get(key);
      if (entries) entries.push({ row, keys });
      else map?.set(key, [{ row, keys }]);
    }
  }

  /** The rows with the first key that finds any. */
  find(keys: RowKeys): { rows: Row[]; key: number } | null {
    for (const [index, key] of keys.entries()) {
      if (key === null) continue;
      const found = (this.maps[index]?.get(key) ?? []).filter((entry) => !toldApart(keys, entry.keys, index));
      if (found.length > 0) return { rows: found.map((entry) => entry.row), key: index };
    }
    return null;
  }
}
