/** The calls of the screens (spec section 7): one function a kind of call, over every record type. */
import type { BodyOf, DataOf } from "#shared/contracts/index.ts";
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import { call } from "./http.ts";

/** A stored row. Its fields depend on the record type; these it always carries. */
export type Row = DataOf<"POST /api/{path}">[number] & { office?: string | null };
export type Stage = NonNullable<Row["process_stage"]>;

/** Filters, order and page of a list. */
export type ListBody = BodyOf<"POST /api/{path}">;
/** What an approval has done. */
export type Approved = DataOf<"POST /api/{path}/approve">;
export type DeletedRow = DataOf<"POST /api/{path}/trash">[number];
export type HistoryEntry = DataOf<"POST /api/history">[number];
export type DropdownRow = DataOf<"GET /dropdown/{list}">[number];

/** A step of an import, or of an act on many rows: sent again, it does nothing twice and answers as the first time. */
export interface Batch {
  import_id: string;
  batch: number;
}

export const api = {
  list: (path: string, body: ListBody, signal?: AbortSignal) =>
    call("POST /api/{path}", body, { at: { path }, signal }),

  /** The values of a field in the rows that the filters leave, each once; those that hold `text`. */
  values: async (path: string, body: BodyOf<"POST /api/{path}/values">, signal?: AbortSignal) =>
    (await call("POST /api/{path}/values", body, { at: { path }, signal })).data,

  /** Creates rows without an id and changes those with one, all or nothing. Answers the saved rows. */
  update: async (
    path: string,
    rows: readonly object[],
    batch?: Batch,
    signal?: AbortSignal,
  ): Promise<Row[]> =>
    (await call("PUT /api/{path}/update", [...rows], { at: { path }, query: batch ?? {}, signal })).data,

  /** Stored rows that are likely the same as one that somebody is typing. */
  likelySame: async (path: string, row: object, signal?: AbortSignal) =>
    (await call("POST /api/{path}/likely-same", row, { at: { path }, signal })).data,

  /** Which values of rows are unusual, by the place of the row: those that only the server can compare, too. */
  softChecks: async (path: string, rows: readonly object[], signal?: AbortSignal) =>
    (await call("POST /api/{path}/soft-checks", [...rows], { at: { path }, signal })).data,

  /** All rows that a filter leaves, by id and version. */
  versions: async (path: string, body: BodyOf<"POST /api/{path}/versions">, signal?: AbortSignal) =>
    (await call("POST /api/{path}/versions", body, { at: { path }, signal })).data,

  remove: async (
    path: string,
    ids: readonly number[],
    row_version?: readonly number[],
    batch?: Batch,
  ): Promise<number> => {
    const body = { id: [...ids], ...(row_version ? { row_version: [...row_version] } : {}) };
    return (await call("DELETE /api/{path}/delete", body, { at: { path }, query: batch ?? {} })).data.deleted;
  },

  /** Deleted rows that can be restored, a page at a time, the last deleted first. */
  trash: (path: string, body: BodyOf<"POST /api/{path}/trash">, signal?: AbortSignal) =>
    call("POST /api/{path}/trash", body, { at: { path }, signal }),

  restore: async (path: string, ids: readonly number[], batch?: Batch): Promise<Row[]> =>
    (await call("PUT /api/{path}/restore", { id: [...ids] }, { at: { path }, query: batch ?? {} })).data,

  /** Gives rows back what they held after an entry of their history. */
  revert: async (path: string, body: BodyOf<"PUT /api/{path}/revert">, batch?: Batch): Promise<Row[]> =>
    (await call("PUT /api/{path}/revert", body, { at: { path }, query: batch ?? {} })).data,

  /** Sets the stage of one row, or of every row in reach that a filter names. */
  approve: async (path: string, body: BodyOf<"POST /api/{path}/approve">, batch?: Batch): Promise<Approved> =>
    (await call("POST /api/{path}/approve", body, { at: { path }, query: batch ?? {} })).data,

  /** Gives rows back to their office, with the reason. */
  returnRows: async (path: string, body: BodyOf<"PUT /api/{path}/return">, batch?: Batch): Promise<Row[]> =>
    (await call("PUT /api/{path}/return", body, { at: { path }, query: batch ?? {} })).data,

  /** Takes one's own returns back. */
  takeBackReturns: async (
    path: string,
    body: BodyOf<"PUT /api/{path}/take-back-return">,
    batch?: Batch,
  ): Promise<Row[]> =>
    (await call("PUT /api/{path}/take-back-return", body, { at: { path }, query: batch ?? {} })).data,

  /** Gives returned rows to whoever reviews them once more. */
  resubmit: async (path: string, body: BodyOf<"PUT /api/{path}/resubmit">): Promise<Row[]> =>
    (await call("PUT /api/{path}/resubmit", body, { at: { path } })).data,

  comments: async (path: string, id: number, signal?: AbortSignal) =>
    (await call("POST /api/{path}/comments", { id }, { at: { path }, signal })).data,

  /** Adds a comment, and answers all on the row. */
  comment: async (path: string, body: BodyOf<"PUT /api/{path}/comment">) =>
    (await call("PUT /api/{path}/comment", body, { at: { path } })).data,

  history: async (path: string, id: number, signal?: AbortSignal) =>
    (await call("POST /api/history", { path, id }, { signal })).data,

  dropdown: async (list: DropdownList, signal?: AbortSignal) =>
    (await call("GET /dropdown/{list}", undefined, { at: { list }, signal })).data,
};
