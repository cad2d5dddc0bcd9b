/**
 * Types and conditions for counting figures. A `Source` is a table or query in which rows are counted. A `Question`
 * defines which rows to count and which filters apply. Converts the filters to SQL conditions.
 */
import type { FigureSet } from "../../charts/figures/index.ts";
import type { Subject } from "../../charts/figures/subjects.ts";
import { recordByPath } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { relationSql } from "../db/columns.ts";
import { identifier, type Parameters } from "../db/database.ts";
import { conditions, type Filters, pick } from "./chart-filters.ts";
import { extraConditions } from "./marks.ts";

export interface Source {
  /** Counts whose sources have equal keys run in one query. */
  key: string;
  from: string;
  /** Returns the condition for the filtered rows. Each call adds parameters to the statement. */
  where(): string;
  /** SQL aggregate that counts rows. */
  count: string;
  /** Returns the SQL expression of a record's column. */
  column(name: string): string;
  /** Converts the condition of a set of rows to SQL that uses the columns of `from`. */
  condition(where: string): string;
}

export interface Question {
  /**
   * First part of the key of the counted set, such as "form-5" in "form-5.arbos_trained". It determines which forms set
   * the marks.
   */
  chart: string;
  /** `allFilters` has all filters of the request; `filters` has only those that apply to the counted set of rows. */
  allFilters: Filters;
  filters: Filters;
  set: FigureSet;
  count: { where: Readonly<Record<string, string>>; by: readonly string[]; right?: string };
  /**
   * Conditions of all requested row sets that share `chart` and record type. They show which marks (yes/no properties
   * such as `trained`) are needed, so that one query can compute all of them.
   */
  wheres: readonly string[];
  parameters: Parameters;
  /** CTEs of the statement, by name. A source adds the CTEs to which it refers. */
  ctes: Map<string, string>;
}

/**
 * True if the condition of a set of rows is "true" or contains a mark (`@trained`). The rows can then be counted in a
 * table of marks. Other conditions need columns that these tables lack.
 */
export const asksMarksAlone = ({ where }: FigureSet): boolean => where === "true" || where.includes("@");

/**
 * Joins the conditions of all filters. `extraConditions` builds the conditions of filters that are not about a field of
 * the rows.
 */
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

/** Returns a string that is equal for equal filters. */
export const signature = (filters: Filters): string => JSON.stringify([...filters].sort());

/** Returns the record type of a subject, as the registry describes it. */
export function recordOf({ path }: Subject): AnyRecord {
  const record = recordByPath(path);
  if (!record) throw new Error(`No record type has the path ${path}.`);
  return record;
}

/** Returns the table of a subject's rows, or the view that is read instead of the table. */
export function table(subject: Subject): string {
  const record = recordOf(subject);
  return relationSql(record.reads ?? record.table);
}

/** Checks whether `columns` includes every column of `asked`. */
export const includesAll = (columns: readonly string[], asked: readonly string[]): boolean =>
  asked.every((name) => columns.includes(name));

/** Returns the columns that a count uses for grouping, in conditions and in filters. */
export const askedOf = ({ count, filters }: Question): string[] => [
  ...count.by,
  ...Object.keys(count.where),
  ...filters.keys(),
];

/** Counts rows directly in the table of the record type, not in a table of stored figures. */
export function plainSource(subject: Subject, question: Question): Source {
  return {
    key: `${subject.route}/${signature(question.filters)}`,
    from: table(subject),
    where: () => `${subject.only ?? "true"} and ${rowConditions(subject, question)}`,
    count: "count(*)",
    column: identifier,
    condition: (where) => where,
  };
}
