/**
 * Assigns each row of a file to exactly one class, with the same validator that runs when the row is saved. The classes
 * are checked in this order:
 * - out_of_scope: the row belongs to another office. Nothing else is checked.
 * - wrong: the row has errors.
 * - duplicate: the row repeats an earlier row of the file, or it is possibly a stored record. The user decides what to
 *   do with the row.
 * - new, changed or unchanged: the result of the comparison with the stored row.
 */
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { mayRepeat } from "../records/vocabulary/unique-keys.ts";
import { foldText } from "../rules/text.ts";
import { parseField } from "../validate/parse-field.ts";
import { type OpenCheck, openChecks } from "../validate/soft-checks.ts";
import { type FieldProblem, fieldsOf, type Validated, validateRecord } from "../validate/validate.ts";
import { type ImportAccess, refusalOf } from "./access.ts";
import { changesOf, type FieldChange, sameAsStored, withoutRepairs } from "./changes.ts";
import {
  findStored,
  identityField,
  indexByKeys,
  isFilled,
  joinedIds,
  KeyIndex,
  keyedWithoutId,
  keysOf,
  type RowKeys,
} from "./keys.ts";
import { type LikelyRow, LikelySameIndex } from "./likely.ts";
import { areDifferentNames } from "./name-similarity.ts";
import { CorrectionIndex, NearMatchIndex } from "./near-matches.ts";
import type { Layout } from "./reading/headings.ts";
import { differingField, differingPeriod, valueTexts } from "./row-values.ts";
import { type CellIssue, type FileRow, issueAt } from "./rows.ts";
import { mergeSharedValues } from "./shared-values.ts";
import { SimilarNames } from "./similar-names.ts";
import type { StoredRow } from "./stored-rows.ts";

export const rowClasses = ["new", "changed", "unchanged", "out_of_scope", "duplicate", "wrong"] as const;
export type RowClass = (typeof rowClasses)[number];

/**
 * A choice that the user has for a duplicate. If the user selects the option, `payload` is sent to the server. A
 * duplicate without a selected option is not saved.
 */
export interface RowOption {
  key: "anyway" | "update" | "new";
  /** Label of the option, shown after "Row 7: ". */
  label: string;
  payload: Readonly<Record<string, unknown>>;
}

export interface ClassifiedRow {
  row: number;
  class: RowClass;
  /** Value of the record type's title field. */
  title: string;
  /** Value of the identifying field (the ARBO ID); null if blank. */
  identity: string | null;
  changes: readonly FieldChange[];
  /** Errors in the row, one per cell. */
  issues: readonly CellIssue[];
  /**
   * Values that will be saved differently from how they are written, and warnings about possible duplicates. Notes
   * never prevent saving.
   */
  notes: readonly CellIssue[];
  /** For a duplicate: row number of the earlier row that this row repeats. */
  repeats: number | null;
  /**
   * Similar names in the same town, from stored rows and earlier rows of the file. Names from the file include their
   * row number.
   */
  similarNames: readonly string[];
  /**
   * Stored rows and earlier rows that are probably the same record. They make this row a duplicate, although their keys
   * differ.
   */
  likely: readonly LikelyRow[];
  /** Body of the save request: a complete new row, or id, row_version and the changed fields. */
  payload: Readonly<Record<string, unknown>> | null;
  /** Unusual values (soft checks). The row can only be saved with a reason. */
  unusualValues: readonly OpenCheck[];
  /** Options that the user has for a duplicate. */
  options: readonly RowOption[];
  /** The row's values as they would be stored, including computed fields. */
  values: Readonly<Record<string, unknown>>;
}

export interface ClassifierOptions {
  record: AnyRecord;
  layout: Layout;
  access: ImportAccess;
  existing: readonly StoredRow[];
  /**
   * All rows that will be classified, if the caller knows them in advance. They make the search for similar names
   * faster.
   */
  rows?: readonly FileRow[];
  /** If true, text in number cells is read as 0 (spec section 5). If false, such text is an error. */
  textAsZero?: boolean;
  now?: Date;
}

