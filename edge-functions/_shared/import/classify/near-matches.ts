/**
 * Finds rows that are probably the same record as a row of a file, although no key matches.
 *
 * Two rows match if they have the same office and, apart from abbreviations, the same name. If both rows have an ID,
 * the IDs may differ only in punctuation and leading zeros. If one row lacks the ID, the towns must be equal or missing
 * in one row.
 *
 * Rows that differ only in a measure also match. A measure is a number in a key, such as the volume of a sale.
 */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { foldText } from "../../rules/text.ts";
import { fieldsOf } from "../../validate/validate.ts";
import { identityField, KeyIndex, keysOf } from "../keys.ts";
import { expandName } from "../name-similarity.ts";
import { isSameId, plainId } from "../same-id.ts";
import type { StoredRow } from "../stored-rows.ts";

type Values = Readonly<Record<string, unknown>>;

const officeFields = ["region_name", "province_name"];
const town = "muncity_name";

/** Index of rows by name. The rows are stored rows or rows of the file. */
export class NearMatchIndex<Row extends Values = StoredRow> {
  private readonly record: AnyRecord;
  private readonly identity: string | null;
  /** True if name, office and town identify a record. In other record types, several records can have the same name. */
  private readonly isNamedInTown: boolean;
  private readonly names = new Map<string, Row[]>();

  constructor(record: AnyRecord) {
    this.record = record;
    this.identity = identityField(record);
    const last: readonly string[] = record.keys.at(-1) ?? [];
    this.isNamedInTown =
      last.includes(town) && last.every((name) => [record.title, town, ...officeFields].includes(name));
  }

  add(stored: Row): void {
    const key = this.keyOf(stored);
    if (key === null) return;
    const rows = this.names.get(key);
    if (rows) rows.push(stored);
    else this.names.set(key, [stored]);
  }

  find(row: Values): Row[] {
    const key = this.keyOf(row);
    return key === null ? [] : (this.names.get(key) ?? []).filter((stored) => this.areNear(row, stored));
  }

  private areNear(row: Values, stored: Row): boolean {
    const [own, known] = this.identity ? [row[this.identity], stored[this.identity]] : [];
    if (plainId(own) !== "" && plainId(known) !== "") return isSameId(own, known);
    if (!this.isNamedInTown) return false;
    const [here, there] = [foldText(row[town]), foldText(stored[town])];
    return here === "" || there === "" || here === there;
  }

  /** Returns name and office of a row as one text; null if the row has no name, or if its name is its ID. */
  private keyOf(values: Values): string | null {
    const { title } = this.record;
    const name = expandName(values[title]);
    if (name === "" || title === this.identity) return null;
    return [name, ...officeFields.map((field) => foldText(values[field]))].join("\u0000");
  }
}

/**
 * Returns a row's input for an update of a stored row that is probably the same record. Omits the ID if the stored row
 * has one, because the row's own ID is blank or damaged. Omits a blank town.
 */
export function inputForNearMatch(
  record: AnyRecord,
  row: { input: Values; match: Values },
  stored: StoredRow,
): Values {
  const identity = identityField(record);
  const kept = new Set<string>();
  if (identity && plainId(stored[identity]) !== "") kept.add(identity);
  if (foldText(row.match[town]) === "") kept.add(town);
  return Object.fromEntries(Object.entries(row.input).filter(([name]) => !kept.has(name)));
}

/** Number fields that contain a coordinate rather than a quantity. They do not count as measures. */
const coordinates: ReadonlySet<string> = new Set(["latitude", "longitude"]);

/**
 * Maximum number of stored rows that a new row may correct. If more stored rows differ from the new row only in
 * measures, the user is not asked whether the new row is a correction.
 */
const mostAlike = 20;

/**
 * Index of stored rows that a new row may be a correction of, because the two rows differ only in measures. The lookup
 * key is the last entry of the record type's `keys`, without its measures.
 */
export class CorrectionIndex {
  /** The record type without the measures in its last key; null if this key has no measures. */
  private readonly record: AnyRecord | null;
  private readonly measures: readonly string[];
  private readonly rows: KeyIndex<StoredRow>;
  /** Number of stored rows for each key. */
  private readonly counts = new Map<string, number>();

  constructor(record: AnyRecord) {
    const key = record.keys.at(-1) ?? [];
    this.measures = key.filter((name) => {
      const { kind, options } = fieldsOf(record).get(name) ?? {};
      const isNumber = kind === "integer" || kind === "decimal";
      return isNumber && options === undefined && !coordinates.has(name);
    });
    const rest = key.filter((name) => !this.measures.includes(name));
    this.record = this.measures.length > 0 ? { ...record, keys: [rest] } : null;
    this.rows = new KeyIndex(this.record ?? record);
  }

  add(stored: StoredRow): void {
    if (!this.record) return;
    const keys = keysOf(this.record, stored);
    this.rows.add(stored, keys);
    for (const { text } of keys.texts.flat()) this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
  }

  /** Returns the stored rows that differ from the row only in measures. `field` is the first measure that differs. */
  find(row: Values): { stored: StoredRow; field: string }[] {
    const keys = this.record && keysOf(this.record, row);
    if (!keys || keys.texts.flat().some(({ text }) => (this.counts.get(text) ?? 0) > mostAlike)) return [];
    const found = this.rows.find(keys);
    return (found?.rows ?? []).flatMap((stored) => {
      const field = this.measures.find((name) => foldText(row[name]) !== foldText(stored[name]));
      return field ? [{ stored, field }] : [];
    });
  }
}
