/** Finds the stored row, or the earlier row of the file, that is the same record as a row of the file. */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { mayRepeat } from "../../records/vocabulary/unique-keys.ts";
import {
  findStored,
  indexByKeys,
  isComparedWithoutId,
  type KeyIndex,
  keyedWithoutId,
  keysOf,
  type RowKeys,
} from "../keys.ts";
import type { FileRow } from "../rows.ts";
import type { StoredRow } from "../stored-rows.ts";
import type { EarlierRows, FirstRow } from "./earlier-rows.ts";
import { isUnchanged, type RowValidator, type Verdict } from "./row-validator.ts";
import { differingPeriod } from "./row-values.ts";
import { ValueComparison } from "./value-comparison.ts";

export interface Match extends Verdict {
  /** Index of the key by which the row matches stored rows; undefined if no key matches. */
  key: number | undefined;
  /** Stored rows that may be the same record as the row, or may be another record. The user must decide. */
  doubtful: readonly StoredRow[];
}

/** Earlier rows of the file that a row repeats. */
export interface Repeated {
  first: FirstRow;
  /** All these rows, including `first`. */
  rows: readonly FirstRow[];
  /** Index of the key by which the row matches them; undefined if no key matches. */
  key: number | undefined;
}

/** Stored rows with the same key as a row of the file. */
interface Found {
  key: number | undefined;
  rows: readonly StoredRow[];
  /** Stored rows of another quarter or month. */
  others: readonly StoredRow[];
}

interface MatcherOptions {
  record: AnyRecord;
  existing: readonly StoredRow[];
  /** All rows of the file, if they are known in advance. */
  rows: readonly FileRow[] | undefined;
  validator: RowValidator;
  earlier: EarlierRows;
}

export class RowMatcher {
  private readonly record: AnyRecord;
  private readonly rows: readonly FileRow[] | undefined;
  private readonly validator: RowValidator;
  private readonly earlier: EarlierRows;
  private readonly values: ValueComparison;
  private readonly stored: KeyIndex<StoredRow>;
  /**
   * Index that finds stored rows for a row without an ID, by the registry's `withoutId` fields; null if the record type
   * has no such fields.
   */
  private readonly withoutId: { record: AnyRecord; stored: KeyIndex<StoredRow> } | null;
  /**
   * Ids of stored rows that are the only match of a row of the file, that a row of the file does not change, or that
   * the user may choose to update with a row of the file. Other rows of the file do not offer to update these stored
   * rows.
   */
  private readonly taken = new Set<unknown>();
  /** Result of `reserveUnchanged`, by row number; null before its first call. */
  private reserved: ReadonlyMap<number, StoredRow> | null = null;

  constructor({ record, existing, rows, validator, earlier }: MatcherOptions) {
    this.record = record;
    this.rows = rows;
    this.validator = validator;
    this.earlier = earlier;
    this.values = new ValueComparison(record);
    this.stored = indexByKeys(record, existing);
    const keyed = keyedWithoutId(record);
    this.withoutId = keyed && { record: keyed, stored: indexByKeys(keyed, existing) };
    for (const row of rows ?? []) {
      const [only, ...others] = this.findMatches(row).rows;
      if (only && others.length === 0) this.taken.add(only.id);
    }
  }

  /**
   * Finds the matching stored row and validates the row as an update of the stored row. Without a matching stored row,
   * validates the row as an insert.
   */
  match(row: FileRow): Match {
    const found = this.findMatches(row);
    const { key, rows, others } = found;
    const several = this.findSeveral(row, found);
    const insert = (doubtful: readonly StoredRow[]) => ({
      ...this.validator.validate(row, null),
      key,
      doubtful,
    });
    const update = (stored: StoredRow) => ({ ...this.validator.validate(row, stored), key, doubtful: [] });
    const same = this.findUnchanged(row, several);
    if (same) return update(same);
    if (several.length > 0) this.reserved ??= this.reserveUnchanged(row);
    const unclaimed = several.filter((one) => !this.isClaimed(one));
    const free = unclaimed.filter((one) => !this.isTaken(one));
    if (unclaimed.length > 0) return insert(free.length > 0 ? free : unclaimed);
    const stored = rows.find((one) => !this.isOtherTown(row, one));
    return stored ? update(stored) : insert(rows.length > 0 ? [] : others);
  }