interface Verdict {
  /** The imported row. If the original text of a repaired cell equals the stored value, the repair is undone. */
  read: FileRow;
  validated: Validated;
  issues: CellIssue[];
  stored: StoredRow | null;
  /** Differences from the stored row; empty for a new row. */
  changes: readonly FieldChange[];
}

interface Match extends Verdict {
  /** Index of the key by which the row matches stored rows; undefined if no key matches. */
  key: number | undefined;
  /** Stored rows that may be the same record as the row, or may be another record. The user must decide. */
  doubtful: readonly StoredRow[];
}

/** Stored rows with the same key as a row of the file. */
interface Found {
  key: number | undefined;
  rows: readonly StoredRow[];
  /** Stored rows of another quarter or month. */
  others: readonly StoredRow[];
}

/** A row of the file that does not repeat an earlier row. */
interface FirstRow {
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

const isUnchanged = ({ issues, changes }: Verdict): boolean => issues.length === 0 && changes.length === 0;

/** Classifies the rows of one file. Rows must be passed once each, in the order of the file. */
export class Classifier {
  private readonly stored: KeyIndex<StoredRow>;
  private readonly seen: KeyIndex<FirstRow>;
  /**
   * Index that finds stored rows for a row without an ID, by the registry's `withoutId` fields; null if the record type
   * has no such fields.
   */
  private readonly withoutId: { record: AnyRecord; stored: KeyIndex<StoredRow> } | null;
  /** Maps all values of a row without an ID, joined into one text, to the rows of the file with these values. */
  private readonly seenWithoutId = new Map<string, FirstRow[]>();
  /** Maps the id of a stored row to the row of the file that matches the stored row. */
  private readonly claimed = new Map<unknown, FirstRow>();
  private readonly names: SimilarNames;
  /** All values of the identifying field (such as ARBO IDs) in the file and in the stored rows. */
  private readonly ids: ReadonlySet<string>;
  private readonly likely: LikelySameIndex;
  private readonly near: NearMatchIndex;
  private readonly nearInFile: NearMatchIndex<Readonly<Record<string, unknown>> & { row: number }>;
  private readonly corrections: CorrectionIndex;
  /**
   * Ids of stored rows that are the only match of a row of the file, that a row of the file does not change, or that the
   * user may choose to update with a row of the file. Other rows of the file do not offer to update these stored rows.
   */
  private readonly taken = new Set<unknown>();
  /** Result of `reserveUnchanged`, by row number; null before its first call. */
  private reserved: ReadonlyMap<number, StoredRow> | null = null;
  private readonly options: ClassifierOptions;

  constructor(options: ClassifierOptions) {
    this.options = options;
    const { record } = options;
    this.stored = indexByKeys(record, options.existing);
    this.seen = new KeyIndex(record);
    const keyed = keyedWithoutId(record);
    this.withoutId = keyed && { record: keyed, stored: indexByKeys(keyed, options.existing) };
    this.likely = new LikelySameIndex(record);
    this.near = new NearMatchIndex(record);
    this.nearInFile = new NearMatchIndex(record);
    this.corrections = new CorrectionIndex(record);
    const all = [...options.existing, ...(options.rows ?? []).map(({ match }) => match)];
    this.names = new SimilarNames(all.map((row) => String(row[record.title] ?? "")));
    const identity = identityField(record);
    this.ids = new Set(identity === null ? [] : all.map((row) => foldText(row[identity])));
    for (const row of options.existing) {
      this.likely.add(row, { id: Number(row.id), title: String(row[record.title] ?? "") });
      this.near.add(row);
      this.corrections.add(row);
      this.rememberName(row, String(row[record.title] ?? ""));
    }
    for (const row of options.rows ?? []) {
      const [only, ...others] = this.findMatches(row).rows;
      if (only && others.length === 0) this.taken.add(only.id);
    }
  }

