/** Validates the rows of a file with the same validator that runs when a row is saved. */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { foldText } from "../../rules/text.ts";
import { parseField, type ReadingOptions } from "../../validate/parse-field.ts";
import {
  type FieldProblem,
  fieldsOf,
  type Validated,
  type ValidationContext,
  validateRecord,
} from "../../validate/validate.ts";
import { identityField, joinedIds } from "../keys.ts";
import type { Layout } from "../reading/headings.ts";
import { type CellIssue, type FileRow, issueAt } from "../rows.ts";
import { mergeSharedValues } from "../shared-values.ts";
import type { StoredRow } from "../stored-rows.ts";
import { changesOf, type FieldChange, sameAsStored, withoutRepairs } from "./changes.ts";

type Values = Readonly<Record<string, unknown>>;

/** Result of the validation of a row, as an update of `stored` or as an insert. */
export interface Verdict {
  /** The imported row. If the original text of a repaired cell equals the stored value, the repair is undone. */
  read: FileRow;
  validated: Validated;
  issues: CellIssue[];
  stored: StoredRow | null;
  /** Differences from the stored row; empty for a new row. */
  changes: readonly FieldChange[];
}

export const isUnchanged = ({ issues, changes }: Verdict): boolean =>
  issues.length === 0 && changes.length === 0;

export class RowValidator {
  private readonly record: AnyRecord;
  private readonly layout: Layout;
  private readonly options: ReadingOptions;
  /** All values of the identifying field (such as ARBO IDs) in the file and in the stored rows. */
  private readonly ids: ReadonlySet<string>;

  /** @param known Values of all stored rows and of all rows of the file. */
  constructor(record: AnyRecord, layout: Layout, options: ReadingOptions, known: readonly Values[]) {
    this.record = record;
    this.layout = layout;
    this.options = options;
    const identity = identityField(record);
    this.ids = new Set(identity === null ? [] : known.map((row) => foldText(row[identity])));
  }

  /** Validates a row as an update of the stored row; without a stored row, as an insert. */
  validate(row: FileRow, stored: StoredRow | null): Verdict {
    const { record, options } = this;
    const read = stored ? withoutRepairs(record, row, stored) : row;
    const validated = stored
      ? this.validateInput(this.inputFor(read, stored), "update", { ...options, current: stored })
      : this.validateInput(row.input, "insert", options);
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
   * Validates the values of a row. Leaves out a computed value that was right when the list was written, such as an age
   * that the birthday contradicts today, and adds a note about it.
   */
  private validateInput(input: Values, mode: "insert" | "update", context: ValidationContext): Validated {
    const validated = validateRecord(this.record, input, mode, context);
    const outdated = validated.problems.find(({ field }) => this.isOutdated(field, input[field]));
    if (!outdated) return validated;
    const { [outdated.field]: _, ...others } = input;
    const again = this.validateInput(others, mode, context);
    return {
      ...again,
      notes: [...again.notes, { ...outdated, message: `${outdated.message}, which is saved` }],
    };
  }

  private isOutdated(name: string, value: unknown): boolean {
    const field = fieldsOf(this.record).get(name);
    const changes = this.record.computed?.some((rule) => rule.field === name && rule.changesWithTime);
    return changes === true && field !== undefined && value != null && parseField(field, value).ok;
  }

  /** Returns the notes of the row's cells and of the validator. */
  notesOf(row: FileRow, { read, validated, stored }: Verdict): CellIssue[] {
    // A note is dropped if the stored row already has the value of its field. For the parent's name, compare the name
    // in the file, because the import has replaced the name in `row.input`.
    const textOf = ({ field, value }: CellIssue) =>
      field === this.record.parent?.title ? value : row.input[field];
    const own = read.notes.filter((note) => !sameAsStored(textOf(note), stored?.[note.field]));
    return [...own, ...validated.notes.map((note) => this.issue(row, note))];
  }

  /** Builds the input for an update. A row matched by name keeps its stored ID even if the file's ID cell is blank. */
  private inputFor(row: FileRow, stored: StoredRow): Values {
    const input = mergeSharedValues(this.record, row.input, row.shared, stored);
    const identity = identityField(this.record);
    if (!identity || !(identity in input) || row.match[identity] != null) return input;
    const { [identity]: _blank, ...rest } = input;
    return rest;
  }

  /**
   * Reports a new ID that is probably several IDs, such as "A-1 & A-2". A slash can be part of an ID, so "A-1/A-2" is
   * only reported if is an ID in the file or in the stored rows.
   */
  private joinedIdIssues({ match, source }: FileRow): CellIssue[] {
    const identity = identityField(this.record);
    const id = identity === null ? "" : String(match[identity] ?? "");
    const isJoined = /[&;]/.test(id) || joinedIds(id).some((part) => this.ids.has(foldText(part)));
    if (identity === null || !isJoined) return [];
    const { one, many } = this.record.noun;
    const reason = `"${id}" looks like the IDs of several ${many}; write one row per ${one}`;
    return [issueAt(this.layout, source, identity, reason)];
  }

  /**
   * Converts a problem that the validator found to an issue of the cell. Sets `isText` if the cell has text in a number
   * field.
   */
  private problem(row: FileRow, problem: FieldProblem): CellIssue {
    const issue = this.issue(row, problem);
    const field = fieldsOf(this.record).get(problem.field);
    const reading = field && parseField(field, row.input[problem.field]);
    return reading && !reading.ok && reading.text ? { ...issue, isText: true } : issue;
  }

  /**
   * Converts a message of the validator to an issue of the cell. Removes the field label at the start of the message,
   * because the preview shows the label in the next column.
   */
  private issue(row: FileRow, { field, message }: FieldProblem): CellIssue {
    const label = `${fieldsOf(this.record).get(field)?.label ?? field}: `;
    const reason = message.startsWith(label) ? message.slice(label.length) : message;
    return issueAt(this.layout, row.source, field, reason);
  }
}
