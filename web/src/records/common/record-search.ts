/** URL search parameters of a record screen: tab, page, sort, search text, filters and open panels. */
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { defaultPageSize, pageSizes } from "../../lib/page-sizes.ts";
import { filterFromUrl } from "./filter-from-url.ts";

/**
 * "all" is available only if the user opened the list from a number (a figure or an exploration) that counts pending
 * and approved rows.
 */
export type RecordTab = "pending" | "approved" | "all";

export const tabLabels: Readonly<Record<RecordTab, string>> = {
  pending: "New/Pending",
  approved: "Approved",
  all: "All",
};

/**
 * Rows that need attention: incomplete rows, rows saved with a reason for unusual values, and rows with unusual values.
 * The API has list filters of the same names.
 */
export type ListCheck = "incomplete" | "with_reason" | "unusual";
export const checkLabels: Readonly<Record<ListCheck, string>> = {
  incomplete: "Incomplete",
  with_reason: "With a reason",
  unusual: "Unusual",
};
const checks = Object.keys(checkLabels) as ListCheck[];

/** Pending rows by their review state. The values are the same as in the API's list filter `review`. */
export type ListReview = "to_review" | "returned" | "changed";
export const reviewLabels: Readonly<Record<ListReview, string>> = {
  to_review: "To review",
  returned: "Returned to me",
  changed: "Changed since I approved",
};
const reviews = Object.keys(reviewLabels) as ListReview[];
export const reviewNamed = (name: unknown): ListReview | undefined => reviews.find((known) => known === name);

export interface RecordSearch {
  tab?: RecordTab;
  review?: ListReview;
  check?: ListCheck;
  page?: number;
  size?: number;
  /** "field.asc" or "field.desc". Several sort columns are joined by commas; the first sort column has priority. */
  sort?: string;
  /** Search text, matched against all values of a row. */
  q?: string;
  /** Chosen filters: column names with the chosen values. */
  where?: Record<string, string>;
  /** Conditions in addition to the chosen filters: ranges, negations, alternatives, and related records. */
  filter?: FilterGrammar;
  /**
   * Key of the figure (a number in a chart or report) that opened the list. The database determines the rows that the
   * figure counts. See `Drill.figure`.
   */
  figure?: string;
  /**
   * Filters of the link that opened the list, such as the filters of a figure (`Drill.filters`). The filters that the
   * user chooses are in `where`.
   */
  about?: Record<string, string | string[]>;
  /** Column whose total the clicked figure shows. Set only if the user opened the list by clicking a figure. */
  sum?: string;
  /** Id of the row that is open beside the list. */
  row?: number;
  /** Id of the row open in the form. */
  edit?: number;
  /** 1 when the form is open for a new row. */
  new?: 1;
  /** Id of the row whose history is open. */
  history?: number;
  /** Id of the entry of the outbox that is open in the form. */
  kept?: string;
  /** 1 when totals of the whole list are shown below the list. */
  totals?: 1;
  /** 1 when rows are being pasted. */
  paste?: 1;
  /** 1 when a file is being imported. */
  import?: 1;
  /** Row from which the user enters new rows of another record type, as path and id, such as "arbo-training.12". */
  from?: string;
  /** Name of an alternative view that shows the rows instead of the table, such as a map. */
  view?: string;
  /** Id of the saved view that opened the list. A URL with only this parameter is a link to the view. */
  saved?: number;
}

const tabs: readonly RecordTab[] = ["pending", "approved", "all"];

/**
 * True if a number, such as a figure, or a link to certain rows opened the list, so that the list shows only those
 * rows.
 */
export const isDrilled = (search: RecordSearch): boolean =>
  search.figure !== undefined || search.about !== undefined || search.tab === "all";

/** Returns the selected tab of the list. The default is "all" if a number or a link to certain rows opened the list. */
export const tabOf = (search: RecordSearch): RecordTab =>
  search.tab ?? (isDrilled(search) ? "all" : "pending");

export function readRecordSearch(raw: Record<string, unknown>): RecordSearch {
  const size = number(raw.size);
  return {
    tab: tabs.find((known) => known === raw.tab),
    check: checks.find((known) => known === raw.check),
    review: reviewNamed(raw.review),
    page: number(raw.page),
    size: pageSizes.find((known) => known === size && known !== defaultPageSize),
    sort: sortText(readSorts(text(raw.sort))),
    q: text(raw.q),
    where: filters(raw.where),
    filter: filterFromUrl(raw.filter),
    figure: text(raw.figure),
    about: lists(raw.about),
    sum: text(raw.sum),
    row: number(raw.row),
    edit: number(raw.edit),
    new: String(raw.new) === "1" ? 1 : undefined,
    history: number(raw.history),
    kept: text(raw.kept),
    totals: String(raw.totals) === "1" ? 1 : undefined,
    paste: String(raw.paste) === "1" ? 1 : undefined,
    import: String(raw.import) === "1" ? 1 : undefined,
    from: typeof raw.from === "string" && /^[a-z0-9-]+\.\d{1,15}$/.test(raw.from) ? raw.from : undefined,
    view: text(raw.view),
    saved: number(raw.saved),
  };
}

export interface Sort {
  field: string;
  dir: "asc" | "desc";
}

/** Maximum number of sort columns per list request. */
export const mostSorts = 5;

/**
 * Parses the sort columns of a URL, in order of priority. Returns an empty list if one of the sort columns is invalid.
 */
export function readSorts(sort: string | undefined): Sort[] {
  const sorts = (sort ?? "").split(",").map(readSort);
  return sorts.every((one) => one !== null) ? sorts.slice(0, mostSorts) : [];
}

/**
 * Returns the sort columns of a list from the URL. If the URL names no sort columns, returns the default of the record
 * type.
 */
export const sortsOf = (record: Pick<AnyRecord, "defaultSort">, { sort }: RecordSearch): Sort[] => {
  const sorts = readSorts(sort);
  return sorts.length > 0 ? sorts : [record.defaultSort];
};

export const sortText = (sorts: readonly Sort[]): string | undefined =>
  sorts.length > 0 ? sorts.map(({ field, dir }) => `${field}.${dir}`).join(",") : undefined;

export function readSort(sort: string | undefined): Sort | null {
  const [, field, dir] = /^(\w+)\.(asc|desc)$/.exec(sort ?? "") ?? [];
  return field && (dir === "asc" || dir === "desc") ? { field, dir } : null;
}

function number(value: unknown): number | undefined {
  const read = Number(value);
  return Number.isSafeInteger(read) && read > 0 ? read : undefined;
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;

function filters(value: unknown): Record<string, string> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const filled = Object.entries(value).filter(
    (entry): entry is [string, string] => text(entry[1]) !== undefined,
  );
  return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

function lists(value: unknown): Record<string, string | string[]> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const filled = Object.entries(value).filter(
    (entry): entry is [string, string | string[]] =>
      text(entry[1]) !== undefined ||
      (Array.isArray(entry[1]) && entry[1].every((one) => typeof one === "string")),
  );
  return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}
