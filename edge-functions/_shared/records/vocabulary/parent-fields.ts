/** What of a record type the page of its parent shows, and how it tells its years. */
import { locationGroup, reportingGroup } from "./groups.ts";
import type { AnyRecord, Field } from "./types.ts";

/** The group of the fields that name the parent. */
const groupOf = ({ parent, fields }: AnyRecord) => fields.find(({ name }) => name === parent?.title)?.group;

/** What a table of one parent's rows shows: the columns of its list, without those that say the same in every row. */
export function fieldsBesideParent(record: AnyRecord): Field[] {
  const same = [groupOf(record), locationGroup.key];
  const columns = [record.title, ...record.columns].flatMap((column) =>
    record.fields.filter(({ name }) => name === column),
  );
  return columns.filter(
    ({ name, group, sensitive }) => !sensitive && !same.includes(group) && record.fixed?.[name] === undefined,
  );
}

/** The field that names a row among others of the same parent; undefined where only the parent does. */
export const titleBesideParent = (record: AnyRecord): Field | undefined =>
  record.fields.find(({ name, group }) => name === record.title && group !== groupOf(record));

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
