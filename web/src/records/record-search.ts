/** What the address of a record screen holds: tab, page, sort, search word, filters, and what is open on top. */

/** Page sizes of tables, and the one to start with (spec section 9). */
export const pageSizes = [5, 10, 20, 50] as const;
export const defaultPageSize = 20;

export type RecordTab = "pending" | "approved";

export interface RecordSearch {
  tab?: RecordTab;
  page?: number;
  size?: number;
  /** "field.asc" or "field.desc". */
  sort?: string;
  /** Searched over all row values. */
  q?: string;
  /** Chosen filters: column to value. */
  where?: Record<string, string>;
  /** Id of the row open in the form. */
  edit?: number;
  /** 1 when the form is open for a new row. */
  new?: 1;
  /** Id of the row whose history is open. */
  history?: number;
}

export function readRecordSearch(raw: Record<string, unknown>): RecordSearch {
  const size = number(raw.size);
  return {
    tab: raw.tab === "approved" ? "approved" : undefined,
    page: number(raw.page),
    size: pageSizes.find((known) => known === size && known !== defaultPageSize),
    sort: typeof raw.sort === "string" && /^\w+\.(asc|desc)$/.test(raw.sort) ? raw.sort : undefined,
    q: text(raw.q),
    where: filters(raw.where),
    edit: number(raw.edit),
    new: String(raw.new) === "1" ? 1 : undefined,
    history: number(raw.history),
  };
}

export interface Sort {
  field: string;
  dir: "asc" | "desc";
}

export function readSort(sort: string | undefined): Sort | null {
  const [field, dir] = (sort ?? "").split(".");
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
  const kept = Object.entries(value).filter(
    (entry): entry is [string, string] => text(entry[1]) !== undefined,
  );
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
