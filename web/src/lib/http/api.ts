/** The calls of the screens (spec section 7): one function a kind of call, over every record type. */
import type { SameRow } from "#shared/contracts/problems.ts";
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import type { OpenCheck } from "#shared/validate/soft-checks.ts";
import { call } from "./http.ts";

export type Stage = "Pending" | "Approved";

/** A stored row. Its fields depend on the record type; these it always carries. */
export interface Row extends Record<string, unknown> {
  id: number;
  row_version: number;
  process_stage?: Stage | null;
  office?: string | null;
}

export interface ListBody {
  q?: string;
  page?: number;
  page_size?: number;
  sort?: readonly { field: string; dir: "asc" | "desc" }[];
  /** Columns to total over the whole filtered list. */
  sums?: readonly string[];
  /** A column as a filter: a value or a list of values. */
  [filter: string]: unknown;
}

export interface ListAnswer {
  data: Row[];
  total: number;
  /** The list is longer than `total`, which is as far as the server counted. */
  total_capped?: boolean;
  /** The totals that were asked for, by column. */
  sums?: Record<string, number>;
  /** What was stored by then: for an approval of the whole list. */
  seen?: string;
}

/** What an approval has done. */
export interface Approved {
  updated: number;
  /** Rows of the list that somebody saved since, left out; the first of them by name. */
  changed_since?: { count: number; rows: { id: number; title: string }[] };
}

export interface HistoryEntry {
  at: string;
  user_name: string | null;
  /** The name of the API token by which it was done. */
  api_token: string | null;
  user_role: string | null;
  action: string;
  changes: Record<string, [before: unknown, after: unknown]> | null;
}

export interface DropdownRow {
  id: number;
  type?: string | null;
  category?: string | null;
  sub_category?: string | null;
}

/** One batch of an import: a retry of the same batch answers what the first try stored. */
export interface Batch {
  import_id: string;
  batch: number;
}

interface Success<Data> {
  status: "success";
  data: Data;
}

const base = (path: string): string => `/api/${path}`;

export const api = {
  list: (path: string, body: ListBody, signal?: AbortSignal): Promise<ListAnswer> =>
    call<ListAnswer>("POST", base(path), body, signal),

  /** The values of a field in the rows that the filters leave, each once; those that hold `text`. */
  values: async (
    path: string,
    body: { field: string; text?: string } & Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<(string | number)[]> =>
    (await call<Success<(string | number)[]>>("POST", `${base(path)}/values`, body, signal)).data,

  /** Creates rows without an id and changes those with one, all or nothing. Answers the saved rows. */
  update: async (
    path: string,
    rows: readonly object[],
    batch?: Batch,
    signal?: AbortSignal,
  ): Promise<Row[]> => {
    const query = batch ? `?import_id=${encodeURIComponent(batch.import_id)}&batch=${batch.batch}` : "";
    return (await call<Success<Row[]>>("PUT", `${base(path)}/update${query}`, rows, signal)).data;
  },

  /** Stored rows that are likely the same as one that somebody is typing. */
  likelySame: async (path: string, row: object, signal?: AbortSignal): Promise<SameRow[]> =>
    (await call<Success<SameRow[]>>("POST", `${base(path)}/likely-same`, row, signal)).data,

  /** Which values of rows are unusual, by the place of the row: those that only the server can compare, too. */
  softChecks: async (
    path: string,
    rows: readonly object[],
    signal?: AbortSignal,
  ): Promise<(OpenCheck & { index: number })[]> =>
    (
      await call<Success<(OpenCheck & { index: number })[]>>(
        "POST",
        `${base(path)}/soft-checks`,
        rows,
        signal,
      )
    ).data,

  remove: async (path: string, ids: readonly number[]): Promise<number> =>
    (await call<Success<{ deleted: number }>>("DELETE", `${base(path)}/delete`, { id: ids })).data.deleted,

  /** Sets the stage of one row, or of every row in reach that a filter names. */
  approve: async (
    path: string,
    body: { process_stage: Stage; id?: number; row_version?: number; filter?: ListBody; seen?: string },
  ): Promise<Approved> => (await call<Success<Approved>>("POST", `${base(path)}/approve`, body)).data,

  history: async (path: string, id: number, signal?: AbortSignal): Promise<HistoryEntry[]> =>
    (await call<Success<HistoryEntry[]>>("POST", "/api/history", { path, id }, signal)).data,

  dropdown: async (list: DropdownList, signal?: AbortSignal): Promise<DropdownRow[]> =>
    (await call<Success<DropdownRow[]>>("GET", `/dropdown/${list}`, undefined, signal)).data,
};
