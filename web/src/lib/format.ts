/** Formats values for display. */

import type { Field } from "#shared/records/vocabulary/types.ts";
import { valueLabel } from "#shared/records/vocabulary/value-labels.ts";
import { formatNumber } from "#shared/rules/numbers.ts";

export { longDate } from "#shared/rules/dates.ts";

const manila = { timeZone: "Asia/Manila" } as const;
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", ...manila });
const momentDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", ...manila });
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", ...manila });
const tableDay = new Intl.DateTimeFormat("en-US", {
  day: "2-digit",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const percentage = new Intl.NumberFormat("en-PH", {
  style: "percent",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Format for numbers stored with two decimals, such as money. Whole numbers show no decimals. */
const hundredths = new Intl.NumberFormat("en-PH", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: "stripIfInteger",
});

/** Formats an instant in Manila time: "31 Mar 2026, 14:05". */
export const momentInManila = (instant: string): string => {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : moment.format(date);
};

/** Formats a time in milliseconds since 1970 in Manila time: "31 Mar 2026, 14:05". */
export const momentOf = (milliseconds: number): string => moment.format(milliseconds);

/** Formats the day of an instant in Manila time: "31 Mar 2026". */
export const dayInManila = (instant: string): string => momentDay.format(new Date(instant));

/** Formats the time of day in Manila: "14:05". */
export const clockTime = (instant: Date): string => clock.format(instant);

/** Formats a number of rows; "10,000+" if the server stopped counting. */
export const totalText = (total: number, capped = false): string => `${count(total)}${capped ? "+" : ""}`;

export const count = (value: number): string => formatNumber(value);

/**
 * Formats a field's value for a table (spec section 9): dates as "Mar 05, 2021", times in Manila time, grouped numbers,
 * percentages.
 */
export function tableValue(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (field.kind === "date") return tableDate(String(value));
  if (field.moment) return momentInManila(String(value));
  if (typeof value === "number" && field.kind !== "year") {
    if (field.percentage) return percentage.format(value);
    return field.kind === "decimal" && field.decimals === undefined
      ? hundredths.format(value)
      : formatNumber(value);
  }
  return [value]
    .flat()
    .map((one) => valueLabel(field, one))
    .join(", ");
}

/** Formats an ISO date for a table: "Mar 05, 2021". Other text is returned unchanged. */
export function tableDate(iso: string): string {
  const date = new Date(`${iso.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? iso : tableDay.format(date);
}
