/** API calls of the screens (spec section 7). One function per endpoint, shared by all record types. */
import type { BodyOf, DataOf } from "#shared/contracts/index.ts";
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import { connection } from "./connection.ts";
import { call } from "./http.ts";

/** A stored row, with the fields that every record type has. Other fields depend on the record type. */
export type Row = DataOf<"POST /api/{path}">[number] & { office?: string | null };
export type Stage = NonNullable<Row["process_stage"]>;

export type ListBody = BodyOf<"POST /api/{path}">;
/** Result of an approval. */
export type Approved = DataOf<"POST /api/{path}/approve">;
export type DeletedRow = DataOf<"POST /api/{path}/trash">[number];
export type HistoryEntry = DataOf<"POST /api/history">[number];
export type DropdownRow = DataOf<"GET /dropdown/{list}">[number];

/**
 * Identifies one request of an import or bulk action. A repetition with the same id and number changes nothing, and
 * returns the first response.
 */
export interface Batch {
  import_id: string;
  batch: number;
}

/** Maximum number of rows per request for unusual values. */
const maxCheckedRows = 500;

/**
 * While the server can't be reached, answers a list request from the stored rows of the user's offices. If the stored
 * rows are not sufficient, sends the request anyway.
 */
async function orFromRows<Answer>(
  ask: () => Promise<Answer>,
  ...request: Parameters<typeof import("./stored-answers.ts").answerFromRows>
): Promise<Answer> {
  const stored =
    connection().lost && (await (await import("./stored-answers.ts")).answerFromRows(...request));
  return stored ? (stored as Answer) : ask();
}

export const api = {
  list: (path: string, body: ListBody, signal?: AbortSignal) =>
    orFromRows(() => call("POST /api/{path}", body, { at: { path }, signal }), "list", path, body, signal),

  /** Returns the distinct values of a field in the rows that match the filters. The values must contain `text`. */
  values: (path: string, body: BodyOf<"POST /api/{path}/values">, signal?: AbortSignal) =>
    orFromRows(
      async () => (await call("POST /api/{path}/values", body, { at: { path }, signal })).data,
      "values",
      path,
      body,
      signal,
    ),

  /** Creates rows without an id and changes rows with an id, in one transaction. Returns the saved rows. */
  update: async (
    path: string,
    rows: readonly object[],
    batch?: Batch,
    signal?: AbortSignal,
  ): Promise<Row[]> =>
    (await call("PUT /api/{path}/update", [...rows], { at: { path }, query: batch ?? {}, signal })).data,

  /** Returns stored rows that are probably duplicates of the row being entered. */
  likelySame: async (path: string, row: object, signal?: AbortSignal) =>
    (await call("POST /api/{path}/likely-same", row, { at: { path }, signal })).data,

  /** Returns unusual values by row index, including values that only the server can check. */
  softChecks: async (path: string, rows: readonly object[], signal?: AbortSignal) => {
    const found: DataOf<"POST /api/{path}/soft-checks"> = [];
    for (let start = 0; start < rows.length; start += maxCheckedRows) {
      const part = rows.slice(start, start + maxCheckedRows);
      const { data } = await call("POST /api/{path}/soft-checks", part, { at: { path }, signal });
      found.push(...data.map((open) => ({ ...open, index: start + open.index })));
    }
    return found;
  },

  /** Returns the unusual values of stored rows, each with a message. */
  unusualValues: async (path: string, ids: readonly number[], signal?: AbortSignal) =>
    (await call("POST /api/{path}/unusual", { id: [...ids] }, { at: { path }, signal })).data,

  /** Returns the id and version of all rows that match a filter. */
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

  /** Returns one page of deleted rows that can be restored, most recently deleted first. */
  trash: (path: string, body: BodyOf<"POST /api/{path}/trash">, signal?: AbortSignal) =>
    call("POST /api/{path}/trash", body, { at: { path }, signal }),

  /** @param options `anyway`: true to restore a row although a stored row is its duplicate or probable duplicate. */
  restore: async (
    path: string,
    ids: readonly number[],
    { batch, anyway = false }: { batch?: Batch; anyway?: boolean } = {},
  ): Promise<Row[]> => {
    const body = { id: [...ids], ...(anyway ? { save_anyway: true } : {}) };
    return (await call("PUT /api/{path}/restore", body, { at: { path }, query: batch ?? {} })).data;
  },

  /** Reverts rows to the values that they had after a given entry of their history. */
  revert: async (path: string, body: BodyOf<"PUT /api/{path}/revert">, batch?: Batch): Promise<Row[]> =>
    (await call("PUT /api/{path}/revert", body, { at: { path }, query: batch ?? {} })).data,

  /**
   * Sets the stage (Pending or Approved) of one row, or of all rows that match a filter and that the user may approve.
   */
  approve: async (path: string, body: BodyOf<"POST /api/{path}/approve">, batch?: Batch): Promise<Approved> =>
    (await call("POST /api/{path}/approve", body, { at: { path }, query: batch ?? {} })).data,

  /** Sends rows back to their office for correction, with a reason (a return). */
  returnRows: async (path: string, body: BodyOf<"PUT /api/{path}/return">, batch?: Batch): Promise<Row[]> =>
    (await call("PUT /api/{path}/return", body, { at: { path }, query: batch ?? {} })).data,

  /** Undoes the user's own return of rows to their office. The rows get their earlier review state again. */
  takeBackReturns: async (
    path: string,
    body: BodyOf<"PUT /api/{path}/take-back-return">,
    batch?: Batch,
  ): Promise<Row[]> =>
    (await call("PUT /api/{path}/take-back-return", body, { at: { path }, query: batch ?? {} })).data,

  /** Resubmits returned rows for review. */
  resubmit: async (path: string, body: BodyOf<"PUT /api/{path}/resubmit">): Promise<Row[]> =>
    (await call("PUT /api/{path}/resubmit", body, { at: { path } })).data,

  comments: async (path: string, id: number, signal?: AbortSignal) =>
    (await call("POST /api/{path}/comments", { id }, { at: { path }, signal })).data,

  /** Adds a comment and returns all comments on the row. */
  comment: async (path: string, body: BodyOf<"PUT /api/{path}/comment">) =>
    (await call("PUT /api/{path}/comment", body, { at: { path } })).data,

  history: async (path: string, id: number, signal?: AbortSignal) =>
    (await call("POST /api/history", { path, id }, { signal })).data,

  dropdown: async (list: DropdownList, signal?: AbortSignal) =>
    (await call("GET /dropdown/{list}", undefined, { at: { list }, signal })).data,
};