  classify(row: FileRow): ClassifiedRow {
    const { record } = this.options;
    const identity = identityField(record);
    const base: ClassifiedRow = {
      row: row.row,
      class: "out_of_scope",
      title: String(row.match[record.title] ?? ""),
      identity: identity && row.match[identity] != null ? String(row.match[identity]) : null,
      changes: [],
      issues: [],
      notes: [],
      repeats: null,
      similarNames: [],
      likely: [],
      payload: null,
      unusualValues: [],
      options: [],
      values: {},
    };
    return row.inScope ? this.classifyInScope(row, base) : { ...base, notes: [this.outOfScopeNote(row)] };
  }

  /** Returns the note that says which office an out-of-scope row belongs to. */
  private outOfScopeNote(row: FileRow): CellIssue {
    const place = [row.match.province_name, row.match.region_name].filter(Boolean).join(", ");
    const reason = place === "" ? "names no office" : `belongs to another office: ${place}`;
    return issueAt(this.options.layout, row.source, "", reason);
  }

  private classifyInScope(row: FileRow, base: ClassifiedRow): ClassifiedRow {
    const verdict = this.matchAndValidate(row);
    const { stored, validated } = verdict;
    const claimed = stored ? this.claimed.get(stored.id) : undefined;
    // Several stored rows can have the same key, and an exported file has one row for each of them. So each row of the
    // file must match a different stored row.
    const another = stored && claimed === undefined && isUnchanged(verdict);
    const seen = another ? null : this.findSeen(row);
    const isOther = (other: FirstRow) =>
      stored && claimed === undefined && this.hasOtherRecord(row, stored, other);
    const alike = [...(seen?.rows ?? []).filter((other) => !isOther(other)), ...(claimed ? [claimed] : [])];
    // A row that differs from an unchanged row with the same key may be the next stored row with this key.
    const isNext =
      verdict.doubtful.some(({ id }) => !this.claimed.has(id)) &&
      alike.every((other) => other.stored !== undefined);
    const [first] = another || isNext ? [] : alike;
    if (!first) this.addFirst(row, base.title, stored);
    // A note is dropped if the stored row already has the value of its field. For the parent's name, compare the name
    // in the file, because the import has replaced the name in `row.input`.
    const textOf = ({ field, value }: CellIssue) =>
      field === this.options.record.parent?.title ? value : row.input[field];
    const own = verdict.read.notes.filter((note) => !sameAsStored(textOf(note), stored?.[note.field]));
    const notes = [...own, ...validated.notes.map((note) => this.issue(row, note))];
    const unusualValues = openChecks(this.options.record, { ...stored, ...validated.value }, stored);
    const judged = { ...base, notes, unusualValues, values: validated.value };
    if (!first && verdict.doubtful.length > 0) return this.holdBackSameKey(row, verdict, judged);
    if (verdict.issues.length > 0) return { ...judged, class: "wrong", issues: verdict.issues };
    if (first) {
      const unlike = seen?.key === 0 && areDifferentNames(base.title, first.title);
      const repeated = this.repeated(row, judged, alike, [seen?.key, verdict.key]);
      return this.withoutIdentity(row, repeated, unlike);
    }
    if (!stored) return this.holdBackNearMatch(row, this.added(row, validated, judged));
    const against = this.against(stored, row, { ...judged, changes: verdict.changes });
    return this.hasOtherName(row, base, stored) ? this.holdBack(row, stored, against) : against;
  }

  private addFirst({ row, input, keys, match }: FileRow, title: string, stored: StoredRow | null): void {
    const first: FirstRow = { row, title, town: keys.town, stored: stored?.id, input, versions: new Map() };
    this.seen.add(first, keys);
    if (this.keysWithoutId(match)) {
      const text = this.valuesText(input);
      this.seenWithoutId.set(text, [...(this.seenWithoutId.get(text) ?? []), first]);
    }
    if (stored) this.claimed.set(stored.id, first);
  }

