/**
 * Keys that match a row of a file to stored rows and to earlier rows of the file (registry: `keys`).
 *
 * The keys are tried in order. A key is skipped if the row lacks one of its values. The last key is different if it
 * contains the title field: only the title must have a value, and two blank values are equal. So an organization
 * without a town matches itself in the next import.
 *
 * If a key contains the title of the parent (the ARBO name), two rows must have the same parent. A row identifies its
 * parent by key, ID or name. A row without a parent has an ARC instead, with an ID or a name. The first of these fields
 * that both rows have is compared. If this is the key or the ID of the parent, the town is ignored, because files may
 * lack the town.
 */
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { foldText } from "../rules/text.ts";

type Values = Readonly<Record<string, unknown>>;

interface KeyText {
  /** Field that identifies the parent or the ARC of the row; null if the key contains no parent. */
  owner: string | null;
  /** Fields of the key. The title of the parent is replaced by `owner`. */
  fields: readonly string[];
  /** The row's values of `fields`, joined into one text. */
  text: string;
}

export interface RowKeys {
  /**
   * Values of each key of the record type, joined into texts. A key has one text per field that identifies the row's
   * parent or ARC, most reliable field first. A key has no text if the row lacks one of its values.
   */
  texts: readonly (readonly KeyText[])[];
  /** Town of a row that belongs to a parent or an ARC; otherwise empty. Rows with different towns do not match. */
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

/**
 * Returns the filled fields that identify the row's parent, most reliable field first. For a row without a parent,
 * returns the fields that identify its ARC.
 */
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

/** Returns the title field of a record type, and all fields that its keys may read. */
export function keyFields({ keys, title, parent, withoutId = [] }: AnyRecord): readonly string[] {
  const owner = parent ? [parent.key, parent.identifier, parent.title, ...parent.instead] : [];
  return [...new Set([title, ...keys.flat(), ...withoutId, ...owner])];
}

/**
 * Returns the record type with the fields `withoutId` as its only key, for rows without an ID. Two rows agree in a
 * field that is blank in both. Returns null if the record type has no such fields.
 */
export const keyedWithoutId = (record: AnyRecord): AnyRecord | null =>
  record.withoutId
    ? { ...record, title: record.parent?.title ?? record.title, keys: [record.withoutId] }
    : null;

/** True if a row has no ID, and its record type compares such rows by the fields `withoutId`. */
export function isComparedWithoutId(record: AnyRecord, values: Values): boolean {
  const identity = identityField(record);
  return record.withoutId !== undefined && identity !== null && !isFilled(values[identity]);
}

const replaceTitle = ({ parent }: AnyRecord, name: string, owner: string | null): string =>
  owner !== null && name === parent?.title ? owner : name;

function comparedFields(record: AnyRecord, key: readonly string[], owner: string): readonly string[] {
  const isLinked = owner === record.parent?.key || owner === record.parent?.identifier;
  return key.filter((name) => !(isLinked && name === town)).map((name) => replaceTitle(record, name, owner));
}

/** Returns the field that alone identifies a record, such as the ARBO ID; null if no field does. */
export function identityField(record: AnyRecord): string | null {
  const first = record.keys[0];
  return first?.length === 1 ? (first[0] ?? null) : null;
}

/**
 * Splits a text such as "A-1/A-2" or "A-1 & A-2", which may contain several IDs. Returns an empty list if the text has
 * no separator.
 */
export function joinedIds(id: unknown): string[] {
  const parts = String(id ?? "").split(/[/&;]/);
  return parts.length > 1 ? parts.map((part) => part.trim()).filter((part) => part !== "") : [];
}

/**
 * Compares two rows by the first owner field that both rows have. Returns null if they have no owner field in common.
 */
function haveSameKey(one: readonly KeyText[], other: readonly KeyText[]): boolean | null {
  for (const { owner, text } of one) {
    const found = other.find((its) => its.owner === owner);
    if (found) return found.text === text;
  }
  return null;
}

/**
 * True if two rows are different records although a key matches: their towns differ, or they differ in an earlier key.
 * @param before Index of the matching key. Only keys with a lower index are compared.
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
   * Returns the rows that match by the first key with a match. Prefers rows that identify their owner by the same
   * field, then rows of the same town. Omits all other rows if there are preferred ones.
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

/** Returns the entries that meet the condition, or all entries if no entry meets it. */
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

/** Finds the stored rows that match a row of a file, by the first of the row's `lookups` with a match. */
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
