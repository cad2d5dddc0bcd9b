/** Formats values for messages and comparisons. */
import type { Field } from "#shared/records/vocabulary/types.ts";
import { formatDate } from "#shared/rules/dates.ts";
import { tableValue } from "./format.ts";

/** Formats a field's value for messages and comparisons. Dates have the form in which users type them, MM-DD-YYYY. */
export const plainValue = (field: Field | undefined, value: unknown): string => {
  if (field?.kind === "date" && typeof value === "string") return formatDate(value) || value;
  return field ? tableValue(field, value) : value === null || value === undefined ? "" : String(value);
};
