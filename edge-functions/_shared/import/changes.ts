/** What a row of a file would change in its stored row, compared after both were read in the same way. */
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { foldText } from "../rules/text.ts";
import { parseField } from "../validate/parse-field.ts";
import { fieldsOf } from "../validate/validate.ts";
import type { StoredRow } from "./stored-rows.ts";

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** The fields whose value differs from the stored one, in the registry's order. */
export function changesOf(
  record: AnyRecord,
  stored: StoredRow,
  values: Readonly<Record<string, unknown>>,
): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of record.fields) {
    if (!(field.name in values)) continue;
    const from = normalStored(record, field.name, stored[field.name]);
    const to = values[field.name];
    // What a file writes in another way than the list is no change of what is stored.
    const normal = field.options?.from === "dropdown" ? foldText : textOf;
    if (normal(from) !== normal(to)) changes.push({ field: field.name, from, to });
  }
  return changes;
}

/** Large numbers come as text from the database, dates with a time: read them as the file's values are read. */
function normalStored(record: AnyRecord, name: string, value: unknown): unknown {
  const field = fieldsOf(record).get(name);
  const reading = field ? parseField(field, value) : undefined;
  return reading?.ok ? reading.value : (value ?? null);
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : Array.isArray(value) ? value.join(",") : String(value);

/** Whether a cell says what is stored already: such a value is not judged anew. */
export const sameAsStored = (entered: unknown, stored: unknown): boolean =>
  stored !== null && stored !== undefined && textOf(entered).trim() === textOf(stored).trim();
