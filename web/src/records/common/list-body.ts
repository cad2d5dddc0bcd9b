/** Builds the body of a list request from the URL of the screen. */
import { yearFilter } from "#shared/records/vocabulary/parent.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { parseNumber } from "#shared/rules/numbers.ts";
import type { ListBody } from "../../lib/http/api.ts";
import { defaultPageSize } from "../../lib/page-sizes.ts";
import { isDrilled, type RecordSearch, type RecordTab, sortsOf, tabOf } from "./record-search.ts";

/** Properties of a record type on which list requests depend. */
export type Listed = Pick<AnyRecord, "path" | "fields" | "serverFields" | "fixed" | "approval" | "parent">;

/** Chart filters by year. Their values are sent as numbers even if the record type has no such field. */
const years = new Set(["year_from", "year_to", "year_funded", "reporting_year"]);

/**
 * Returns the filters and search text of a list, without page and order. Also used for counts, bulk approvals and
 * exports. If a figure (a number in a chart or report) opened the list, the result lacks the screen's fixed filter,
 * because the figure itself selects the rows.
 */
export function filterBody(record: Listed, search: RecordSearch, tab: RecordTab): ListBody {
  const fields = new Map(
    [...record.fields, ...(record.serverFields ?? [])].map((field) => [field.name, field]),
  );
  const yearOfParent = record.parent && yearFilter(record.parent);
  const isNumber = (name: string): boolean => {
    const kind = fields.get(name)?.kind;
    return (
      kind === "year" || kind === "integer" || kind === "decimal" || years.has(name) || name === yearOfParent
    );
  };
  // Send a value that is not a number unchanged. The API then responds with an error message.
  const typed = (name: string, value: string): string | number => {
    const reading = isNumber(name) ? parseNumber(value) : null;
    return reading?.ok && reading.value !== null ? reading.value : value;
  };
  const body: ListBody = isDrilled(search) ? {} : { ...record.fixed };
  if (search.figure) body.figure = search.figure;
  for (const [name, value] of Object.entries(search.about ?? {})) {
    body[name] = Array.isArray(value) ? value.map((one) => typed(name, one)) : typed(name, value);
  }
  for (const [name, value] of Object.entries(search.where ?? {})) {
    if (fields.has(name)) body[name] = typed(name, value);
  }
  if (search.filter) body.filter = search.filter;
  if (search.q) body.q = search.q;
  if (search.check) body[search.check] = true;
  if (search.review && record.approval) body.review = search.review;
  // The tab New/Pending contains all rows that are not approved, including rows without a stage (spec section 4).
  if (record.approval && tab !== "all") body.tab = tab;
  return body;
}

/** All rows of a list, on all of its pages. */
export interface WholeList {
  /** Filters and search text, without page and order. */
  filter: ListBody;
  /** Number of rows when the list was shown. */
  total: number;
  /**
   * Token from the list response; identifies the state of the list that the user saw. Undefined if the response has no
   * token.
   */
  seen: string | undefined;
  /** URL parameters of the screen, from which `filter` was made. */
  search: RecordSearch;
}

export const wholeList = (
  record: Listed,
  search: RecordSearch,
  total: number,
  seen: string | undefined,
): WholeList => ({ filter: filterBody(record, search, tabOf(search)), total, seen, search });

export function listBody(record: AnyRecord, search: RecordSearch): ListBody {
  return {
    ...filterBody(record, search, tabOf(search)),
    ...(search.sum ? { sums: [search.sum] } : {}),
    page: search.page ?? 1,
    page_size: search.size ?? defaultPageSize,
    sort: sortsOf(record, search),
  };
}
