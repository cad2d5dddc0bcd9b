/** Remembers the classified rows of a file that do not repeat an earlier row, so that later rows can be compared. */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { isComparedWithoutId, KeyIndex, type RowKeys } from "../keys.ts";
import type { FileRow } from "../rows.ts";
import type { StoredRow } from "../stored-rows.ts";
import { joinedValues } from "./row-values.ts";

/** A row of the file that does not repeat an earlier row. */
export interface FirstRow {
  row: number;
  title: string;
  town: string;
  /** Id of the stored row that the row matches. */
  stored: unknown;
  input: FileRow["input"];
  /**
   * Row numbers of this row and of later rows that have the same key but other values. The map key is the row's values,
   * joined into one string.
   */
  versions: Map<string, number>;
}

export class EarlierRows {
  private readonly record: AnyRecord;
  private readonly byKey: KeyIndex<FirstRow>;
  /** Maps all values of a row without an ID, joined into one text, to the rows of the file with these values. */
  private readonly byValues = new Map<string, FirstRow[]>();
  /** Maps the id of a stored row to the row of the file that matches the stored row. */
  private readonly byStored = new Map<unknown, FirstRow>();

  constructor(record: AnyRecord) {
    this.record = record;
    this.byKey = new KeyIndex(record);
  }

  add({ row, input, keys, match }: FileRow, title: string, stored: StoredRow | null): void {
    const first: FirstRow = { row, title, town: keys.town, stored: stored?.id, input, versions: new Map() };
    this.byKey.add(first, keys);
    if (isComparedWithoutId(this.record, match)) {
      const text = joinedValues(this.record, input);
      this.byValues.set(text, [...(this.byValues.get(text) ?? []), first]);
    }
    if (stored) this.byStored.set(stored.id, first);
  }

  /**
   * Finds the rows with the same key as the given row. If the row has no ID, and the record type has `withoutId`
   * fields, finds the rows with the same values, and `key` is undefined.
   */
  find({ keys, match, input }: FileRow): { rows: readonly FirstRow[]; key?: number } | null {
    if (!isComparedWithoutId(this.record, match)) return this.byKey.find(keys);
    return { rows: this.byValues.get(joinedValues(this.record, input)) ?? [] };
  }

  /** Returns the row of the file that matches a stored row. */
  ofStored(id: unknown): FirstRow | undefined {
    return this.byStored.get(id);
  }

  /** True if a row other than row number `except` has the given keys. */
  hasKeys(keys: RowKeys, except: number): boolean {
    return this.byKey.find(keys)?.rows.some(({ row }) => row !== except) ?? false;
  }
}
