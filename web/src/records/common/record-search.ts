/** What the address of a record screen holds: tab, page, sort, search word, filters, and what is open on top. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { defaultPageSize, pageSizes } from "../../lib/page-sizes.ts";

/** "all" is offered where somebody came from a number: it counted both. */
export type RecordTab = "pending" | "approved" | "all";

/** Rows that somebody should look at: those that lack a fact, and those saved with a reason. The API's filter of the same name lists them. */
export type ListCheck = "incomplete" | "with_reason";
const checks: readonly ListCheck[] = ["incomplete", "with_reason"];

/** Pending rows by where they stand in their review. The API's filter `review` lists them. */
export type ListReview = "to_review" | "returned" | "changed";
const reviews: readonly ListReview[] = ["to_review", "returned", "changed"];
export const reviewNamed = (name: unknown): ListReview | undefined => reviews.find((known) => known === name);

export interface RecordSearch {
  tab?: RecordTab;
  review?: ListReview;
  check?: ListCheck;
  page?: number;
  size?: number;
  /** "field.asc" or "field.desc"; several joined by commas, the first of which counts most. */
  sort?: string;
  /** Searched over all row values. */
  q?: string;
  /** Chosen filters: column to value. */
  where?: Record<string, string>;
  /** The number that opened the list: a set of rows that the database defines (`Drill.figure`). */
  figure?: string;
  /** What else that number was narrowed by (`Drill.filters`); it stands beside the filters of the screen. */
  about?: Record<string, string | string[]>;
  /** The column that the number is the total of. */
  sum?: string;
  /** Id of the row that is open beside the list. */
  row?: number;
  /** Id of the row open in the form. */
  edit?: number;
  /** 1 when the form is open for a new row. */
  new?: 1;
  /** Id of the row whose history is open. */
  history?: number;
  /** 1 when totals of the whole list stand below it. */
  totals?: 1;
  /** 1 when rows are being pasted. */
  paste?: 1;
  /** 1 when a file is being imported. */
  import?: 1;
  /** The row that new rows are entered from: path and id of another record, such as "arbo-training.12". */
  from?: string;
  /** Another way to see the rows than the table, by its name. */
  view?: string;
  /** Id of the saved view that the list was opened by. Alone in an address it is a link to the view. */
  saved?: number;
}

const tabs: readonly RecordTab[] = ["pending", "approved", "all"];

/** Whether the list was opened by a number, and holds what that number counted. */
export const isDrilled = (search: RecordSearch): boolean =>
  search.figure !== undefined || search.about !== undefined || search.tab === "all";

/** The tab that the list shows; one that was opened by a number begins with all that was counted. */
export const tabOf = (search: RecordSearch): RecordTab =>
  search.tab ?? (isDrilled(search) ? "all" : "pending");

/** The same list without the number that opened it. */
export const undrilled = ({
  figure: _,
  about: __,
  sum: ___,
  tab,
  ...search
}: RecordSearch): RecordSearch => ({
  ...search,
  tab: tab === "all" ? undefined : tab,
  page: undefined,
});

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
    figure: text(raw.figure),
    about: lists(raw.about),
    sum: text(raw.sum),
    row: number(raw.row),
    edit: number(raw.edit),
    new: String(raw.new) === "1" ? 1 : undefined,
    history: number(raw.history),
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

/** As many as a list call takes. */
export const mostSorts = 5;

/** The sorts of an address, the first of which counts most; none where one cannot be read. */
export function readSorts(sort: string | undefined): Sort[] {
  const sorts = (sort ?? "").split(",").map(readSort);
  return sorts.every((one) => one !== null) ? sorts.slice(0, mostSorts) : [];
}

/** What a list is sorted by: what the address says, or else the record's own order. */
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
