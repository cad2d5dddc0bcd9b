/** What of a record type the page of an ARBO shows, and how it tells its years. */
import { arboGroup, locationGroup, reportingGroup } from "./groups.ts";
import type { AnyRecord, Field } from "./types.ts";

/** What a table of one ARBO's records shows: the shown fields, without those that say the same in every row. */
export const fieldsBesideArbo = (record: AnyRecord): Field[] =>
  record.fields.filter(
    ({ name, group, shown, sensitive }) =>
      (shown || name === record.title) &&
      !sensitive &&
      group !== arboGroup.key &&
      group !== locationGroup.key &&
      record.fixed?.[name] === undefined,
  );

/** The field that names a row among others of the same ARBO; undefined where only the ARBO does. */
export const titleBesideArbo = (record: AnyRecord): Field | undefined =>
  record.fields.find(({ name, group }) => name === record.title && group !== arboGroup.key);

/** Columns that tell the year of a row, the first one given counting: year reported, dates, year funded. */
export function yearColumns(record: AnyRecord): { name: string; kind: "year" | "date" }[] {
  const years = record.fields.filter(({ kind, group }) => kind === "year" && group === reportingGroup.key);
  const dates = record.fields.filter(({ kind, sensitive }) => kind === "date" && !sensitive);
  const funded = record.fields.filter(({ name }) => name === "year_funded");
  return [...years, ...dates, ...funded].map(({ name, kind }) => ({
    name,
    kind: kind === "date" ? "date" : "year",
  }));
}