  /**
   * Finds the earlier rows of the file with the same key as the given row. If the row has no ID, and the record type
   * has `withoutId` fields, finds the rows with the same values, and `key` is undefined.
   */
  private findSeen({ keys, match, input }: FileRow): { rows: readonly FirstRow[]; key?: number } | null {
    if (!this.keysWithoutId(match)) return this.seen.find(keys);
    return { rows: this.seenWithoutId.get(this.valuesText(input)) ?? [] };
  }

  /** Joins the values of a row into one text, which ignores case, accents and the format of the cells. */
  private valuesText(input: FileRow["input"]): string {
    return foldText(JSON.stringify(valueTexts(this.options.record, input)));
  }

  /**
   * Returns the key texts of the `withoutId` fields for a row without an ID. Returns null if the row has an ID, or the
   * record type has no `withoutId` fields.
   */
  private keysWithoutId(match: FileRow["match"]): RowKeys | null {
    const identity = identityField(this.options.record);
    if (!this.withoutId || identity === null || isFilled(match[identity])) return null;
    return keysOf(this.withoutId.record, match);
  }

  /**
   * True if two rows of the file are different records. `row` matches the stored row `stored`. The records are
   * different if `earlier` matches another stored row. They are also different if `earlier` matches no stored row and
   * reports on another quarter or month.
   */
  private hasOtherRecord(row: FileRow, stored: StoredRow, earlier: FirstRow): boolean {
    if (earlier.stored !== undefined) return earlier.stored !== stored.id;
    return differingPeriod(this.options.record, row.input, earlier.input) !== undefined;
  }

  /**
   * Classifies a row as a duplicate of an earlier row of the file. The user can add the row if its key may repeat and
   * the rows have different values, or if the rows have no ID.
   * @param alike Earlier rows with the same key; the row repeats the first one.
   * @param keys Indexes of the keys by which the row matches earlier rows and stored rows.
   */
  private repeated(
    row: FileRow,
    base: ClassifiedRow,
    alike: readonly FirstRow[],
    keys: readonly (number | undefined)[],
  ): ClassifiedRow {
    const { record, layout } = this.options;
    const [first] = alike;
    const text = this.valuesText(row.input);
    for (const { row: number, input, versions } of alike)
      if (versions.size === 0) versions.set(this.valuesText(input), number);
    const same = alike.map(({ versions }) => versions.get(text)).find((number) => number !== undefined);
    const repeated: ClassifiedRow = { ...base, class: "duplicate", repeats: same ?? first?.row ?? null };
    const matched = keys.flatMap((key) => record.keys[key ?? -1] ?? []);
    const isKeyed = matched.length > 0;
    if (!first || (same !== undefined && isKeyed) || !mayRepeat(record, matched)) return repeated;
    first.versions.set(text, same ?? row.row);
    const { validated, issues } = this.validate(row, null);
    const asNew = issues.length > 0 ? [] : this.newOptions(row, validated.value);
    if (asNew.length === 0) return repeated;
    const its = valueTexts(record, first.input);
    const field = differingField(record, valueTexts(record, row.input), its);
    const other = field === undefined ? "the same values" : (its[field] ?? "no value");
    const reason = `row ${first.row} has ${other}; is this another ${record.noun.one}?`;
    return {
      ...repeated,
      notes: [issueAt(layout, row.source, field ?? "", reason), ...base.notes],
      options: asNew,
    };
  }

  /**
   * Classifies a row as a duplicate if its key is stored, but it is unclear whether the row changes a stored row or is
   * another record. The user decides whether to update the stored row or to add a new record.
   */
  private holdBackSameKey(row: FileRow, match: Match, base: ClassifiedRow): ClassifiedRow {
    const { record, layout } = this.options;
    const { doubtful, issues, validated } = match;
    const [stored] = doubtful;
    const only = doubtful.length === 1 ? stored : undefined;
    const added =
      issues.length > 0 ? { ...base, class: "wrong" as const, issues } : this.added(row, validated, base);
    const { update, changes } = this.nearUpdate(row, only, added);
    const asNew = added.payload ? this.newOptions(row, added.payload) : added.options;
    const options = [...update, ...asNew];
    if (options.length === 0) return added;
    const field = (only && differingPeriod(record, row.input, only)) ?? record.keys[match.key ?? 0]?.[0];
    const reason = only
      ? this.correctionReason({ stored: only, field: field ?? record.title })
      : `${doubtful.length} stored ${record.noun.many} match this row; edit the right one in its form`;
    const note = issueAt(layout, row.source, field ?? record.title, reason);
    const notes = [note, ...base.notes];
    return { ...added, class: "duplicate", payload: null, issues: [], changes, notes, options };
  }

