/** Serves a call that record types have, each under its path (contracts/records.ts). */
import type { Hono } from "hono";
import type { Verb } from "../../access/sentences.ts";
import type { Call } from "../../contracts/call.ts";
import type { RecordCall } from "../../contracts/records.ts";
import { recordByPath } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { admit } from "../access/refusals.ts";
import type { Caller } from "../access/token.ts";
import { listedTable, type Table, tableNamed } from "../db/columns.ts";
import { type AppVariables, noSuchCall } from "../http/answers.ts";
import { type Admission, answer, callerOf, type Request } from "./serve.ts";

/** A record type with the tables of its rows. */
export interface RecordTables {
  record: AnyRecord;
  /** What is written. */
  table: Table;
  /** What is read. */
  listed: Table;
}

export type RecordRequest<C extends Call> = Omit<Request<C>, "caller"> & RecordTables & { caller: Caller };

export const tablesOf = (record: AnyRecord): RecordTables => ({
  record,
  table: tableNamed(record.table),
  listed: listedTable(record),
});

/**
 * Adds the route. Whoever is not signed in is not told which paths exist.
 * @param admitted Who is admitted, unless that is whoever is signed in: those who may do one of the verbs to some row, or
 * those whom a function admits.
 */
export function serveRecords<C extends Call>(
  routes: Hono<AppVariables>,
  kind: RecordCall<C>,
  work: (request: RecordRequest<C>) => Promise<Response>,
  admitted: readonly Verb[] | Admission = [],
): void {
  const pattern = kind.path.replace("/api", "").replace("{path}", ":path");
  routes.on(kind.method, pattern, async (c) => {
    const caller = (await callerOf(c, {})) as Caller;
    const record = recordByPath(c.req.param("path") ?? "");
    const contract = record && kind.of(record);
    if (!record || !contract) throw noSuchCall(c);
    if (typeof admitted === "function") await admitted(caller, c);
    else if (admitted.length > 0) await admit(caller, record, ...admitted);
    return answer(c, contract, caller as Request<C>["caller"], (request) =>
      work({ ...request, ...tablesOf(record), caller }),
    );
  });
}
