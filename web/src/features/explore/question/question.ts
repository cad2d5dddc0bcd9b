/** A query of the Explore screen: read from the URL, completed with defaults, and sent to the API. */

import type { Measure } from "#shared/contracts/explore.ts";
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { hiddenColumns } from "../../../records/common/rights.ts";
import type { ExploreSearch } from "../common/explore-search.ts";
import {
  type AskedValue,
  askedFields,
  fieldWithoutSum,
  groupNamed,
  groupOptions,
  valueOptions,
  valueText,
} from "./question-fields.ts";

export interface Question {
  rows: readonly string[];
  columns: string | null;
  value: AskedValue;
  filter: FilterGrammar;
  order: "name" | "value";
  /** Maximum number of rows in the result. */
  top: number;
}

/** Number of rows that are shown unless the user asks for another number. */
export const usualTop = 200;

/** Reads a query from a URL. Leaves out fields that the record type lacks or that the user may not use. */
export function readQuestion(record: AnyRecord, user: CurrentUser, search: ExploreSearch): Question {
  const value = readValue(record, user, search.value);
  const own = value === null ? defaultQuestion(record, user) : { ...readGroups(record, user, search), value };
  return {
    ...own,
    filter: search.filter ?? {},
    order: search.order ?? "value",
    top: search.top ?? usualTop,
  };
}

/**
 * Message for a saved query that the user can't run: it uses a field that the user can't see or that no longer exists,
 * or a sum that has no meaning.
 */
export function notAskable(record: AnyRecord, user: CurrentUser, { value }: ExploreSearch): string {
  const field = fieldWithoutSum(record, user, value);
  return field
    ? `This question adds up "${field.label}", but a sum of it has no meaning. Ask for its average instead.`
    : "This question uses a field that you cannot see or that does not exist any more.";
}

/**
 * True if the user may use all fields of the query in a URL. Grouping by the region or province of the user's own
 * office is allowed, although `readQuestion` drops it. All rows that the user sees are in this area, so the numbers
 * stay the same.
 */
export function isAskable(
  record: AnyRecord,
  user: CurrentUser,
  { rows, columns, value }: ExploreSearch,
): boolean {
  const ownOffice = hiddenColumns(record, user);
  const groups = [...(rows?.split(",") ?? []), ...(columns === undefined ? [] : [columns])];
  return (
    (value === undefined || readValue(record, user, value) !== null) &&
    groups.every((name) => ownOffice.includes(name) || groupNamed(record, user, name) !== undefined)
  );
}

function readGroups(record: AnyRecord, user: CurrentUser, { rows, columns }: ExploreSearch) {
  const known = (name: string) => groupNamed(record, user, name) !== undefined;
  return {
    rows: [...new Set((rows ?? "").split(",").filter(known))].slice(0, 2),
    columns: columns !== undefined && known(columns) ? columns : null,
  };
}

function readValue(record: AnyRecord, user: CurrentUser, text: string | undefined): AskedValue | null {
  if (!valueOptions(record, user).some(({ value }) => value === text) || text === undefined) return null;
  const [kind, field] = text.split(".");
  return { kind: kind as Measure, ...(field !== undefined && { field }) };
}

/**
 * Returns the default query of a record type. The value is the sum of the main number field, or else the number of
 * rows. The groups are organizations and periods. A masterlist is grouped by province; a record type without an
 * organization, by its first column with choices.
 */
export function defaultQuestion(
  record: AnyRecord,
  user: CurrentUser,
): Pick<Question, "rows" | "columns" | "value"> {
  const fields = askedFields(record, user);
  const names = new Set(groupOptions(record, user).map(({ value }) => value));
  const listed = [record.title, ...record.columns].flatMap((name) =>
    fields.filter((field) => field.name === name),
  );
  const choice = listed.find(({ options }) => options && options.from !== "record");
  const organization = listed.find(({ name }) => name === record.parent?.title);
  const isMasterlist = record.parent?.path === record.path;
  const place =
    fields.find(({ name }) => name === "province_name") ?? fields.find(({ name }) => name === "muncity_name");
  const row = (isMasterlist ? place : organization) ?? choice ?? place;
  const date = listed.find(({ kind }) => kind === "date");
  const values = listed.find(({ options, name }) => options?.from === "values" && name !== "status");
  const period = date
    ? `${date.name}.quarter`
    : names.has("reporting_year")
      ? "reporting_year"
      : values?.name;
  const main = listed.find(({ summed }) => summed) ?? fields.find(({ summed }) => summed);
  return {
    rows: row ? [row.name] : [],
    columns: period !== undefined && period !== row?.name ? period : null,
    value: main ? { kind: "sum", field: main.name } : { kind: "count" },
  };
}

/** Returns the URL parameters of a query. Keeps the parameters for the display of the result. */
export const searchOf = (record: AnyRecord, question: Question, search: ExploreSearch): ExploreSearch => ({
  ...search,
  record: record.path,
  rows: question.rows.join(",") || undefined,
  columns: question.columns ?? undefined,
  value: valueText(question.value),
  filter: Object.keys(question.filter).length > 0 ? question.filter : undefined,
  order: question.order === "name" ? "name" : undefined,
  top: question.top === usualTop ? undefined : question.top,
});

/** Returns the body of the request. */
export const bodyOf = (record: AnyRecord, question: Question) => ({
  record: record.path,
  rows: [...question.rows],
  columns: question.columns === null ? [] : [question.columns],
  value: question.value,
  ...(Object.keys(question.filter).length > 0 ? { filter: question.filter } : {}),
  order: question.order,
  top: question.top,
});
