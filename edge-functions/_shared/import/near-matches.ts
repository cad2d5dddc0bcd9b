/**
 * Finds stored rows that are probably the same record as a row of a file, although no key matches: they have the same
 * name and office, but one of them lacks the town, or their IDs differ only in punctuation or leading zeros.
 */
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { foldText } from "../rules/text.ts";
import { identityField } from "./keys.ts";
import type { StoredRow } from "./stored-rows.ts";

type Values = Readonly<Record<string, unknown>>;

const officeFields = ["region_name", "province_name"];
const town = "muncity_name";

const plainId = (id: unknown): string => foldText(id).replace(/[^\p{L}\p{N}]/gu, "");

/** True if two IDs differ only in blanks, punctuation or leading zeros: "00123" and "123", "NE-001" and "NE 1". */
function areSameId(one: unknown, other: unknown): boolean {
  const whole = (id: unknown) => plainId(id).replace(/^0+(?=.)/, "");
  const parts = (id: unknown) => plainId(foldText(id).replace(/(?<!\d)0+(?=\d)/g, ""));
  return whole(one) === whole(other) || parts(one) === parts(other);
}

export class NearMatchIndex {
  private readonly record: AnyRecord;
  private readonly identity: string | null;
  /** True if the name, the office and the town identify a record. Other record types repeat the same name. */
  private readonly isNamedInTown: boolean;
  private readonly names = new Map<string, StoredRow[]>();

  constructor(record: AnyRecord) {
    this.record = record;
    this.identity = identityField(record);
    const last: readonly string[] = record.keys.at(-1) ?? [];
    this.isNamedInTown =
      last.includes(town) && last.every((name) => [record.title, town, ...officeFields].includes(name));
  }

  add(stored: StoredRow): void {
    const key = this.keyOf(stored);
    if (key === null) return;
    const rows = this.names.get(key);
    if (rows) rows.push(stored);
    else this.names.set(key, [stored]);
  }

  find(row: Values): StoredRow[] {
    const key = this.keyOf(row);
    return key === null ? [] : (this.names.get(key) ?? []).filter((stored) => this.areNear(row, stored));
  }

  /**
   * Returns the input of a row as an update of a near match. The stored ID and town are kept, because those of the row
   * are blank or damaged.
   */
  inputFor(row: { input: Values; match: Values }, stored: StoredRow): Values {
    const { identity } = this;
    const kept = new Set<string>();
    if (identity && plainId(stored[identity]) !== "") kept.add(identity);
    if (foldText(row.match[town]) === "") kept.add(town);
    return Object.fromEntries(Object.entries(row.input).filter(([name]) => !kept.has(name)));
  }

  private areNear(row: Values, stored: StoredRow): boolean {
    const [own, known] = this.identity ? [row[this.identity], stored[this.identity]] : [];
    if (plainId(own) !== "" && plainId(known) !== "") return areSameId(own, known);
    return this.isNamedInTown && (foldText(row[town]) === "") !== (foldText(stored[town]) === "");
  }

  /** Returns the name and office of a row as one text; null if the row has no name, or its name is its ID. */
  private keyOf(values: Values): string | null {
    const { title } = this.record;
    const name = foldText(values[title]);
    if (name === "" || title === this.identity) return null;
    return [name, ...officeFields.map((field) => foldText(values[field]))].join("\u0000");
  }
}
