/**
 * Values of a form, one per field of the record. Dates are text as typed, numbers are numbers, empty fields are null.
 */
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { formatDate } from "#shared/rules/dates.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { typedEntries } from "../../../lib/file-links.ts";

export type FormValue = string | number | null;
export type FormValues = Record<string, FormValue>;

/** Joins list items with commas, the format in which forms and the API hold a list. */
export const joined = (items: readonly string[]): string | null =>
  items.length > 0 ? items.join(", ") : null;

/** Converts a stored row to form values. */
export function valuesOf(record: AnyRecord, row: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(
    record.fields.map((field) => {
      const value = row[field.name];
      if (value === null || value === undefined) return [field.name, null];
      if (field.kind === "date") return [field.name, formatDate(String(value)) || String(value)];
      // The form holds only the typed text of the value, because only the database writes the links to files.
      if (field.attached) return [field.name, joined(typedEntries(value))];
      if (Array.isArray(value)) return [field.name, joined(value)];
      return [field.name, typeof value === "number" ? value : String(value)];
    }),
  );
}

/** True if the user lacks the right to read a sensitive field. The API then leaves the field out of the row. */
export const isHidden = ({ name, sensitive }: Field, stored: object | null): boolean =>
  sensitive === true && stored !== null && !(name in stored);

/** Returns the start values of a new row: presets, the user's own office, and values copied from the source row. */
export function startValues(record: AnyRecord, user: CurrentUser, taken: FormValues = {}): FormValues {
  const preset = Object.fromEntries(record.fields.map((field) => [field.name, field.preset ?? null]));
  return { ...preset, ...ownPlace(record, user), ...taken };
}

/** Returns the region and province that new rows get from the user's office; empty if rows belong to no office. */
function ownPlace(
  { scoped, table }: AnyRecord,
  { region_name, province_name, access }: CurrentUser,
): FormValues {
  if (scoped) return { region_name, province_name };
  return access.reference[table]?.keeps === "region" ? { region_name } : {};
}

/** Returns the names of the fields whose values differ. */
export const changedNames = (before: FormValues, after: FormValues): string[] =>
  Object.keys(after).filter((name) => (before[name] ?? null) !== (after[name] ?? null));

/**
 * Maps a field to the fields that a new value clears. A new town clears the barangay; a new quarter clears the month.
 */
const below: Readonly<Record<string, readonly string[]>> = {
  region_name: ["province_name", "muncity_name", "barangay_name"],
  province_name: ["muncity_name", "barangay_name"],
  muncity_name: ["barangay_name"],
  reporting_quarter: ["reporting_month"],
};

export const clearedBy = (record: AnyRecord, changed: string): string[] =>
  (below[changed] ?? []).filter((name) => record.fields.some((field) => field.name === name));
