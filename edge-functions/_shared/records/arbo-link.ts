/**
 * How records belong to an ARBO. A record type that links to the masterlist says so in its registry file: its field
 * arbo_id takes its choices from the masterlist's records. The masterlist itself has the same field without choices.
 */
import { arboGroup, locationGroup, reportingGroup } from "./groups.ts";
import type { AnyRecord, Field } from "./types.ts";

/** Column that names an ARBO by its ARBO ID, and by the id of its row in the masterlist. */
export const arboIdColumn = "arbo_id";
export const arboKeyColumn = "arboPrimaryKey";

/** Path of the masterlist that the records of this type link to; undefined where they link to none. */
export function arboHomeOf(record: Pick<AnyRecord, "fields">): string | undefined {
  const options = record.fields.find(({ name }) => name === arboIdColumn)?.options;
  return options?.from === "record" ? options.path : undefined;
}

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

/** Columns that tell the year of a row, the first one given counting: year reported, first date, year funded. */
export function yearColumns(record: AnyRecord): { name: string; kind: "year" | "date" }[] {
  const years = record.fields.filter(({ kind, group }) => kind === "year" && group === reportingGroup.key);
  const dates = record.fields.filter(({ kind, sensitive }) => kind === "date" && !sensitive).slice(0, 1);
  const funded = record.fields.filter(({ name }) => name === "year_funded");
  return [...years, ...dates, ...funded].map(({ name, kind }) => ({
    name,
    kind: kind === "date" ? "date" : "year",
  }));
}
