/**
 * Filters of a list call: any field of the record with a value or a list of values, `q` for a search over all values,
 * `tab` for the two tabs of the screens, `incomplete` for rows that lack a fact, `with_reason` for rows saved with a word
 * of reason, `arbo` and `arbo_year` for the rows of one ARBO, and the wrappers that the spec names. Whatever is not known
 * is refused.
 *
 * Null and "" mean that the filter is not set, as an untouched filter field sends them. In process_stage, null and
 * "Pending" both mean what the tab New/Pending shows: everything that is not approved (spec section 4).
 */
import { Problem, type ProblemDetail } from "../../contracts/problems.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { searchTerms } from "../../rules/search-terms.ts";
import { enumerate, tidyText } from "../../rules/text.ts";
import type { Column, Table } from "../db/columns.ts";
import { identifier, Parameters } from "../db/database.ts";
import { readFilterValue } from "../db/filter-values.ts";
import { takeFigure } from "../figures/figure-filter.ts";
import { isObject, type JsonObject } from "../http/body.ts";
import { arboCondition, arboFilter, arboYearFilter, takesArbo, yearOf } from "./arbo-filter.ts";
import { incompleteFilter, incompleteRows } from "./incomplete.ts";

/** Objects of filters in a filter (spec section 7). */
const wrappers = ["searchData", "FMEData", "Form7AnnualTargetData"];
/** Rows that were saved with a reason for values that a soft check asked about. */
const reasonFilter = "with_reason";
const mostValues = 1000;
/** As long as the longest text of a cell. */
const longestSearch = 4000;

export interface Filter {
  /** Conditions joined by `and`, over the bare column names; "true" when nothing is filtered. */
  where: string;
  parameters: Parameters;
  /** CTEs that `where` refers to: ids that a search found, marks that a figure counts by. */
  ctes: readonly string[];
  /** How many filters are set. */
  size: number;
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

/** @throws Problem malformed, naming every filter that is unknown or cannot be read. */
export function readFilter(record: AnyRecord, table: Table, given: JsonObject): Filter {
  const parameters = new Parameters();
  const conditions: string[] = [];
  const problems: ProblemDetail[] = [];
  const ctes: string[] = [];
  const entries = unwrap(given, problems);
  const figure = takeFigure(record, table, entries, parameters, problems);
  if (figure) conditions.push(figure.where);
  if (figure?.cte) ctes.push(figure.cte);
  for (const [name, value] of entries) {
    const column = table.columns.get(name);
    if (name === "q") {
      const word = searchText(value, problems);
      if (word === null) continue;
      const terms = parameters.add(JSON.stringify(searchTerms(word, record.approval)), "jsonb");
      ctes.push(searchedIds("found", table, terms));
      conditions.push("id in (select id from found)");
    } else if (name === "tab" && record.approval) {
      const condition = tabCondition(value, problems);
      if (condition) conditions.push(condition);
    } else if (name === incompleteFilter && record.facts) {
      const condition = yesOrNo(name, value, incompleteRows(record, table), problems);
      if (condition) conditions.push(condition);
    } else if (name === reasonFilter && record.softChecks) {
      const condition = yesOrNo(name, value, "(soft_check_reason is not null)", problems);
      if (condition) conditions.push(condition);
    } else if (name === arboFilter && takesArbo(table)) {
      const condition = arboCondition(record, table, value, parameters, problems);
      if (condition) conditions.push(condition);
    } else if (name === arboYearFilter && takesArbo(table)) {
      const year = { name, type: "integer", hasDefault: false };
      const condition = columnCondition(year, value, parameters, problems, { expression: yearOf(record) });
      if (condition) conditions.push(condition);
    } else if (!column) {
      problems.push({ field: name, message: `"${name.slice(0, 60)}" is not a filter of this list.` });
    } else {
      const condition = columnCondition(
        column,
        spelt(record, name, value),
        parameters,
        problems,
        town(record, name),
      );
      if (condition) conditions.push(condition);
    }
  }
  if (problems.length > 0) throw new Problem("malformed", problems[0]?.message ?? "", problems);
  return {
    where: conditions.length > 0 ? conditions.join(" and ") : "true",
    parameters,
    ctes,
    size: conditions.length,
  };
}

/** A town is filtered by under any name that means it: "Gapan" and "Gapan City" are the City of Gapan. */
function town(record: AnyRecord, name: string): ColumnWords | undefined {
  const options = record.fields.find((field) => field.name === name)?.options;
  return options?.from === "place" && options.level === "muncity"
    ? { alike: "private.town_names" }
    : undefined;
}

/** A value as it is saved: tidy, and the usual one of several spellings. */
function spelt(record: AnyRecord, name: string, value: unknown): unknown {
  const synonyms = record.fields.find((field) => field.name === name)?.synonyms ?? {};
  const one = (given: unknown) => {
    if (typeof given !== "string") return given;
    const text = tidyText(given);
    return Object.hasOwn(synonyms, text) ? synonyms[text] : text;
  };
  return Array.isArray(value) ? value.map(one) : one(value);
}

/** The filters with the wrappers taken off. A field that is given twice would be ambiguous. */
function unwrap(given: JsonObject, problems: ProblemDetail[]): [string, unknown][] {
  const entries: [string, unknown][] = [];
  const seen = new Set<string>();
  const take = (source: JsonObject, wrapped: boolean) => {
    for (const [name, value] of Object.entries(source)) {
      if (!wrapped && wrappers.includes(name)) {
        if (isObject(value)) take(value, true);
        else if (value !== null)
          problems.push({ field: name, message: `${name} must be an object of filters.` });
      } else if (seen.has(name)) {
        problems.push({ field: name, message: `The filter "${name.slice(0, 60)}" is given twice.` });
      } else {
        seen.add(name);
        entries.push([name, value]);
      }
    }
  };
  take(given, false);
  return entries;
}

function searchText(value: unknown, problems: ProblemDetail[]): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== "string" && typeof value !== "number") {
    problems.push({ field: "q", message: "The search must be a text." });
    return null;
  }
  const text = String(value).trim();
  if (text.length > longestSearch) {
    problems.push({ field: "q", message: `The search is longer than ${longestSearch} characters.` });
    return null;
  }
  return text === "" ? null : text;
}

