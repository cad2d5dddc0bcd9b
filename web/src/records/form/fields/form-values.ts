/** What a form holds: every field of the record, dates as they are typed, numbers as numbers, empty as null. */
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { formatDate } from "#shared/rules/dates.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { typedEntries } from "../../common/file-links.ts";

export type FormValue = string | number | null;
export type FormValues = Record<string, FormValue>;

/** A list as the form holds it: joined, as it travels. */
export const joined = (items: readonly string[]): string | null =>
  items.length > 0 ? items.join(", ") : null;

/** Values of a stored row as the form shows them. */
export function valuesOf(record: AnyRecord, row: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(
    record.fields.map((field) => {
      const value = row[field.name];
      if (value === null || value === undefined) return [field.name, null];
      if (field.kind === "date") return [field.name, formatDate(String(value)) || String(value)];
      // Links to files are the database's; the form holds what is typed.
      if (field.attached) return [field.name, joined(typedEntries(value))];
      if (Array.isArray(value)) return [field.name, joined(value)];
      return [field.name, typeof value === "number" ? value : String(value)];
    }),
  );
}

/** Whether the caller may not read the field of a stored row: its answer leaves the field out. */
export const isHidden = ({ name, sensitive }: Field, stored: object | null): boolean =>
  sensitive === true && stored !== null && !(name in stored);

/** A new row starts with what is preset, in the user's own office, with what it takes over from the row that it is entered from. */
export function startValues(record: AnyRecord, user: CurrentUser, taken: FormValues = {}): FormValues {
  const preset = Object.fromEntries(record.fields.map((field) => [field.name, field.preset ?? null]));
  if (!record.scoped) return { ...preset, ...taken };
  return { ...preset, region_name: user.region_name, province_name: user.province_name, ...taken };
}

/** Names of the fields whose values differ. */
export const changedNames = (before: FormValues, after: FormValues): string[] =>
  Object.keys(after).filter((name) => (before[name] ?? null) !== (after[name] ?? null));

/** Lower places of the address, and the month of a quarter: a changed choice above empties them. */
const below: Readonly<Record<string, readonly string[]>> = {
  region_name: ["province_name", "muncity_name", "barangay_name"],
  province_name: ["muncity_name", "barangay_name"],
  muncity_name: ["barangay_name"],
  reporting_quarter: ["reporting_month"],
};

export const emptiedBy = (record: AnyRecord, changed: string): string[] =>
  (below[changed] ?? []).filter((name) => record.fields.some((field) => field.name === name));
