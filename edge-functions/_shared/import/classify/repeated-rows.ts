/** Classifies rows that repeat an earlier row of the file. */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { mayRepeat } from "../../records/vocabulary/unique-keys.ts";
import { areDifferentNames } from "../name-similarity.ts";
import type { Layout } from "../reading/headings.ts";
import { type FileRow, issueAt } from "../rows.ts";
import type { ClassifiedRow } from "./classified-row.ts";
import type { DuplicateOptions } from "./duplicate-options.ts";
import type { Repeated } from "./row-matcher.ts";
import type { RowValidator } from "./row-validator.ts";
import { differingField, joinedValues, valueTexts } from "./row-values.ts";

export class RepeatedRows {
  private readonly record: AnyRecord;
  private readonly layout: Layout;
  private readonly validator: RowValidator;
  private readonly options: DuplicateOptions;

  constructor(record: AnyRecord, layout: Layout, validator: RowValidator, options: DuplicateOptions) {
    this.record = record;
    this.layout = layout;
    this.validator = validator;
    this.options = options;
  }

  /**
   * Classifies a row as a duplicate of an earlier row of the file. The user can add the row if its key may repeat and
   * the rows have different values, or if the rows have no ID. The user can add it without its ID if the rows have
   * the same ID, but clearly different names.
   * @param storedKey Index of the key by which the row matches stored rows; undefined if no key matches.
   */
  classify(
    row: FileRow,
    base: ClassifiedRow,
    repeated: Repeated,
    storedKey: number | undefined,
  ): ClassifiedRow {
    const result = this.withOptionToAdd(row, base, repeated, storedKey);
    if (repeated.key !== 0 || !areDifferentNames(base.title, repeated.first.title)) return result;
    return { ...result, options: [...result.options, ...this.options.offerWithoutIdentity(row, result)] };
  }

  private withOptionToAdd(
    row: FileRow,
    base: ClassifiedRow,
    { first, rows, key }: Repeated,
    storedKey: number | undefined,
  ): ClassifiedRow {
    const { record } = this;
    const text = joinedValues(record, row.input);
    for (const { row: number, input, versions } of rows)
      if (versions.size === 0) versions.set(joinedValues(record, input), number);
    const same = rows.map(({ versions }) => versions.get(text)).find((number) => number !== undefined);
    const result: ClassifiedRow = { ...base, class: "duplicate", repeats: same ?? first.row };
    const matched = [key, storedKey].flatMap((index) => record.keys[index ?? -1] ?? []);
    const isKeyed = matched.length > 0;
    if ((same !== undefined && isKeyed) || !mayRepeat(record, matched)) return result;
    first.versions.set(text, same ?? row.row);
    const { validated, issues } = this.validator.validate(row, null);
    const options = issues.length > 0 ? [] : this.options.offerNewAnyway(row, validated.value);
    if (options.length === 0) return result;
    const its = valueTexts(record, first.input);
    const field = differingField(record, valueTexts(record, row.input), its);
    const other = field === undefined ? "the same values" : (its[field] ?? "no value");
    const reason = `row ${first.row} has ${other}; is this another ${record.noun.one}?`;
    const note = issueAt(this.layout, row.source, field ?? "", reason);
    return { ...result, notes: [note, ...base.notes], options };
  }
}
