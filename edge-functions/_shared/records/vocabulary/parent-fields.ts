/** Fields of a record type that the page of its parent shows, and columns that contain the year of a row. */
import { locationGroup, reportingGroup } from "./groups.ts";
import type { AnyRecord, Field } from "./types.ts";

/** Returns the key of the field group that contains the parent's name. */
const groupOf = ({ parent, fields }: AnyRecord) => fields.find(({ name }) => name === parent?.title)?.group;

/**
 * Returns the columns of a table with the rows of one parent. Omits sensitive columns, and columns that are the same in
 * all rows, such as the parent's name.
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

/** Returns the field with a row's own name; undefined if rows have only the name of their parent. */
export const childTitleField = (record: AnyRecord): Field | undefined =>
  record.fields.find(({ name, group }) => name === record.title && group !== groupOf(record));

/**
 * Returns the columns from which the year of a row is taken: year reported, dates, year funded. The first column with a
 * value counts.
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