const notApproved = "process_stage is distinct from 'Approved'";

function tabCondition(value: unknown, problems: ProblemDetail[]): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (value === "pending") return notApproved;
  if (value === "approved") return "process_stage = 'Approved'";
  problems.push({ field: "tab", message: 'The tab is either "pending" or "approved".' });
  return null;
}

/** A filter that is true, false, or not set. */
function yesOrNo(name: string, value: unknown, rows: string, problems: ProblemDetail[]): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (value === true || value === "true") return rows;
  if (value === false || value === "false") return `not ${rows}`;
  problems.push({ field: name, message: `The filter ${name} is either true or false.` });
  return null;
}

/** How a condition is written. */
interface ColumnWords {
  /** What is compared: the column, unless it stands for something that follows from others. */
  expression?: string;
  /** An SQL function that adds other names of the same thing to the wanted ones. */
  alike?: string;
}

function columnCondition(
  column: Column,
  value: unknown,
  parameters: Parameters,
  problems: ProblemDetail[],
  { expression = identifier(column.name), alike }: ColumnWords = {},
): string | null {
  const list = Array.isArray(value);
  const values: unknown[] = list ? value : [value];
  const refuse = (message: string) => {
    problems.push({ field: column.name, message });
    return null;
  };
  if (values.length === 0) return refuse(`Give at least one value for the filter ${column.name}.`);
  if (values.length > mostValues) {
    return refuse(`The filter ${column.name} takes at most ${mostValues} values.`);
  }
  const known: (string | number | boolean)[] = [];
  let empty = false;
  for (const one of values) {
    if (one === null || one === undefined || one === "") {
      empty = true;
      continue;
    }
    const reading = readFilterValue(column, one);
    if (!reading.ok) return refuse(`The filter ${column.name}: ${reading.reason}.`);
    known.push(reading.value);
  }
  if (column.name === "process_stage") return stageCondition(known, empty, refuse);
  if (!list && empty) return null;
  if (alike && known.length > 0) {
    const names = `(select ${alike}(${parameters.addArray(known.map(String), "text")}))::text[]`;
    return `(${expression} = any (${names})${empty ? ` or ${expression} is null` : ""})`;
  }
  return anyOf(expression, column.type, known, empty, parameters);
}

function stageCondition(stages: unknown[], empty: boolean, refuse: (message: string) => null): string | null {
  const others = stages.filter((stage) => stage !== "Pending" && stage !== "Approved");
  if (others.length > 0) return refuse(`process_stage is one of ${enumerate(["Pending", "Approved"])}`);
  const approved = stages.includes("Approved");
  const pending = empty || stages.includes("Pending");
  if (approved && pending) return "true";
  return approved ? "process_stage = 'Approved'" : notApproved;
}

function anyOf(
  expression: string,
  type: string,
  values: (string | number | boolean)[],
  orNull: boolean,
  parameters: Parameters,
): string {
  const parts: string[] = [];
  const element = type.replace(/\[\]$/, "");
  if (element !== type && values.length > 0) {
    parts.push(`${expression} && ${parameters.addArray(values.map(String), element)}`);
  } else if (values.length === 1) {
    parts.push(`${expression} = ${parameters.add(values[0] ?? null, type)}`);
  } else if (values.length > 1) {
    parts.push(`${expression} = any (${parameters.addArray(values.map(String), type)})`);
  }
  if (orNull) parts.push(`${expression} is null`);
  return parts.length > 1 ? `(${parts.join(" or ")})` : (parts[0] ?? "true");
}
