/** Fields of a record type that its parent's page shows, and the columns that give the year of a row. */
import { locationGroup, reportingGroup } from "./groups.ts";
import type { AnyRecord, Field } from "./types.ts";

/** Group of the fields that name the parent. */
const groupOf = ({ parent, fields }: AnyRecord) => fields.find(({ name }) => name === parent?.title)?.group;

/**
 * Returns the columns for a table of one parent's rows: the columns of the list, except those with the same value in
 * all these rows, such as the parent's name. Sensitive columns are left out, too.
 */
export function childListFields(record: AnyRecord): Field[] {
  const same = [groupOf(record), locationGroup.key];
  const columns = [record.title, ...record.columns].flatMap((column) =>
    record.fields.filter(({ name }) => name === column),
  );
  return columns.filter(
    ({ name, group, sensitive }) => !sensitive && !same.includes(group) && record.fixed?.[name] === undefined,
  );
}

/**
 * Returns the field that names a row among the rows of the same parent; undefined if the rows have only the parent's
 * name.
 */
export const childTitleField = (record: AnyRecord): Field | undefined =>
  record.fields.find(({ name, group }) => name === record.title && group !== groupOf(record));

/**
 * Returns the columns that give the year of a row: year reported, dates, year funded. The first column with a value is
 * used.
 */
export function yearColumns(record: AnyRecord): { name: string; kind: "year" | "date" }[] {
  const years = record.fields.filter(({ kind, group }) => kind === "year" && group === reportingGroup.key);
  const dates = record.fields.filter(({ kind, sensitive }) => kind === "date" && !sensitive);
  const funded = record.fields.filter(({ name }) => name === "year_funded");
  return [...years, ...dates, ...funded].map(({ name, kind }) => ({
    name,
    kind: kind === "date" ? "date" : "year",
  }));
}
