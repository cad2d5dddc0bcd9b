/**
 * Computes which fields of a stored row an import row would change. Both rows are parsed in the same way before they
 * are compared.
 */
import type { AnyRecord, Field } from "../../records/vocabulary/types.ts";
import { foldText } from "../../rules/text.ts";
import { parseField } from "../../validate/parse-field.ts";
import { fieldsOf } from "../../validate/validate.ts";
import { identityField } from "../keys.ts";
import { withoutFormulaMark } from "../reading/block.ts";
import type { CellIssue, FileRow } from "../rows.ts";
import type { StoredRow } from "../stored-rows.ts";

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** Returns the fields whose value differs from the stored one, in the order of the record type's fields. */
export function changesOf(
  record: AnyRecord,
  stored: StoredRow,
  values: Readonly<Record<string, unknown>>,
): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of record.fields) {
    if (!(field.name in values)) continue;
    const from = parsedValue(record, field.name, stored[field.name]);
    const to = values[field.name];
    if (comparableText(record, field, from) !== comparableText(record, field, to))
      changes.push({ field: field.name, from, to });
  }
  return changes;
}

/** Returns the text by which two parsed values are compared. Ignores case and accents of a dropdown value or ID. */
export function comparableText(record: AnyRecord, field: Field, value: unknown): string {
  const isFolded = field.options?.from === "dropdown" || field.name === identityField(record);
  return isFolded ? foldText(value) : textOf(value);
}

/**
 * Parses a stored value like a value from the file. The database returns large numbers as text and dates with a time,
 * which would otherwise look like changes.
 */
export function parsedValue(record: AnyRecord, name: string, value: unknown): unknown {
  const field = fieldsOf(record).get(name);
  const reading = field ? parseField(field, value) : undefined;
  return reading?.ok ? reading.value : (value ?? null);
}

/** Returns a parsed value as text; an empty text if there is no value. */
export const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : Array.isArray(value) ? value.join(",") : String(value);

/** True if a cell has the same text as the stored value. The import does not validate such a cell again. */
export const sameAsStored = (entered: unknown, stored: unknown): boolean =>
  stored !== null && stored !== undefined && textOf(entered).trim() === textOf(stored).trim();

/**
 * Undoes the repair of a cell if the stored row has the cell's original text. Removes the cell's field from the input,
 * the issues and the notes, so that the stored value stays unchanged.
 */
export function withoutRepairs(record: AnyRecord, row: FileRow, stored: StoredRow): FileRow {
  const kept = new Set(Object.keys(row.written).filter((name) => isStored(record, row, stored, name)));
  if (kept.size === 0) return row;
  const isOther = ({ field }: CellIssue) => !kept.has(field);
  return {
    ...row,
    input: Object.fromEntries(Object.entries(row.input).filter(([name]) => !kept.has(name))),
    issues: row.issues.filter(isOther),
    notes: row.notes.filter(isOther),
  };
}

function isStored(record: AnyRecord, { written }: FileRow, stored: StoredRow, name: string): boolean {
  const field = fieldsOf(record).get(name);
  const text = written[name];
  if (!field || text === undefined) return false;
  return [text, withoutFormulaMark(text.trim())].some((one) => {
    const reading = parseField(field, one);
    return reading.ok && reading.value !== null && sameAsStored(reading.value, stored[name]);
  });
}