  /**
   * True if a row of the file and a stored row have the same ID, but clearly different names. The ID in the file may
   * then belong to a different record.
   */
  private hasOtherName(row: FileRow, { identity, title }: ClassifiedRow, stored: StoredRow): boolean {
    const { record } = this.options;
    const field = identityField(record);
    const name = stored[record.title];
    if (!field || field === record.title || identity === null || title === "" || !name) return false;
    return foldText(stored[field]) === foldText(row.match[field]) && areDifferentNames(title, String(name));
  }

  /**
   * Classifies a row as a duplicate if its ID is stored with a different name. The user decides whether the record was
   * renamed or the ID is wrong.
   */
  private holdBack(row: FileRow, stored: StoredRow, against: ClassifiedRow): ClassifiedRow {
    if (against.class !== "changed" || against.payload === null) return against;
    const { record } = this.options;
    const name = String(stored[record.title]);
    const update: RowOption = { key: "update", label: `Update ${name}`, payload: against.payload };
    const note = issueAt(
      this.options.layout,
      row.source,
      identityField(record) ?? "",
      `${against.identity} is stored as ${name}; a different name may mean a different ${record.noun.one}`,
    );
    const held: ClassifiedRow = {
      ...against,
      class: "duplicate",
      payload: null,
      notes: [note, ...against.notes],
    };
    return this.withoutIdentity(row, { ...held, options: [update] }, true);
  }

  /**
   * Classifies a new row as a duplicate if a stored row or an earlier row of the file is probably the same record. The
   * user decides whether to update the stored row or to add a new record.
   */
  private holdBackNearMatch(row: FileRow, added: ClassifiedRow): ClassifiedRow {
    if (added.class !== "new" || added.payload === null) return added;
    const { record, layout } = this.options;
    const near = this.near.find(row.match);
    const [earlier] = this.nearInFile.find(row.match);
    this.nearInFile.add({ ...row.match, row: row.row });
    const free = this.corrections.find(row.match).filter(({ stored }) => !this.taken.has(stored.id));
    const [candidate] = free.length === 1 ? free : [];
    const [stored] = near;
    // If several stored rows are probable matches, there is no option to update one of them. The user can edit the
    // right one in its form.
    const only = near.length < 2 ? (stored ?? candidate?.stored) : undefined;
    const { update, changes } = this.nearUpdate(row, only, added);
    // Ask whether the row corrects a stored row only if the user is allowed to save the correction.
    const corrected = update.length > 0 ? candidate : undefined;
    const noted = stored
      ? { field: record.title, reason: this.nearReason(stored) }
      : corrected
        ? { field: corrected.field, reason: this.correctionReason(corrected) }
        : earlier && {
            field: record.title,
            reason: `row ${earlier.row} is probably the same ${record.noun.one}`,
          };
    if (!noted) return added;
    const notes = [issueAt(layout, row.source, noted.field, noted.reason), ...added.notes];
    const options = [...update, this.asNew(added.payload)];
    return { ...added, class: "duplicate", payload: null, changes, notes, options };
  }

  private nearReason(stored: StoredRow): string {
    const { record } = this.options;
    const identity = identityField(record);
    const known = [identity && stored[identity], stored.muncity_name].filter(Boolean).join(", ");
    const name = `${String(stored[record.title])}${known === "" ? "" : ` (${known})`}`;
    return `${name} is stored and is probably the same ${record.noun.one}`;
  }

