/** Reading the user log, entries that clients report, and checking its seals (spec section 7, user log). */

import * as contracts from "../../contracts/administration.ts";
import type { BodyOf } from "../../contracts/call.ts";
import { malformed } from "../../contracts/problems.ts";
import { isUuid } from "../../contracts/values.ts";
import { recordByPath, records } from "../../records/index.ts";
import { type SearchTerm, searchTerms } from "../../rules/search-terms.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { isObject, type JsonObject } from "../http/body.ts";

/** One page of the log, as the database answers it. */
export interface LogPage {
  rows: JsonObject[];
  total: number;
  /** There are more than `total`. */
  capped: boolean;
}

interface LogQuery {
  filters: Record<string, string[]>;
  from: string | null;
  until: string | null;
  terms: readonly SearchTerm[];
  oldestFirst: boolean;
  size: number;
  skipped: number;
}

const filterNames: readonly string[] = contracts.logFilters;
const uuids = ["user_id", "subject"];
const defaultPageSize = 20;
const largestPage = 1000;
/** Entries of a call without page: more have to be narrowed down, or paged. */
const mostEntries = 20_000;
const countLimit = 10_000;

/** Reads the body of a read call. @throws Problem malformed. */
export function readLogQuery(body: JsonObject): LogQuery {
  const { page, page_size: pageSize, sort, q, from, to, ...filters } = body;
  const size =
    page === undefined ? mostEntries : whole("page_size", pageSize ?? defaultPageSize, largestPage);
  const number = page === undefined ? 1 : whole("page", page, 1_000_000);
  const read = Object.entries(filters).flatMap(([name, value]) => {
    if (!filterNames.includes(name))
      throw malformed(name, `"${name.slice(0, 60)}" is not a filter of the log.`);
    const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== null && one !== "");
    return values.length === 0 ? [] : [[name, values.map((one) => filterValue(name, one))] as const];
  });
  return {
    filters: Object.fromEntries(read),
    from: moment("from", from, 0),
    until: moment("to", to, 1),
    terms: readSearch(q),
    oldestFirst: sortsUp(sort),
    size,
    skipped: (number - 1) * size,
  };
}

function filterValue(name: string, value: unknown): string {
  if (uuids.includes(name) && !isUuid(value)) throw malformed(name, `${name} must be a user's id.`);
  if ((typeof value !== "string" && typeof value !== "number") || String(value).includes("\u0000")) {
    throw malformed(name, `${name} must be a text.`);
  }
  // Forms are named by their path as well as by their table.
  return name === "form_name" ? (recordByPath(String(value))?.table ?? String(value)) : String(value);
}

function whole(field: string, value: unknown, most: number): number {
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw malformed(field, `${field} must be a whole number from 1 to ${most}.`);
}

/** A day in Manila, `addDays` later when it is a last day; or an instant as it is. */
function moment(field: string, value: unknown, addDays: number): string | null {
  if (value === undefined || value === null || value === "") return null;
  const text = String(value);
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = Date.parse(day ? `${text}T00:00:00+08:00` : text);
  if (typeof value !== "string" || Number.isNaN(time))
    throw malformed(field, `${field} must be a date (YYYY-MM-DD) or an instant.`);
  return new Date(time + (day ? addDays * 86_400_000 : 0)).toISOString();
}

function readSearch(q: unknown): SearchTerm[] {
  if (q === undefined || q === null || q === "") return [];
  if (typeof q === "string" && q.length <= 200) return searchTerms(q);
  throw malformed("q", "The search must be a text of at most 200 characters.");
}

/** The log is sorted by time, which is the order of its ids. */
function sortsUp(sort: unknown): boolean {
  if (sort === undefined || sort === null) return false;
  const first: unknown = Array.isArray(sort) ? sort[0] : sort;
  if (first === undefined) return false;
  if (isObject(first) && (first.field === "at" || first.field === "id")) return first.dir === "asc";
  throw malformed("sort", "The log is sorted by at or id.");
}

const labels = new Map([...records].reverse().map((record) => [record.table as string, record]));

/** An entry with what its form is called, and the path of the record where it has one. */
const named = (entry: JsonObject): JsonObject => {
  const record = labels.get(String(entry.form_name));
  const label = record?.label ?? (entry.form_name === "users" ? "Users" : entry.form_name);
  return {
    ...entry,
    form_label: entry.form_name === "dropdown_values" ? "Dropdown lists" : label,
    path: record?.path ?? null,
  };
};

/** One page of the entries that the caller may read. @throws Problem refused. */
export async function readLog(caller: Caller, query: LogQuery): Promise<LogPage> {
  const [row] = await asCaller(
    caller,
    (tx) => tx<{ page: { rows: JsonObject[]; total: number } }[]>`
      select private.read_log(${JSON.stringify(query.filters)}::text::jsonb, ${query.from}::text::timestamptz,
        ${query.until}::text::timestamptz, ${JSON.stringify(query.terms)}::text::jsonb, ${String(query.oldestFirst)}::text::boolean,
        ${String(query.size)}::text::integer, ${String(query.skipped)}::text::integer, ${String(countLimit)}::text::integer) as page`,
    { timeout: 30_000, replica: true },
  );
  const { rows = [], total = 0 } = row?.page ?? {};
  return { rows: rows.map(named), total: Math.min(total, countLimit), capped: total > countLimit };
}

/** Adds entries that a client reports about its own user. Only what was done is taken from them. */
export async function registerEntries(
  caller: Caller,
  entries: BodyOf<typeof contracts.registerEntries>,
): Promise<JsonObject[]> {
  const [row] = await asCaller(
    caller,
    (tx) =>
      tx<
        { entries: JsonObject[] }[]
      >`select private.register_entries(${JSON.stringify(entries)}::text::jsonb) as entries`,
    { write: true },
  );
  return (row?.entries ?? []).map(named);
}

/** Compares the log with its seals. For administrators of the central office. */
export async function verifyLog(caller: Caller): Promise<JsonObject> {
  const [row] = await asCaller(
    caller,
    (tx) => tx<{ result: JsonObject }[]>`select private.verify_log() as result`,
    { timeout: 120_000 },
  );
  return row?.result ?? {};
}