  /** Finds the earlier rows of the file that a row repeats. Returns null if the row repeats no earlier row. */
  findRepeated(row: FileRow, match: Match): Repeated | null {
    const { stored } = match;
    const claimed = stored ? this.earlier.ofStored(stored.id) : undefined;
    // Several stored rows can have the same key, and an exported file has one row for each of them. So each row of the
    // file must match a different stored row.
    if (stored && claimed === undefined && isUnchanged(match)) return null;
    const seen = this.earlier.find(row);
    const isOther = (other: FirstRow) =>
      stored && claimed === undefined && this.hasOtherRecord(row, stored, other);
    const rows = [...(seen?.rows ?? []).filter((other) => !isOther(other)), ...(claimed ? [claimed] : [])];
    // A row that differs from an unchanged row with the same key may be the next stored row with this key.
    const isNext =
      match.doubtful.some((one) => !this.isClaimed(one)) && rows.every((other) => other.stored !== undefined);
    const [first] = rows;
    return !first || isNext ? null : { first, rows, key: seen?.key };
  }

  /** True if no row of the file matches the stored row or offers to update it. */
  isFree(stored: StoredRow): boolean {
    return !this.isClaimed(stored) && !this.isTaken(stored);
  }

  isTaken({ id }: StoredRow): boolean {
    return this.taken.has(id);
  }

  /** Notes that a row of the file offers to update the stored row. */
  take({ id }: StoredRow): void {
    this.taken.add(id);
  }

  hasStoredKeys(keys: RowKeys): boolean {
    return this.stored.find(keys) !== null;
  }

  private isClaimed({ id }: StoredRow): boolean {
    return this.earlier.ofStored(id) !== undefined;
  }

  /**
   * Finds the stored rows with the same key as the given row. If rows with equal keys may be different records, stored
   * rows of another quarter or month are returned as `others`.
   */
  private findMatches(row: FileRow): Found {
    const { record } = this;
    const { rows: found = [], key } = findStored(this.stored, row) ?? {};
    const isRepeatable = key !== undefined && mayRepeat(record, record.keys[key] ?? []);
    const isOther = (stored: StoredRow) =>
      isRepeatable && differingPeriod(record, row.input, stored) !== undefined;
    return { key, rows: found.filter((stored) => !isOther(stored)), others: found.filter(isOther) };
  }

  /** Returns the stored rows that may match the row, if it is unclear which of them is the same record. */
  private findSeveral(row: FileRow, { rows, others }: Found): readonly StoredRow[] {
    if (rows.length > 1) return rows;
    return rows.length === 0 && others.length === 0 ? this.findAlike(row) : [];
  }

  /**
   * Finds the stored rows that may be the same record as a row without an ID. Leaves out stored rows that another row
   * of the file matches or offers to update.
   */
  private findAlike({ match }: FileRow): StoredRow[] {
    if (!this.withoutId || !isComparedWithoutId(this.record, match)) return [];
    const found = this.withoutId.stored.find(keysOf(this.withoutId.record, match));
    return (found?.rows ?? []).filter((stored) => this.isFree(stored));
  }

  /** Finds the stored row that a row of the file does not change, among the several stored rows that may match. */
  private findUnchanged(row: FileRow, several: readonly StoredRow[]): StoredRow | undefined {
    if (this.reserved) return this.reserved.get(row.row);
    return several.find(
      (stored) =>
        this.isFree(stored) &&
        !this.values.differ(row, stored) &&
        isUnchanged(this.validator.validate(row, stored)),
    );
  }

  /**
   * Finds the stored rows that the rows after `first` do not change. A changed row before them must not be offered as
   * an update of these stored rows.
   */
  private reserveUnchanged(first: FileRow): Map<number, StoredRow> | null {
    if (!this.rows) return null;
    const reserved = new Map<number, StoredRow>();
    for (const row of this.rows) {
      if (row.row <= first.row || !row.inScope) continue;
      const same = this.findUnchanged(row, this.findSeveral(row, this.findMatches(row)));
      if (!same) continue;
      reserved.set(row.row, same);
      this.take(same);
    }
    return reserved;
  }

  /**
   * True if the stored row already matches an earlier row of the file, and the two rows of the file have different
   * towns. The two rows are then different records.
   */
  private isOtherTown({ keys: { town } }: FileRow, stored: StoredRow): boolean {
    const claimed = this.earlier.ofStored(stored.id);
    return claimed !== undefined && town !== "" && claimed.town !== "" && claimed.town !== town;
  }

  /**
   * True if two rows of the file are different records. `row` matches the stored row `stored`. The records are
   * different if `earlier` matches another stored row. They are also different if `earlier` matches no stored row and
   * reports on another quarter or month.
   */
  private hasOtherRecord(row: FileRow, stored: StoredRow, earlier: FirstRow): boolean {
    if (earlier.stored !== undefined) return earlier.stored !== stored.id;
    return differingPeriod(this.record, row.input, earlier.input) !== undefined;
  }
}
