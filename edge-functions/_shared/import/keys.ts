/**
 * Keys that match a row of a file to stored rows and to earlier rows of the file (registry: `keys`).
 *
 * The keys are tried in order. A key is skipped if the row lacks one of its values. If the last key contains the title
 * field, only the title must have a value. Two blank values then count as equal, so that an organization without a town
 * still matches itself in the next import.
 *
 * If a key contains the title field of the parent (the ARBO name), the parents of two rows are compared. A row names its parent by up to three fields: key,
 * ID and name. If it names no parent, it names its ARC by ID and name. Two rows are compared by the first of these fields
 * that both have. The key and the ID are compared without the town, because files may lack the town.
 */
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { foldText } from "../rules/text.ts";

type Values = Readonly<Record<string, unknown>>;

interface KeyText {
  /** Field by which this text names the parent or the ARC of the row; null if the key contains no parent. */
  owner: string | null;
  /** Fields of the key, with the owner field in place of the title of the parent. */
  fields: readonly string[];
  /** The row's values of these fields, joined into one text. */
  text: string;
}

export interface RowKeys {
  /** For each key of the record type: one text per owner field, strongest first. Empty if the row lacks a value. */
  texts: readonly (readonly KeyText[])[];
  /** Town of a row that belongs to a parent or an ARC. Two such rows differ if both have a town and the towns differ. */
  town: string;
}

export function keysOf(record: AnyRecord, values: Values): RowKeys {
  const texts = record.keys.map((key, index) => {
    const isNamed = index === record.keys.length - 1 && key.includes(record.title);
    return ownersOf(record, key, values).flatMap((owner): KeyText[] => {
      const fields = owner === null ? key : comparedFields(record, key, owner);
      const needed = isNamed ? [replaceTitle(record, record.title, owner)] : fields;
      if (!needed.every((name) => isFilled(values[name]))) return [];
      return [
        { owner, fields, text: fields.map((name) => `${name}=${foldText(values[name])}`).join("\u0000") },
      ];
    });
  });
  const isOwned = record.keys.some((key) => key.includes(town) && hasOwner(record, key));
  return { texts, town: isOwned ? foldText(values[town]) : "" };
}

const town = "muncity_name";
/** True if a value is not blank. */
export const isFilled = (value: unknown): boolean => foldText(value) !== "";

const hasOwner = ({ parent, path }: AnyRecord, key: readonly string[]): boolean =>
  parent !== undefined && path !== parent.path && key.includes(parent.title);

/** Returns the fields by which the row names its parent, else its ARC, strongest first. */
export function ownersOf(
  record: AnyRecord,
  key: readonly string[],
  values: Values,
): readonly (string | null)[] {
  const { parent } = record;
  if (!parent || !hasOwner(record, key)) return [null];
  const filled = (names: readonly string[]) => names.filter((name) => isFilled(values[name]));
  const parents = filled([parent.key, parent.identifier, parent.title]);
  const owners = parents.length > 0 ? parents : filled(parent.instead);
  return owners.length > 0 ? owners : [parent.title];
}

const replaceTitle = ({ parent }: AnyRecord, name: string, owner: string | null): string =>
  owner !== null && name === parent?.title ? owner : name;

function comparedFields(record: AnyRecord, key: readonly string[], owner: string): readonly string[] {
  const isLinked = owner === record.parent?.key || owner === record.parent?.identifier;
  return key.filter((name) => !(isLinked && name === town)).map((name) => replaceTitle(record, name, owner));
}

/** Returns the field that alone identifies a row (the ARBO ID), or null if the record type has no such field. */
export function identityField(record: AnyRecord): string | null {
  const first = record.keys[0];
  return first?.length === 1 ? (first[0] ?? null) : null;
}

/** Compares two rows by the first owner field that both have. Null if they have none in common. */
function haveSameKey(one: readonly KeyText[], other: readonly KeyText[]): boolean | null {
  for (const { owner, text } of one) {
    const found = other.find((its) => its.owner === owner);
    if (found) return found.text === text;
  }
  return null;
}

/**
 * True if both rows have a town and the towns differ, or if the values of the two rows differ in a key that both rows
 * have and that comes before the matching key. The rows are then different records, although the later key matches.
 * @param before Index of the matching key; only keys before it are compared.
 */
const haveConflictingKeys = (one: RowKeys, other: RowKeys, before: number): boolean =>
  (one.town !== "" && other.town !== "" && one.town !== other.town) ||
  one.texts.slice(0, before).some((texts, index) => haveSameKey(texts, other.texts[index] ?? []) === false);

interface Entry<Row> {
  row: Row;
  keys: RowKeys;
}

interface Found<Row> {
  rows: Row[];
  /** Index of the key that matches. */
  key: number;
  /** Fields in which the rows agree. */
  fields: readonly string[];
}

/** Index of rows by their keys. */
export class KeyIndex<Row> {
  private readonly maps: Map<string, Entry<Row>[]>[];

  constructor(record: AnyRecord) {
    this.maps = record.keys.map(() => new Map());
  }

  add(row: Row, keys: RowKeys): void {
    for (const [index, texts] of keys.texts.entries()) {
      const map = this.maps[index];
      for (const { text } of texts) {
        const entries = map?.get(text);
        if (entries) entries.push({ row, keys });
        else map?.set(text, [{ row, keys }]);
      }
    }
  }

  /**
   * Tries the keys in order, up to the first key that matches at least one row. Prefers matches that name their owner by
   * the same fields and have exactly the same town. If there are none, returns all matches.
   */
  find(keys: RowKeys): Found<Row> | null {
    for (const [index, texts] of keys.texts.entries()) {
      for (const { text, fields } of texts) {
        const found = (this.maps[index]?.get(text) ?? []).filter(
          (entry) =>
            haveSameKey(texts, entry.keys.texts[index] ?? []) &&
            !haveConflictingKeys(keys, entry.keys, index),
        );
        if (found.length === 0) continue;
        const [strongest] = texts;
        const alike = preferred(found, (other) => other.texts[index]?.[0]?.owner === strongest?.owner);
        const closest = preferred(alike, (other) => other.town === keys.town);
        return { rows: closest.map(({ row }) => row), key: index, fields };
      }
    }
    return null;
  }
}

/** Returns the entries that meet the condition; all entries if none does. */
function preferred<Row>(entries: Entry<Row>[], isPreferred: (keys: RowKeys) => boolean): Entry<Row>[] {
  const found = entries.filter(({ keys }) => isPreferred(keys));
  return found.length > 0 ? found : entries;
}

/** Returns an index of rows by their keys. */
export function indexByKeys<Row extends Values>(record: AnyRecord, rows: Iterable<Row>): KeyIndex<Row> {
  const index = new KeyIndex<Row>(record);
  for (const row of rows) index.add(row, keysOf(record, row));
  return index;
}

/** Finds the stored rows of a row of a file by its lookups, in their order. */
export function findStored<Row>(
  index: KeyIndex<Row>,
  { lookups }: { lookups: readonly RowKeys[] },
): Found<Row> | null {
  for (const keys of lookups) {
    const found = index.find(keys);
    if (found) return found;
  }
  return null;
}
