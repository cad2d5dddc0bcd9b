/**
 * What rows chosen for a form, such as a project and an organization, would write into it (spec section 2). Which fields
 * take what from which record type, the registry says (`Field.filledFrom`).
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { askedFields } from "../../common/asked-fields.ts";
import { type FormValue, type FormValues, valuesOf } from "../fields/form-values.ts";

/** The record types of which a row can be chosen, in the order of the form's fields. */
export const fillPaths = (record: AnyRecord): string[] => [
  ...new Set(askedFields(record).flatMap(({ filledFrom }) => (filledFrom ? [filledFrom.path] : []))),
];

export interface FillChange {
  name: string;
  label: string;
  before: FormValue;
  after: FormValue;
}

/** The fields that would become something else, in the form's order. What the chosen row leaves empty becomes empty. */
export function fillChanges(
  record: AnyRecord,
  chosen: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  values: FormValues,
): FillChange[] {
  return askedFields(record).flatMap((field) => {
    const source = field.filledFrom && chosen[field.filledFrom.path];
    if (!field.filledFrom || !source) return [];
    const before = values[field.name] ?? null;
    const after = valuesOf(record, { [field.name]: source[field.filledFrom.field] })[field.name] ?? null;
    return before === after ? [] : [{ name: field.name, label: field.label, before, after }];
  });
}

/** A row in a list of choices: its name, and what else tells it from others of its kind. */
export function choiceLabel(source: AnyRecord, row: Readonly<Record<string, unknown>>): string {
  const telling = [...new Set(source.keys.flat())].filter((name) => name !== source.title);
  const more = telling.flatMap((name) =>
    row[name] === null || row[name] === undefined ? [] : [String(row[name])],
  );
  const name = String(row[source.title] ?? row.id);
  return more.length > 0 ? `${name} (${more.join(", ")})` : name;
}
