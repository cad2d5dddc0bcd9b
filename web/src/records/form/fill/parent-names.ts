/**
 * The fields in which a row names its parent, such as its ARBO: key, identifier and title. The form shows one control
 * for these three fields, because all three follow from the chosen parent.
 */
import type { AnyRecord, Parent } from "#shared/records/vocabulary/types.ts";
import { fieldId } from "../fields/field-id.ts";

/** Returns the parent of a record type; null if rows have no parent, or if each row is its own parent. */
export const chosenParent = ({ parent, path }: AnyRecord): Parent | null =>
  parent && parent.path !== path ? parent : null;

/**
 * Returns the names of the fields that identify the parent in a row: key, identifier and title. The user sets all of
 * these fields with one control. Empty if the user can't choose a parent for the row.
 */
export function parentNames(record: AnyRecord): readonly string[] {
  const parent = chosenParent(record);
  return parent ? [parent.key, parent.identifier, parent.title] : [];
}

/** Returns the id of the control with which the user sets a field. */
export function controlId(record: AnyRecord, name: string): string {
  const parent = chosenParent(record);
  return fieldId(parent && parentNames(record).includes(name) ? parent.title : name);
}
