/** URL search parameters of a record screen: tab, page, sort, search text, filters and open panels. */
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { defaultPageSize, pageSizes } from "../../lib/page-sizes.ts";
import { filterFromUrl } from "./filter-from-url.ts";

/**
 * Tab of a list. "all" is available only if the user opened the list from a number that counts both pending and
 * approved rows.
 */
export type RecordTab = "pending" | "approved" | "all";

export const tabLabels: Readonly<Record<RecordTab, string>> = {
  pending: "New/Pending",
  approved: "Approved",
  all: "All",
};

/**
 * List filters for rows that need attention. The rows are incomplete, have unusual values, or were saved with a reason
 * for unusual values. The names are those of the API's filters.
 */
export type ListCheck = "incomplete" | "with_reason" | "unusual";
export const checkLabels: Readonly<Record<ListCheck, string>> = {
  incomplete: "Incomplete",
  with_reason: "With a reason",
  unusual: "Unusual",
};
const checks = Object.keys(checkLabels) as ListCheck[];

/** List filters for pending rows, by state of the review. The names are the values of the API's filter `review`. */
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
  /** Sort columns, such as "name.asc" or "year.desc,name.asc". The first column has priority. */
  sort?: string;
  /** Search text. Matches all values of a row. */
  q?: string;
  /** Filters chosen in the filter bar: the chosen value per column. */
  where?: Record<string, string>;
  /** Conditions besides the filter bar: ranges, negations, alternatives, and conditions on related records. */
  filter?: FilterGrammar;
  /**
   * Key of the figure (a number in a chart or report) from which the user opened the list. The list then contains
   * exactly the rows that the figure counts. See `Drill.figure`.
   */
  figure?: string;
  /**
   * Filters of the link from which the user opened the list, such as the filters of a figure (`Drill.filters`). `where`
   * has the filters that the user chooses in the list.
   */
  about?: Record<string, string | string[]>;
  /** Column whose total the list shows. Set if the user opened the list from a total of this column. */
  sum?: string;
  /** Id of the row that is open beside the list. */
  row?: number;
  /** Id of the row whose form is open. */
  edit?: number;
  /** 1 if the form of a new row is open. */
  new?: 1;
  /** Id of the row whose history is open. */
  history?: number;
  /** Id of the outbox entry that is open in the form. */
  kept?: string;
  /** 1 if totals of the whole list are shown below it. */
  totals?: 1;
  /** 1 if the dialog for pasting rows is open. */
  paste?: 1;
  /** 1 if the import dialog is open. */
  import?: 1;
  /** Row of another record type from which the user enters new rows, as path and id, such as "arbo-training.12". */
  from?: string;
  /** Name of the view that replaces the table, such as a map. */
  view?: string;
  /** Id of the saved view from which the list was opened. A URL with only this parameter opens the view. */
  saved?: number;
}

const tabs: readonly RecordTab[] = ["pending", "approved", "all"];

/**
 * True if the list shows only certain rows, because the user opened it from a link or from a number, such as a figure.
 */
export const isDrilled = (search: RecordSearch): boolean =>
  search.figure !== undefined || search.about !== undefined || search.tab === "all";

/** Returns the selected tab. The default is "pending", or "all" if the user opened the list from a number or link. */
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

/** Parses the sort columns of a URL, in order of priority. Returns an empty list if any of them is invalid. */
export function readSorts(sort: string | undefined): Sort[] {
  const sorts = (sort ?? "").split(",").map(readSort);
  return sorts.every((one) => one !== null) ? sorts.slice(0, mostSorts) : [];
}

/** Returns the sort columns of the URL. If there are none, returns the default sort column of the record type. */
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
