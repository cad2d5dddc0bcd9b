/**
 * Keys that match a row of a file to stored rows and to earlier rows of the file (registry: `keys`).
 *
 * The keys are tried in order. A key is skipped if the row lacks one of its values. The last key is only skipped if the
 * row has none of its values besides the place. Two blank values then count as equal, so that an organization without a
 * town still matches itself in the next import.
 */
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { foldText } from "../rules/text.ts";

type Values = Readonly<Record<string, unknown>>;

export interface RowKeys {
  /** For each key of the record type: the row's key values joined into one text, or null if the row lacks a value. */
  texts: readonly (string | null)[];
  /** Town of a row that is compared by its parent. Two such rows differ if both have a town and the towns differ. */
  town: string;
}

export function keysOf(record: AnyRecord, values: Values): RowKeys {
  let isByParent = false;
  const texts = record.keys.map((key, index) => {
    const names = comparedFields(record, key, values);
    isByParent ||= key.includes(town) && !names.includes(town);
    const isComplete =
      index === record.keys.length - 1
        ? names.some((name) => !places.has(name) && isFilled(values[name]))
        : names.every((name) => isFilled(values[name]));
    return isComplete ? names.map((name) => `${name}=${foldText(values[name])}`).join("\u0000") : null;
  });
  return { texts, town: isByParent ? foldText(values[town]) : "" };
}

const town = "muncity_name";
const places: ReadonlySet<string> = new Set(["region_name", "province_name", town, "barangay_name"]);
/** True if a value is not blank. */
export const isFilled = (value: unknown): boolean => foldText(value) !== "";

/**
 * Returns the fields by which a key compares the row with other rows. If the row is linked to its parent (the ARBO),
 * the key compares the parent instead of its name and town, because files spell the name differently and may lack the
 * town. If the row names no parent, the key compares the ARC instead of the name.
 */
export function comparedFields(record: AnyRecord, key: readonly string[], values: Values): readonly string[] {
  const { parent } = record;
  if (!parent || record.path === parent.path || !key.includes(parent.title)) return key;
  const owner = [parent.key, parent.identifier, parent.title, ...parent.instead].find((name) =>
    isFilled(values[name]),
  );
  const isLinked = owner === parent.key || owner === parent.identifier;
  return key
    .filter((name) => !(isLinked && name === town))
    .map((name) => (name === parent.title ? (owner ?? name) : name));
}

/** Returns the field that alone identifies a row (the ARBO ID), or null if the record type has no such field. */
export function identityField(record: AnyRecord): string | null {
  const first = record.keys[0];
  return first?.length === 1 ? (first[0] ?? null) : null;
}

/**
 * True if both rows have a town and the towns differ, or if the values of the two rows differ in a key that both rows
 * have and that comes before the matching key. The rows are then different records, although the later key matches.
 * @param before Index of the matching key; only keys before it are compared.
 */
export const haveConflictingKeys = (one: RowKeys, other: RowKeys, before: number): boolean =>
  (one.town !== "" && other.town !== "" && one.town !== other.town) ||
  one.texts
    .slice(0, before)
    .some((key, index) => key !== null && other.texts[index] != null && other.texts[index] !== key);

/** Index of rows by their keys. */
export class KeyIndex<Row> {
  private readonly maps: Map<string, { row: Row; keys: RowKeys }[]>[];

  constructor(record: AnyRecord) {
    this.maps = record.keys.map(() => new Map());
  }

  add(row: Row, keys: RowKeys): void {
    for (const [index, key] of keys.texts.entries()) {
      if (key === null) continue;
      const map = this.maps[index];
      const entries = map?.get(key);
      if (entries) entries.push({ row, keys });
      else map?.set(key, [{ row, keys }]);
    }
  }

  /**
   * Tries the keys in order, up to the first key that matches at least one row. Returns all rows that match this key.
   */
  find(keys: RowKeys): { rows: Row[]; key: number } | null {
    for (const [index, key] of keys.texts.entries()) {
      if (key === null) continue;
      const found = (this.maps[index]?.get(key) ?? []).filter(
        (entry) => !haveConflictingKeys(keys, entry.keys, index),
      );
      if (found.length > 0) return { rows: found.map((entry) => entry.row), key: index };
    }
    return null;
  }
}

/** Finds the stored rows of a row of a file: first by the texts as they are in the file, then by the repaired texts. */
export const findStored = <Row>(
  index: KeyIndex<Row>,
  { keys, writtenKeys }: { keys: RowKeys; writtenKeys: RowKeys },
): { rows: Row[]; key: number } | null => index.find(writtenKeys) ?? index.find(keys);
