/** The texts that users see for stored values (`labels` of a field's options). */
import type { AnyRecord, Field } from "./types.ts";

const labelsOf = (field: Field | undefined): Readonly<Record<string, string>> =>
  (field?.options?.from === "values" && field.options.labels) || {};

/** Returns the text that users see for a stored value of the field. */
export const valueLabel = (field: Field | undefined, value: unknown): string =>
  labelsOf(field)[String(value)] ?? String(value);

/** Returns all labels of a record type with their stored values. */
export const labelsOfRecord = ({ fields }: Pick<AnyRecord, "fields">): [stored: string, label: string][] =>
  fields.flatMap((field) => Object.entries(labelsOf(field)));
