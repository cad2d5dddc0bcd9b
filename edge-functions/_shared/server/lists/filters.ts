/**
 * The filters of a list call (contracts/record-filters.ts) as conditions of SQL. In process_stage, null and "Pending" both
 * mean what the tab New/Pending shows: everything that is not approved (spec section 4).
 */
import type { RecordFilter, Wanted } from "../../contracts/record-filters.ts";
import type { ReviewFilter } from "../../records/vocabulary/review-filters.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { searchTerms } from "../../rules/search-terms.ts";
import type { Column, Table } from "../db/columns.ts";
import { identifier, Parameters } from "../db/database.ts";
import { figureCondition } from "../figures/figure-filter.ts";
import { incompleteRows } from "./incomplete.ts";
import { ofParent, yearOf } from "./parent-filter.ts";

export interface Filter {
  /** Conditions joined by `and`, over the bare column names; "true" when nothing is filtered. */
  where: string;
  parameters: Parameters;
  /** CTEs that `where` refers to: ids that a search found, marks that a figure counts by. */
  ctes: readonly string[];
  /** How many filters are set. */
  size: number;
  /** What counts that are kept can answer; null where more is asked for than values of columns. */
  counted: Counted | null;
  /** What is searched for (terms as JSON), and what is asked beside; null where nothing is searched for. */
  search: { terms: string; where: string; ctes: readonly string[]; values: Parameters["values"] } | null;
}

/** Rows that some columns tell apart, less those that a condition picks out of them. */
export interface Counted {
  columns: readonly string[];
  where: string;
  less: string | null;
}

/** The CTEs before a statement. */
export const withClause = (...ctes: readonly string[]): string =>
  ctes.length > 0 ? `with ${ctes.join(", ")}` : "";

/**
 * A CTE of the rows that a search finds. `query`: the parameter that is a text whose words all occur as they are, or the
 * terms of a search as jsonb.
 */
export const searchedIds = (name: string, table: Table, query: string): string =>
  `${name} as materialized (select private.search_record_ids('${table.name}', ${query}) as id)`;

/** The conditions of the filters that are set. @param parameters Those of the statement that they become a part of. */
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
  if (asked.parent !== null) conditions.push(ofParent(record, parameters.add(asked.parent, "bigint")));
  if (asked.parentYear) conditions.push(anyOf(yearOf(record), "integer", asked.parentYear, parameters));
  if (asked.imported !== null)
    conditions.push(`id in (select private.rows_of_import(${parameters.add(asked.imported, "uuid")}))`);
  const more = conditions.length > (asked.tab ? 1 : 0);
  for (const [name, wanted] of asked.columns) {
    const column = table.columns.get(name);
    if (name === "process_stage") conditions.push(stageCondition(wanted));
    else if (column) conditions.push(columnCondition(record, column, wanted, parameters));
  }
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
    const columns = [...asked.columns.keys(), ...(asked.tab || review ? ["process_stage"] : [])];
    const less = review === "to_review" ? reviewed : null;
    const counted = more || (review && !less) ? null : { columns, where: plain, less };
    return { where, parameters, ctes, size, counted, search: null };
  }
  const search = { terms: JSON.stringify(searchTerms(asked.q, record.approval)), where, ctes };
  const values = [...parameters.values];
  return {
    // An array is looked up in the order of the key, in half the time of a join. Beside other conditions it might be gone
    // through for each row.
    where:
      where === "true"
        ? "id = any (array(select id from found))"
        : `id in (select id from found) and ${where}`,
    parameters,
    ctes: [...ctes, searchedIds("found", table, parameters.add(search.terms, "jsonb"))],
    size: size + 1,
    counted: null,
    search: { ...search, values },
  };
}

/** A CTE of the rows that stand so in their review. */
const inReview = (table: Table, state: Exclude<ReviewFilter, "to_review">): string =>
  `in_review as materialized (select private.rows_in_review('${table.name}', '${state}') as id)`;

const rowsThat = (rows: string, wanted: boolean): string => (wanted ? rows : `not ${rows}`);

const approved = "process_stage = 'Approved'";
const notApproved = "process_stage is distinct from 'Approved'";

function stageCondition({ values, empty }: Wanted): string {
  const pending = empty || values.includes("Pending");
  if (values.includes("Approved")) return pending ? "true" : approved;
  return notApproved;
}

/** A town is filtered by under any name that means it: "Gapan" and "Gapan City" are the City of Gapan. */
function columnCondition(
  record: AnyRecord,
  { name, type }: Column,
  wanted: Wanted,
  parameters: Parameters,
): string {
  const options = record.fields.find((field) => field.name === name)?.options;
  const column = identifier(name);
  if (!(options?.from === "place" && options.level === "muncity") || wanted.values.length === 0)
    return anyOf(column, type, wanted, parameters);
  const names = `(select private.town_names(${parameters.addArray(wanted.values.map(String), "text")}))::text[]`;
  return `(${column} = any (${names})${wanted.empty ? ` or ${column} is null` : ""})`;
}

function anyOf(expression: string, type: string, { values, empty }: Wanted, parameters: Parameters): string {
  const parts: string[] = [];
  const element = type.replace(/\[\]$/, "");
  if (element !== type && values.length > 0) {
    parts.push(`${expression} && ${parameters.addArray(values.map(String), element)}`);
  } else if (values.length === 1) {
    parts.push(`${expression} = ${parameters.add(values[0] ?? null, type)}`);
  } else if (values.length > 1) {
    parts.push(`${expression} = any (${parameters.addArray(values.map(String), type)})`);
  }
  if (empty) parts.push(`${expression} is null`);
  return parts.length > 1 ? `(${parts.join(" or ")})` : (parts[0] ?? "true");
}
