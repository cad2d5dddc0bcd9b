/** The body of a list call from what the address of the screen holds. */
import { yearFilter } from "#shared/records/vocabulary/parent.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { parseNumber } from "#shared/rules/numbers.ts";
import type { ListBody } from "../../lib/http/api.ts";
import { defaultPageSize } from "../../lib/page-sizes.ts";
import { isDrilled, type RecordSearch, type RecordTab, sortsOf, tabOf } from "./record-search.ts";

/** What of a record type its lists depend on. */
export type Listed = Pick<AnyRecord, "path" | "fields" | "serverFields" | "fixed" | "approval" | "parent">;

/** Filters of the charts that are numbers and need not be fields of the record. */
const years = new Set(["year_from", "year_to", "year_funded", "reporting_year"]);

/**
 * What the screen is fixed to, its filters and search word, without page and sort: what counts, approvals and exports
 * are about. A number that opened the list says by itself which rows of the table it counted.
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
  // What the import would refuse as a number is sent as it is written: the API says why.
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
  if (search.q) body.q = search.q;
  if (search.check) body[search.check] = true;
  if (search.review && record.approval) body.review = search.review;
  // New/Pending holds every row that is not Approved (spec section 4): an empty stage counts as Pending.
  if (record.approval && tab !== "all") body.tab = tab;
  return body;
}

/** All rows of a list, on its other pages, too. */
export interface WholeList {
  /** Filters and search, without page and order. */
  filter: ListBody;
  /** How many they were when they were shown. */
  total: number;
  /** Which state of them was shown, where the list tells it. */
  seen: string | undefined;
}

/** The list that a screen shows. */
export const wholeList = (
  record: Listed,
  search: RecordSearch,
  total: number,
  seen: string | undefined,
): WholeList => ({ filter: filterBody(record, search, tabOf(search)), total, seen });

export function listBody(record: AnyRecord, search: RecordSearch): ListBody {
  return {
    ...filterBody(record, search, tabOf(search)),
    ...(search.sum ? { sums: [search.sum] } : {}),
    page: search.page ?? 1,
    page_size: search.size ?? defaultPageSize,
    sort: sortsOf(record, search),
  };
}
