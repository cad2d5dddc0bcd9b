/**
 * Assigns each row of a file to exactly one class, with the same validator that runs when the row is saved. The classes
 * are checked in this order:
 * - out_of_scope: the row belongs to another office. Nothing else is checked.
 * - wrong: the row has errors.
 * - duplicate: the row repeats an earlier row of the file, or it is possibly a stored record. The user decides what to
 *   do with the row.
 * - new, changed or unchanged: the result of the comparison with the stored row.
 */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { openChecks } from "../../validate/soft-checks.ts";
import type { ImportAccess } from "../access.ts";
import { identityField } from "../keys.ts";
import type { Layout } from "../reading/headings.ts";
import { type CellIssue, type FileRow, issueAt } from "../rows.ts";
import type { StoredRow } from "../stored-rows.ts";
import type { ClassifiedRow } from "./classified-row.ts";
import { DuplicateOptions } from "./duplicate-options.ts";
import { EarlierRows } from "./earlier-rows.ts";
import { PossibleUpdates } from "./possible-updates.ts";
import { RepeatedRows } from "./repeated-rows.ts";
import { RowMatcher } from "./row-matcher.ts";
import { RowValidator } from "./row-validator.ts";
import { SaveRequests } from "./save-requests.ts";

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

/** Classifies the rows of one file. Rows must be passed once each, in the order of the file. */
export class Classifier {
  private readonly record: AnyRecord;
  private readonly layout: Layout;
  private readonly validator: RowValidator;
  private readonly earlier: EarlierRows;
  private readonly matcher: RowMatcher;
  private readonly requests: SaveRequests;
  private readonly repeatedRows: RepeatedRows;
  private readonly possibleUpdates: PossibleUpdates;

  constructor({ record, layout, access, existing, rows, textAsZero, now }: ClassifierOptions) {
    this.record = record;
    this.layout = layout;
    const known = [...existing, ...(rows ?? []).map(({ match }) => match)];
    const reading = { ...(textAsZero ? { textAsZero } : {}), ...(now ? { now } : {}) };
    const validator = new RowValidator(record, layout, reading, known);
    const earlier = new EarlierRows(record);
    const matcher = new RowMatcher({ record, existing, rows, validator, earlier });
    const names = known.map((row) => String(row[record.title] ?? ""));
    const requests = new SaveRequests({ record, layout, access, existing, names });
    const options = new DuplicateOptions({ record, validator, earlier, matcher, requests });
    this.validator = validator;
    this.earlier = earlier;
    this.matcher = matcher;
    this.requests = requests;
    this.repeatedRows = new RepeatedRows(record, layout, validator, options);
    this.possibleUpdates = new PossibleUpdates({ record, layout, existing, matcher, requests, options });
  }

  classify(row: FileRow): ClassifiedRow {
    const identity = identityField(this.record);
    const base: ClassifiedRow = {
      row: row.row,
      class: "out_of_scope",
      title: String(row.match[this.record.title] ?? ""),
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
    return issueAt(this.layout, row.source, "", reason);
  }

  private classifyInScope(row: FileRow, base: ClassifiedRow): ClassifiedRow {
    const match = this.matcher.match(row);
    const { stored, validated } = match;
    const repeated = this.matcher.findRepeated(row, match);
    if (!repeated) this.earlier.add(row, base.title, stored);
    const judged: ClassifiedRow = {
      ...base,
      notes: this.validator.notesOf(row, match),
      unusualValues: openChecks(this.record, { ...stored, ...validated.value }, stored),
      values: validated.value,
    };
    if (!repeated && match.doubtful.length > 0) return this.possibleUpdates.withSameKey(row, match, judged);
    if (match.issues.length > 0) return { ...judged, class: "wrong", issues: match.issues };
    if (repeated) return this.repeatedRows.classify(row, judged, repeated, match.key);
    if (stored) {
      const updated = this.requests.update(stored, row, { ...judged, changes: match.changes });
      return this.possibleUpdates.withOtherName(row, stored, updated);
    }
    return this.possibleUpdates.withNearMatch(row, this.requests.insert(row, validated, judged));
  }
}
