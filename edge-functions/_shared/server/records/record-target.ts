/** What a call on records is about: who asks, and for which record type. */

import type { Verb } from "../../access/sentences.ts";
import { Problem } from "../../contracts/problems.ts";
import { recordByPath } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { admit } from "../access/refusals.ts";
import { type Caller, callerFrom } from "../access/token.ts";
import { type Table, tableNamed } from "../db/columns.ts";
import { type AppContext, noSuchCall } from "../http/answers.ts";
import { type JsonObject, readObject, smallBody } from "../http/body.ts";

export interface Target {
  caller: Caller;
  record: AnyRecord;
  /** What is written. */
  table: Table;
  /** What is read: the table, or the view that has its sensitive columns too. */
  seen: Table;
}

/**
 * Who asks, and for which record type. Whoever is not signed in is not told which paths exist, and whoever may do none of
 * the verbs is refused before the body is read. @throws Problem unauthenticated, not_found, refused.
 */
export async function target(c: AppContext, ...verbs: readonly Verb[]): Promise<Target> {
  const caller = await callerFrom(c.req.header("authorization"));
  const record = recordByPath(c.req.param("path") ?? "");
  if (!record) throw noSuchCall(c);
  if (verbs.length > 0) await admit(caller, record, ...verbs);
  return targetOf(caller, record);
}

/** The rows that a list call asks for: those of the path, or of the record type that the status in its body names. */
export async function listTarget(c: AppContext): Promise<Target & { body: JsonObject }> {
  const asked = await target(c);
  const body = await readObject(c, smallBody);
  const statuses: unknown[] = [body.status].flat();
  const path = statuses.map((status) => asked.record.listsByStatus?.[String(status)]).find((one) => one);
  const record = path === undefined ? undefined : recordByPath(path);
  if (!record) return { ...asked, body };
  if (statuses.length > 1) {
    const message = "Rows of this status are a list of their own: ask for one status at a time.";
    throw new Problem("malformed", message, [{ field: "status", message }]);
  }
  return { ...(await targetOf(asked.caller, record)), body };
}

async function targetOf(caller: Caller, record: AnyRecord): Promise<Target> {
  const [table, seen] = await Promise.all([tableNamed(record.table), tableNamed(record.table, record.reads)]);
  return { caller, record, table, seen };
}
