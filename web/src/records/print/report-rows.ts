/** Computes the order, header groups and footer of a report table. */
import { footerCount } from "#shared/import/reading/footer.ts";
import { isTotalled } from "#shared/records/vocabulary/totalled.ts";
import type { Field } from "#shared/records/vocabulary/types.ts";
import { tableValue } from "../../lib/format.ts";
import type { SheetLayout } from "../workbook/sheet-layout.ts";

export type ReportRow = Readonly<Record<string, unknown>>;

const longMonth = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** Formats a value of a report. Dates have the month's full name, unlike in lists (spec section 9). */
export function reportValue(field: Field, value: unknown): string {
  const date =
    field.kind === "date" && typeof value === "string" ? new Date(`${value.slice(0, 10)}T00:00:00Z`) : null;
  return date && !Number.isNaN(date.getTime()) ? longMonth.format(date) : tableValue(field, value);
}

export const isNumeric = (field: Field): boolean => field.kind === "integer" || field.kind === "decimal";

/** Returns one header cell for each run of neighbouring columns in the same group. */
export function groupSpans({ fields, groups }: SheetLayout): { label: string; span: number; at: number }[] {
  const spans: { label: string; span: number; at: number }[] = [];
  for (const [at, field] of fields.entries()) {
    const last = spans.at(-1);
    if (last && fields[at - 1]?.group === field.group) last.span++;
    else spans.push({ label: groups.find(({ key }) => key === field.group)?.label ?? "", span: 1, at });
  }
  return spans;
}

/** Sorts numbers by size and all other values as text. Empty values are last in both directions. */
export function sortRows(
  rows: readonly ReportRow[],
  sort: { field: string; dir: "asc" | "desc" } | null,
): readonly ReportRow[] {
  if (!sort) return rows;
  const sign = sort.dir === "asc" ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [one, other] = [a[sort.field], b[sort.field]];
    if (isEmpty(one) || isEmpty(other)) return Number(isEmpty(one)) - Number(isEmpty(other));
    if (typeof one === "number" && typeof other === "number") return sign * (one - other);
    return sign * String(one).localeCompare(String(other), "en", { numeric: true });
  });
}

/** Returns totals of numeric columns, and the number of values of other columns (spec section 9). */
export function footersOf(fields: readonly Field[], rows: readonly ReportRow[]): string[] {
  return fields.map((field) => {
    const values = rows.map((row) => row[field.name]).filter((value) => !isEmpty(value));
    if (!isTotalled(field)) return footerCount(values.length);
    return tableValue(
      field,
      Number(values.reduce<number>((sum, value) => sum + Number(value), 0).toPrecision(15)),
    );
  });
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "";
