/** What all sources of figures share: the question that they answer, and how filters become conditions of rows. */
import type { FigureSet } from "../../charts/figures/index.ts";
import type { Subject } from "../../charts/figures/subjects.ts";
import { recordByPath } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { relationSql } from "../db/columns.ts";
import type { Parameters } from "../db/database.ts";
import { conditions, type Filters, pick } from "./chart-filters.ts";
import { extraConditions } from "./marks.ts";

export interface Source {
  /** The same for what can be counted in one pass. */
  key: string;
  from: string;
  /** Written when it is needed: each call adds its parameters to the statement. */
  where(): string;
  /** Aggregate that counts rows. */
  count: string;
  /** Expression of a column of the record. */
  column(name: string): string;
  /** The condition of a set, over `from`. */
  condition(where: string): string;
}

export interface Question {
  /** Part of the set's key before the dot: decides the forms that mark. */
  chart: string;
  /** All that the call was given, and those of them that the set follows. */
  allFilters: Filters;
  filters: Filters;
  set: FigureSet;
  count: { where: Readonly<Record<string, string>>; by: readonly string[]; right?: string };
  /** Conditions of all sets of the chart over the subject, so that marks are read once. */
  wheres: readonly string[];
  parameters: Parameters;
  /** Filled with the CTEs that sources refer to, by name. */
  ctes: Map<string, string>;
}

/** Whether the set needs none of the record's own columns, but for those of filters: what is kept has no others. */
export const asksMarksAlone = ({ where }: FigureSet): boolean => where === "true" || where.includes("@");

/** Filters that are fields of the rows, and those that narrow rows in another way. */
export function rowConditions(
  subject: Subject,
  { filters, parameters }: Question,
  column?: (name: string) => string,
): string {
  const all = [
    ...conditions(pick(filters, subject.fields), parameters, column),
    ...extraConditions(subject, filters, parameters),
  ];
  return all.length > 0 ? all.join(" and ") : "true";
}

/** The same for filters that are the same. */
export const signature = (filters: Filters): string => JSON.stringify([...filters].sort());

/** The record type of a subject. */
export function recordOf({ path }: Subject): AnyRecord {
  const record = recordByPath(path);
  if (!record) throw new Error(`No record type has the path ${path}.`);
  return record;
}

/** Its table, or the view that is read in its place. */
export function table(subject: Subject): string {
  const record = recordOf(subject);
  return relationSql(record.reads ?? record.table);
}

/** The columns by which a question tells rows apart, and the filters that it has. */
export const askedOf = ({ count, filters }: Question): string[] => [
  ...count.by,
  ...Object.keys(count.where),
  ...filters.keys(),
];
