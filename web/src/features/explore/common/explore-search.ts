/**
 * URL parameters of the Explore screen: a query, and how its result is shown. This module doesn't check field names.
 * question.ts checks them against the record type, which loads later.
 */
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { filterFromUrl } from "../../../records/common/filter-from-url.ts";

export const waysToShow = ["table", "bars", "lines", "heat_map"] as const;
export type ShownAs = (typeof waysToShow)[number];

export const shares = ["row", "column", "total"] as const;
/** The total that counts as 100 % when numbers are shown as shares: that of the row, of the column, or of the table. */
export type Share = (typeof shares)[number];

export interface ExploreSearch {
  /** API path of the record type. */
  record?: string;
  /** Names of up to two row fields, joined by a comma. */
  rows?: string;
  columns?: string;
  /** "count", or a measure and a field, such as "sum.gross_sales". If missing, the record type's default applies. */
  value?: string;
  filter?: FilterGrammar;
  order?: "name";
  top?: number;
  as?: ShownAs;
  share?: Share;
  /** Id of the saved query that was opened. */
  saved?: number;
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;

function whole(value: unknown, most: number): number | undefined {
  const read = Number(value);
  return Number.isSafeInteger(read) && read > 0 && read <= most ? read : undefined;
}

export function readExploreSearch(raw: Record<string, unknown>): ExploreSearch {
  return {
    record: text(raw.record),
    rows: text(raw.rows),
    columns: text(raw.columns),
    value: text(raw.value),
    filter: filterFromUrl(raw.filter),
    order: raw.order === "name" ? "name" : undefined,
    top: whole(raw.top, 1000),
    as: waysToShow.find((one) => one === raw.as && one !== "table"),
    share: shares.find((one) => one === raw.share),
    saved: whole(raw.saved, Number.MAX_SAFE_INTEGER),
  };
}
