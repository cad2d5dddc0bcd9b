/** Serves a call that record types have, each under its path (contracts/records.ts). */
import type { Hono } from "hono";
import type { Verb } from "../../access/sentences.ts";
import type { Call } from "../../contracts/call.ts";
import { Problem } from "../../contracts/problems.ts";
import type { RecordCall } from "../../contracts/records.ts";
import { recordByPath } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { admit } from "../access/refusals.ts";
import type { Caller } from "../access/token.ts";
import { listedTable, type Table, tableNamed } from "../db/columns.ts";
import { type AppContext, type AppVariables, noSuchCall } from "../http/answers.ts";
import { ConnectionLost } from "../sql/sql.ts";
import { recordOfRows } from "./record-of-rows.ts";
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

/** Who may do one of the verbs to some row. */
interface Permitted {
  verbs: readonly Verb[];
  /**
   * Whether a request that succeeds proves that it was permitted. Then who may make it is asked only when something went
   * wrong, before that is told: one round trip less for everybody else.
   */
  provenBy?: (c: AppContext) => boolean;
}

/** Bytes of a body that are read of whoever is signed in, admitted or not. */
const littleBody = 64 * 1024;

/** @returns What `work` answers. @throws Problem refused, before anything else that is wrong. */
async function permitted(
  c: AppContext,
  caller: Caller,
  record: AnyRecord,
  { verbs, provenBy }: Permitted,
  work: () => Promise<Response>,
): Promise<Response> {
  const little = Number(c.req.header("content-length")) <= littleBody;
  if (!little || !provenBy?.(c)) {
    await admit(caller, record, ...verbs);
    return work();
  }
  try {
    return await work();
  } catch (problem) {
    // A database that does not answer knows nothing about the caller, and must not hide what became of the save.
    if (problem instanceof ConnectionLost) throw problem;
    await admit(caller, record, ...verbs).catch((refused: unknown) => {
      throw refused instanceof Problem ? refused : problem;
    });
    throw problem;
  }
}

/**
 * Adds the route. Whoever is not signed in is not told which paths exist.
 * @param admitted Who is admitted, unless that is whoever is signed in.
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
    if (!record || !contract) throw noSuchCall(c);
    const work = () =>
      answer(c, contract, caller as Request<C>["caller"], (request) =>
        handle({ ...request, ...tablesOf(recordOfRows(record, request.body)), caller }),
      );
    if (typeof admitted === "object" && admitted) return permitted(c, caller, record, admitted, work);
    await admitted?.(caller, c);
    return work();
  });
}