  private correctionReason({ stored, field }: { stored: StoredRow; field: string }): string {
    const { noun } = this.options.record;
    return `the stored ${noun.one} has ${stored[field] ?? "no value"}; is this a correction or another ${noun.one}?`;
  }

  /**
   * Returns the option to update a stored row that is probably the same record, and the changes. The list of options is
   * empty if nothing would change or the user may not update the row.
   */
  private nearUpdate(
    row: FileRow,
    stored: StoredRow | undefined,
    base: ClassifiedRow,
  ): { update: RowOption[]; changes: readonly FieldChange[] } {
    const none = { update: [], changes: [] };
    if (!stored || this.claimed.has(stored.id) || this.taken.has(stored.id)) return none;
    const input = this.near.inputFor(row, stored);
    const { issues, changes } = this.validate({ ...row, input }, stored);
    const { payload } = this.against(stored, row, { ...base, payload: null, changes });
    if (issues.length > 0 || payload === null) return none;
    this.taken.add(stored.id);
    const label = `Update ${String(stored[this.options.record.title])}`;
    return { update: [{ key: "update", label, payload }], changes };
  }

  /** Returns the option to add a row although its key exists; an empty list if the user may not add the row. */
  private newOptions(row: FileRow, values: Readonly<Record<string, unknown>>): RowOption[] {
    if (this.refusal({ action: "insert", after: filledIn(values) }, row)) return [];
    return [this.asNew({ ...filledIn(values), save_anyway: true })];
  }

  private asNew(payload: RowOption["payload"]): RowOption {
    return { key: "new", label: `Add as a new ${this.options.record.noun.one}`, payload };
  }

  /** Adds the option to save the row as a new record without its ID, because the ID belongs to a different record. */
  private withoutIdentity(row: FileRow, base: ClassifiedRow, offered: boolean): ClassifiedRow {
    const { record } = this.options;
    const identity = identityField(record);
    if (!offered || !identity) return base;
    const { [identity]: _, ...input } = row.input;
    const keys = keysOf(record, { ...row.match, [identity]: null });
    const earlier = this.seen.find(keys)?.rows.some((other) => other.row !== row.row);
    if (this.stored.find(keys) || earlier) return base;
    const { validated, issues } = this.validate({ ...row, input }, null);
    const added = this.added(row, validated, { ...base, likely: [] });
    if (issues.length > 0 || added.payload === null) return base;
    const label = fieldsOf(record).get(identity)?.label ?? identity;
    return {
      ...base,
      options: [...base.options, { key: "new", label: `Add without the ${label}`, payload: added.payload }],
    };
  }

  /**
   * Finds the matching stored row and validates the row as an update of the stored row. Without a matching stored row,
   * validates the row as an insert.
   */
  private matchAndValidate(row: FileRow): Match {
    const found = this.findMatches(row);
    const { key, rows, others } = found;
    const several = this.findSeveral(row, found);
    const insert = (doubtful: readonly StoredRow[]) => ({ ...this.validate(row, null), key, doubtful });
    const update = (stored: StoredRow) => ({ ...this.validate(row, stored), key, doubtful: [] });
    const same = this.findUnchanged(row, several);
    if (same) return update(same);
    if (several.length > 0) this.reserved ??= this.reserveUnchanged(row);
    const unclaimed = several.filter(({ id }) => !this.claimed.has(id));
    const free = unclaimed.filter(({ id }) => !this.taken.has(id));
    if (unclaimed.length > 0) return insert(free.length > 0 ? free : unclaimed);
    const stored = rows.find((one) => !this.isOtherTown(row, one));
    return stored ? update(stored) : insert(rows.length > 0 ? [] : others);
  }

  /** Returns the stored rows that may match the row, if it is unclear which of them is the same record. */
  private findSeveral(row: FileRow, { rows, others }: Found): readonly StoredRow[] {
    if (rows.length > 1) return rows;
    return rows.length === 0 && others.length === 0 ? this.findAlike(row) : [];
  }

