/** What a call on records is about: who asks, and for which record type. */
import { recordByPath } from "../records/index.ts";
import type { AnyRecord } from "../records/types.ts";
import { type AppContext, logFailure, noSuchCall } from "./answers.ts";
import { type Table, tableNamed } from "./columns.ts";
import { type Caller, callerFrom } from "./token.ts";

export interface Target {
  caller: Caller;
  record: AnyRecord;
  /** What is written. */
  table: Table;
  /** What is read: the table, or the view that has its sensitive columns too. */
  seen: Table;
}

/** Who asks, and for which record type. Whoever is not signed in is not told which paths exist. */
export async function target(c: AppContext): Promise<Target> {
  const caller = await callerFrom(c.req.header("authorization"));
  const record = recordByPath(c.req.param("path") ?? "");
  if (!record) throw noSuchCall(c);
  const [table, seen] = await Promise.all([tableNamed(record.table), tableNamed(record.table, record.reads)]);
  return { caller, record, table, seen };
}

/** What fails beside a call that stands is logged, not answered. */
export const logged = (c: AppContext) => (error: unknown) =>
  logFailure(error, c.get("requestId"), `${c.req.method} ${c.req.path}`);
