/**
 * Years, quarters and months, by which the Explore screen groups rows. As texts, they can be sorted by time: 2026,
 * "2026 Q1", "2026-03".
 */

export const dateParts = ["year", "quarter", "month"] as const;
export type DatePart = (typeof dateParts)[number];

/**
 * Splits the name of a grouping into the field and the part of the date: "date_conducted.month" is the month of
 * date_conducted.
 */
export function readDimensionName(name: string): { field: string; part: DatePart | null } {
  const [, field = name, part] = /^(\w+)\.(\w+)$/.exec(name) ?? [];
  const known = dateParts.find((one) => one === part);
  return known ? { field, part: known } : { field: name, part: null };
}

const twoDigits = (number: number): string => String(number).padStart(2, "0");

/** Returns the last day of a month as an ISO date. */
const lastDay = (year: number, month: number): string =>
  `${year}-${twoDigits(month)}-${twoDigits(new Date(Date.UTC(year, month, 0)).getUTCDate())}`;

/** Returns the first and the last day of a year, quarter or month, as ISO dates. */
export function daysOfPart(part: DatePart, group: string | number): [first: string, last: string] {
  const text = String(group);
  const year = Number(text.slice(0, 4));
  const from =
    part === "year" ? 1 : part === "quarter" ? Number(text.slice(6)) * 3 - 2 : Number(text.slice(5));
  const to = part === "year" ? 12 : part === "quarter" ? from + 2 : from;
  return [`${year}-${twoDigits(from)}-01`, lastDay(year, to)];
}