  /** Finds the stored row that a row of the file does not change, among the several stored rows that may match. */
  private findUnchanged(row: FileRow, stored: readonly StoredRow[]): StoredRow | undefined {
    if (this.reserved) return this.reserved.get(row.row);
    return this.free(stored).find((one) => isUnchanged(this.validate(row, one)));
  }

  /**
   * Finds the stored rows that the rows after `first` do not change. A changed row before them must not be offered as an
   * update of these stored rows.
   */
  private reserveUnchanged(first: FileRow): Map<number, StoredRow> | null {
    const { rows } = this.options;
    if (!rows) return null;
    const reserved = new Map<number, StoredRow>();
    for (const row of rows) {
      if (row.row <= first.row || !row.inScope) continue;
      const same = this.findUnchanged(row, this.findSeveral(row, this.findMatches(row)));
      if (!same) continue;
      reserved.set(row.row, same);
      this.taken.add(same.id);
    }
    return reserved;
  }

  /** Leaves out stored rows that another row of the file matches or offers to update. */
  private free(stored: readonly StoredRow[]): StoredRow[] {
    return stored.filter(({ id }) => !this.claimed.has(id) && !this.taken.has(id));
  }

  /**
   * Finds the stored rows with the same key as the given row. If rows with equal keys may be different records, stored
   * rows of another quarter or month are returned as `others`.
   */
  private findMatches(row: FileRow): Found {
    const { record } = this.options;
    const { rows: found = [], key } = findStored(this.stored, row) ?? {};
    const isRepeatable = key !== undefined && mayRepeat(record, record.keys[key] ?? []);
    const isOther = (stored: StoredRow) =>
      isRepeatable && differingPeriod(record, row.input, stored) !== undefined;
    return { key, rows: found.filter((stored) => !isOther(stored)), others: found.filter(isOther) };
  }

  /**
   * Finds the stored rows that may be the same record as a row without an ID. Leaves out stored rows that another row
   * of the file matches or offers to update.
   */
  private findAlike({ match }: FileRow): StoredRow[] {
    const keys = this.keysWithoutId(match);
    return this.free((keys && this.withoutId?.stored.find(keys)?.rows) ?? []);
  }

  /**
   * True if the stored row already matches an earlier row of the file, and the two rows of the file have different
   * towns. The two rows are then different records.
   */
  private isOtherTown({ keys: { town } }: FileRow, stored: StoredRow): boolean {
    const claimed = this.claimed.get(stored.id);
    return claimed !== undefined && town !== "" && claimed.town !== "" && claimed.town !== town;
  }

  private validate(row: FileRow, stored: StoredRow | null): Verdict {
    const { record, textAsZero, now } = this.options;
    const context = { ...(textAsZero ? { textAsZero } : {}), ...(now ? { now } : {}) };
    const read = stored ? withoutRepairs(record, row, stored) : row;
    const validated = stored
      ? validateRecord(record, this.inputFor(read, stored), "update", { ...context, current: stored })
      : validateRecord(record, row.input, "insert", context);
    const reported = new Set(read.issues.map((issue) => issue.field));
    const problems = validated.problems.filter(
      ({ field }) => !reported.has(field) && !(stored && sameAsStored(row.input[field], stored[field])),
    );
    return {
      read,
      validated,
      stored,
      changes: stored ? changesOf(record, stored, validated.value) : [],
      issues: [
        ...read.issues,
        ...problems.map((problem) => this.problem(row, problem)),
        ...(stored ? [] : this.joinedIdIssues(row)),
      ],
    };
  }

  /**
   * Reports a new ID that is probably several IDs, such as "A-1 & A-2". A slash can be part of an ID, so "A-1/A-2" is
   * only reported if A-1 or A-2 is an ID in the file or in the stored rows.
   */
  private joinedIdIssues({ match, source }: FileRow): CellIssue[] {
    const identity = identityField(this.options.record);
    const id = identity === null ? "" : String(match[identity] ?? "");
    const isJoined = /[&;]/.test(id) || joinedIds(id).some((part) => this.ids.has(foldText(part)));
    if (identity === null || !isJoined) return [];
    const { one, many } = this.options.record.noun;
    const reason = `"${id}" looks like the IDs of several ${many}; write one row per ${one}`;
    return [issueAt(this.options.layout, source, identity, reason)];
  }

