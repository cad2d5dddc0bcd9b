/** Compares rows of a file with stored rows by single values, which is much faster than a validation. */
import type { AnyRecord, Field } from "../../records/vocabulary/types.ts";
import { parseField } from "../../validate/parse-field.ts";
import { readsPlaceholderAsBlank } from "../../validate/placeholders.ts";
import { identityField } from "../keys.ts";
import { placeFields } from "../places.ts";
import type { FileRow } from "../rows.ts";
import type { StoredRow } from "../stored-rows.ts";
import { comparableText, parsedValue } from "./changes.ts";

export class ValueComparison {
  private readonly record: AnyRecord;
  /** Fields whose values the validation of an update saves as they are. It may replace values of other fields. */
  private readonly fields: readonly Field[];
  private readonly rowTexts = new WeakMap<FileRow, readonly (string | null)[]>();
  private readonly storedTexts = new WeakMap<StoredRow, readonly string[]>();

  constructor(record: AnyRecord) {
    this.record = record;
    const replaced = new Set<string | null>([
      identityField(record),
      ...placeFields,
      ...Object.keys(record.fixed ?? {}),
      ...(record.sums ?? []).map(({ total }) => total),
      ...(record.computed ?? []).map(({ field }) => field),
    ]);
    this.fields = record.fields.filter(
      (field) => !replaced.has(field.name) && !readsPlaceholderAsBlank(record, field),
    );
  }

  /** True if the row surely changes the stored row. If false, only the validation shows whether it does. */
  differ(row: FileRow, stored: StoredRow): boolean {
    const storedTexts = this.textsOfStored(stored);
    return this.textsOfRow(row).some((text, index) => text !== null && text !== storedTexts[index]);
  }

  /**
   * Returns the text of each field. Null if the file has no usable value, or if the value that is saved also depends on
   * the stored row.
   */
  private textsOfRow(row: FileRow): readonly (string | null)[] {
    const known = this.rowTexts.get(row);
    if (known) return known;
    const texts = this.fields.map((field) => {
      const { name } = field;
      if (!(name in row.input) || name in row.shared || name in row.written) return null;
      const reading = parseField(field, row.input[name]);
      return reading.ok ? comparableText(this.record, field, reading.value) : null;
    });
    this.rowTexts.set(row, texts);
    return texts;
  }

  private textsOfStored(stored: StoredRow): readonly string[] {
    const known = this.storedTexts.get(stored);
    if (known) return known;
    const texts = this.fields.map((field) =>
      comparableText(this.record, field, parsedValue(this.record, field.name, stored[field.name])),
    );
    this.storedTexts.set(stored, texts);
    return texts;
  }
}
