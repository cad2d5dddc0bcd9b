/**
 * The fields in which a row names its parent, such as its ARBO: key, identifier and title. The form shows a single
 * control for these three fields.
 */
import type { AnyRecord, Parent } from "#shared/records/vocabulary/types.ts";
import { fieldId } from "../fields/field-id.ts";

/**
 * Returns the parent that users choose for the rows of a record type. Returns null if the rows have no parent, or are
 * themselves parents, such as ARBOs.
 */
export const chosenParent = ({ parent, path }: AnyRecord): Parent | null =>
  parent && parent.path !== path ? parent : null;

/**
 * Returns the names of the fields in which a row names its parent: key, identifier and title. Empty if users can't
 * choose a parent for the row.
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