  /** Builds the input for an update. A row matched by name keeps its stored ID even if the file's ID cell is blank. */
  private inputFor(row: FileRow, stored: StoredRow): Readonly<Record<string, unknown>> {
    const { record } = this.options;
    const input = mergeSharedValues(record, row.input, row.shared, stored);
    const identity = identityField(record);
    if (!identity || !(identity in input) || row.match[identity] != null) return input;
    const { [identity]: _blank, ...rest } = input;
    return rest;
  }

  private against(stored: StoredRow, row: FileRow, base: ClassifiedRow): ClassifiedRow {
    const { changes } = base;
    if (changes.length === 0) return { ...base, class: "unchanged" };
    const changed = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
    const refusal = this.refusal({ action: "update", before: stored, after: { ...stored, ...changed } }, row);
    if (refusal) return { ...base, class: "wrong", issues: [refusal] };
    const payload = { id: stored.id, row_version: stored.row_version, ...changed };
    return { ...base, class: "changed", payload };
  }

  private added(row: FileRow, validated: Validated, base: ClassifiedRow): ClassifiedRow {
    const { record } = this.options;
    const payload = filledIn(validated.value);
    const refusal = this.refusal({ action: "insert", after: payload }, row);
    if (refusal) return { ...base, class: "wrong", issues: [refusal] };
    const likely = this.likely.find(payload);
    this.likely.add(payload, { row: row.row, title: base.title });
    if (likely.length > 0) {
      const label = `Save anyway: they are different ${record.noun.many}`;
      const anyway: RowOption = { key: "anyway", label, payload: { ...payload, save_anyway: true } };
      return { ...base, class: "duplicate", likely, options: [anyway] };
    }
    const alike = this.alike(payload, base.title);
    this.rememberName(payload, `${base.title} (row ${row.row})`, base.title);
    return { ...base, class: "new", payload, similarNames: alike };
  }

  private refusal(write: Parameters<typeof refusalOf>[2], row: FileRow): CellIssue | null {
    const reason = refusalOf(this.options.record, this.options.access, write);
    return reason ? issueAt(this.options.layout, row.source, "", reason) : null;
  }

  /**
   * Converts a problem that the validator found to an issue of the cell. Sets `isText` if the cell has text in a number
   * field.
   */
  private problem(row: FileRow, problem: FieldProblem): CellIssue {
    const issue = this.issue(row, problem);
    const field = fieldsOf(this.options.record).get(problem.field);
    const reading = field && parseField(field, row.input[problem.field]);
    return reading && !reading.ok && reading.text ? { ...issue, isText: true } : issue;
  }

  /**
   * Converts a message of the validator to an issue of the cell. Removes the field label at the start of the message,
   * because the preview shows the label in the next column.
   */
  private issue(row: FileRow, { field, message }: FieldProblem): CellIssue {
    const label = `${fieldsOf(this.options.record).get(field)?.label ?? field}: `;
    const reason = message.startsWith(label) ? message.slice(label.length) : message;
    return issueAt(this.options.layout, row.source, field, reason);
  }

  private rememberName(row: Readonly<Record<string, unknown>>, shown: string, name = shown): void {
    const town = townOf(row);
    if (town && name !== "") this.names.add(town, name, shown);
  }

  private alike(row: Readonly<Record<string, unknown>>, name: string): string[] {
    return this.names.find(townOf(row) ?? "", name);
  }
}

const filledIn = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

const townOf = (row: Readonly<Record<string, unknown>>): string | null =>
  foldText(row.muncity_name) === ""
    ? null
    : `${foldText(row.province_name)}\u0000${foldText(row.muncity_name)}`;
