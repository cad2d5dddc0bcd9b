/** Serves an endpoint that every record type has under its own path (contracts/records.ts). */
import type { Hono } from "hono";
import type { Verb } from "../../access/refusal-messages.ts";
import type { Call } from "../../contracts/base/call.ts";
import { Problem } from "../../contracts/base/problems.ts";
import type { RecordCall } from "../../contracts/records.ts";
import { recordByPath } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { admitOrRepeat } from "../access/refusals.ts";
import type { Caller } from "../access/token.ts";
import { listedTable, type Table, tableNamed } from "../db/columns.ts";
import { type AppContext, type AppVariables, noSuchEndpoint } from "../http/responses.ts";
import { logRowsInProblem } from "../lists/reading-log.ts";
import { ConnectionLost } from "../sql/sql.ts";
import { recordOfRows } from "./record-of-rows.ts";
import { type Admission, answer, callerOf, type Request } from "./serve.ts";

export interface RecordTables {
  record: AnyRecord;
  /** Table to which rows of the record type are written. */
  table: Table;
  /** Table or view from which rows of the record type are read. */
  listed: Table;
}

export type RecordRequest<C extends Call> = Omit<Request<C>, "caller"> & RecordTables & { caller: Caller };

export const tablesOf = (record: AnyRecord): RecordTables => ({
  record,
  table: tableNamed(record.table),
  listed: listedTable(record),
});

/**
 * Permission that an endpoint requires: the caller must be allowed to perform at least one of the actions in `verbs` on
 * some row.
 */
interface Permitted {
  verbs: readonly Verb[];
  /**
   * Returns true if the success of a request proves that the caller was permitted. The permission for such a request is
   * checked only if the request fails, before the failure is reported.
   */
  provenBy?: (c: AppContext) => boolean;
}

/** Maximum body size, in bytes, that is read before the caller's permission is known. */
const uncheckedBodyLimit = 64 * 1024;

/**
 * Runs `work` for a permitted caller.
 * @throws Problem of kind `refused` when the caller is not permitted, even if the request has other errors.
 */
async function permitted(
  c: AppContext,
  caller: Caller,
  record: AnyRecord,
  { verbs, provenBy }: Permitted,
  work: () => Promise<Response>,
): Promise<Response> {
  const isSmall = Number(c.req.header("content-length")) <= uncheckedBodyLimit;
  if (!isSmall || !provenBy?.(c)) {
    await admitOrRepeat(c, caller, record, verbs);
    return work();
  }
  try {
    return await work();
  } catch (problem) {
    // Report the original error, because it says whether the data was saved. Permission can't be checked without the
    // database.
    if (problem instanceof ConnectionLost) throw problem;
    await admitOrRepeat(c, caller, record, verbs).catch((refused: unknown) => {
      throw refused instanceof Problem ? refused : problem;
    });
    throw problem;
  }
}

/**
 * Adds the route of one endpoint for all record types. Without a signed-in user, existing and unknown paths both get
 * 401.
 * @param admitted Check of who may use the endpoint; by default every signed-in user.
 */
export function serveRecords<C extends Call>(
  routes: Hono<AppVariables>,
  kind: RecordCall<C>,
  handle: (request: RecordRequest<C>) => Promise<Response>,
  admitted: Permitted | Admission | null = null,
): void {
  const pattern = kind.path.replace("/api", "").replace("{path}", ":path");
  routes.on(kind.method, pattern, async (c) => {
    const caller = (await callerOf(c, {})) as Caller;
    const record = recordByPath(c.req.param("path") ?? "");
    const contract = record && kind.of(record);
    if (!record || !contract) throw noSuchEndpoint(c);
    const work = () =>
      answer(c, contract, caller as Request<C>["caller"], async (request) => {
        const tables = tablesOf(recordOfRows(record, request.body));
        try {
          return await handle({ ...request, ...tables, caller });
        } catch (problem) {
          await logRowsInProblem(caller, tables.record, tables.listed, problem);
          throw problem;
        }
      });
    if (typeof admitted === "object" && admitted) return permitted(c, caller, record, admitted, work);
    await admitted?.(caller, c);
    return work();
  });
}
