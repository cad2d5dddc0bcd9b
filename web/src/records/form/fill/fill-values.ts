/**
 * Computes the values that chosen rows, such as a project, fill into the fields of a form (spec section 2).
 * `Field.filledFrom` names the source of a field: a record type and one of its fields.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { screenFields } from "../../common/screen-fields.ts";
import { type FormValue, type FormValues, valuesOf } from "../fields/form-values.ts";
import { chosenParent } from "./parent-names.ts";

/** A row from which fields take their values. */
export type FillSource = Readonly<Record<string, unknown>>;

/**
 * Returns the paths of the record types whose rows can fill in fields of one section. A record type belongs only to the
 * section of the first field that its rows fill in. Leaves out the parent's record type, because the parent has its own
 * control.
 */
export function fillPaths(record: AnyRecord, section: string): string[] {
  const first = new Map<string, string>();
  for (const { filledFrom, group } of screenFields(record))
    if (filledFrom && !first.has(filledFrom.path)) first.set(filledFrom.path, group);
  first.delete(chosenParent(record)?.path ?? "");
  return [...first].flatMap(([path, group]) => (group === section ? [path] : []));
}

export interface FillChange {
  name: string;
  label: string;
  before: FormValue;
  after: FormValue;
}

/**
 * Returns the fields that the chosen row would change, in the form's order. Clears a field for which the chosen row has
 * no value.
 */
export function fillChanges(
  record: AnyRecord,
  chosen: Readonly<Record<string, FillSource>>,
  values: FormValues,
): FillChange[] {
  return screenFields(record).flatMap((field) => {
    const source = field.filledFrom && chosen[field.filledFrom.path];
    if (!field.filledFrom || !source) return [];
    const before = values[field.name] ?? null;
    const after = valuesOf(record, { [field.name]: source[field.filledFrom.field] })[field.name] ?? null;
    return before === after ? [] : [{ name: field.name, label: field.label, before, after }];
  });
}

/**
 * Returns the label of a row in a list of choices: the name of the row, then its key fields in parentheses.
 * @param same Names of the key fields in which all choices have the same value. The label leaves them out.
 */
export function choiceLabel(source: AnyRecord, row: FillSource, same: readonly string[] = []): string {
  const keyNames = [...new Set(source.keys.flat())].filter(
    (name) => name !== source.title && !same.includes(name),
  );
  const more = keyNames.flatMap((name) =>
    row[name] === null || row[name] === undefined ? [] : [String(row[name])],
  );
  const name = String(row[source.title] ?? row.id);
  return more.length > 0 ? `${name} (${more.join(", ")})` : name;
}
