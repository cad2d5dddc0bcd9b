/** Converts the filters of a list request (contracts/filters/record-filters.ts) to SQL conditions. */
import type { Conditions } from "../../contracts/filters/conditions.ts";
import type { RecordFilter } from "../../contracts/filters/record-filters.ts";
import type { ReviewFilter } from "../../records/vocabulary/review-filters.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { labelsOfRecord } from "../../records/vocabulary/value-labels.ts";
import { searchTerms } from "../../rules/search-terms.ts";
import type { Table } from "../db/columns.ts";
import { Parameters } from "../db/database.ts";
import { figureCondition } from "../figures/figure-filter.ts";
import { anyOf, approved, columnCondition, notApproved } from "./column-conditions.ts";
import { allOf } from "./conditions.ts";
import { incompleteRows } from "./incomplete.ts";
import { parentCondition, yearExpression } from "./parent-filter.ts";

export interface Filter {
  /** Conditions joined by `and`, with unqualified column names; "true" without filters. */
  where: string;
  parameters: Parameters;
  /** CTEs that `where` refers to, such as the ids that a search found. */
  ctes: readonly string[];
  /** Conditions of the request's `filter` (the filter grammar). `where` includes them. */
  grammar: Conditions;
  /** Number of conditions, including the search. */
  size: number;
  /**
   * Null without a search. `terms` has the search terms as JSON. The other properties describe all other filters: their
   * conditions and parameters.
   */
  search: { terms: string; where: string; ctes: readonly string[]; values: Parameters["values"] } | null;
}

/** Returns the WITH clause of a statement. */
export const withClause = (...ctes: readonly string[]): string =>
  ctes.length > 0 ? `with ${ctes.join(", ")}` : "";

/**
 * Returns a CTE of the ids that a search finds.
 * @param query Placeholder of a parameter: a string whose words must all occur, or search terms as jsonb.
 */
export const searchedIds = (name: string, table: Table, query: string): string =>
  `${name} as materialized (select private.search_record_ids('${table.name}', ${query}) as id)`;

/**
 * Returns the conditions of all filters that the request sets. @param parameters Parameters of the statement that uses
 * the conditions.
 */
export function conditionsOf(
  record: AnyRecord,
  table: Table,
  asked: RecordFilter,
  parameters = new Parameters(),
): Filter {
  const conditions: string[] = [];
  const ctes: string[] = [];
  if (asked.figure) {
    const { where, cte } = figureCondition(asked.figure, parameters);
    conditions.push(where);
    if (cte) ctes.push(cte);
  }
  if (asked.tab) conditions.push(asked.tab === "approved" ? approved : notApproved);
  if (asked.incomplete !== null) conditions.push(rowsThat(incompleteRows(record, table), asked.incomplete));
  if (asked.withReason !== null)
    conditions.push(rowsThat("(soft_check_reason is not null)", asked.withReason));
  if (asked.unusual !== null) conditions.push(rowsThat(unusualRows(table), asked.unusual));
  if (asked.parent !== null) conditions.push(parentCondition(record, parameters.add(asked.parent, "bigint")));
  if (asked.parentYear)
    conditions.push(anyOf(yearExpression(record), "integer", asked.parentYear, parameters));
  if (asked.imported !== null)
    conditions.push(`id in (select private.rows_of_import(${parameters.add(asked.imported, "uuid")}))`);
  for (const [name, wanted] of asked.columns) {
    const column = table.columns.get(name);
    if (column) conditions.push(columnCondition(record, table, column, wanted, parameters));
  }
  if (asked.conditions.length > 0) conditions.push(allOf(record, table, asked.conditions, parameters));
  const { review } = asked;
  if (review) {
    conditions.push(notApproved);
    ctes.push(inReview(table, review === "to_review" ? "returned" : review));
  }
  const plain = conditions.length > 0 ? conditions.join(" and ") : "true";
  const reviewed = "id in (select id from in_review)";
  const where = review ? `${plain} and ${review === "to_review" ? `not ${reviewed}` : reviewed}` : plain;
  const size = conditions.length;
  if (asked.q === null) {
    return { where, parameters, ctes, grammar: asked.conditions, size, search: null };
  }
  const search = {
    terms: JSON.stringify(searchTerms(asked.q, record.approval, labelsOfRecord(record))),
    where,
    ctes,
  };
  const values = [...parameters.values];
  return {
    // Without other conditions, use an array of the ids: Postgres looks them up by primary key, in half the time of a
    // join. With other conditions, use a subquery, because Postgres might scan the array for each row.
    where:
      where === "true"
        ? "id = any (array(select id from found))"
        : `id in (select id from found) and ${where}`,
    parameters,
    ctes: [...ctes, searchedIds("found", table, parameters.add(search.terms, "jsonb"))],
    grammar: asked.conditions,
    size: size + 1,
    search: { ...search, values },
  };
}

/** Returns the CTE `in_review` with the ids of the rows in the given review state. */
const inReview = (table: Table, state: Exclude<ReviewFilter, "to_review">): string =>
  `in_review as materialized (select private.rows_in_review('${table.name}', '${state}') as id)`;

/** SQL condition of rows with an unusual value. */
export const unusualRows = (table: Table): string =>
  `(id in (select row_id from public.unusual_values where table_name = '${table.name}'))`;

const rowsThat = (rows: string, wanted: boolean): string => (wanted ? rows : `not ${rows}`);
