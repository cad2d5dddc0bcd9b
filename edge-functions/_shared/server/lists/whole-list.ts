/**
 * Sends a whole list without a limit, as fast as the client reads it. One transaction reads all ids in order. Further
 * transactions read a few hundred rows each, by id. So a slow client holds no database connection, no row is repeated
 * or skipped while others write, and the list ends when the caller's session ends. Omits a row that is deleted
 * meanwhile.
 */

import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { Table } from "../db/columns.ts";
import { Limiter } from "../http/limiter.ts";
import { type AppContext, failureLogger, successJson, WaitProblem } from "../http/responses.ts";
import { rowStream } from "../http/row-stream.ts";
import { watchQueue } from "../observe/metrics.ts";
import { notes, withNotes } from "../observe/request.ts";
import { type ListQuery, orderedIds, readChunk } from "./list.ts";
import { readingOptions } from "./reading-log.ts";
import { readAsCaller, relatedQuestions } from "./sensitive-questions.ts";

/** Timeout in milliseconds. It is long, because planning and sorting a long list take long. */
const orderTimeout = 60_000;
/**
 * Number of rows per read. A function lacks the memory for twice this number. A list of at most this length is sent
 * without a stream.
 */
const rowsAtOnce = 500;
/**
 * Limits concurrent long lists, per function and per user. Each list holds its ids, a few hundred rows and a connection
 * to its client.
 */
const places = new Limiter(6, 2);
watchQueue("long list", () => places.waitingCount);
const patience = 5000;

export async function wholeList(
  c: AppContext,
  caller: Caller,
  table: Table,
  query: ListQuery,
): Promise<Response> {
  const { ids, first } = await readAsCaller(
    caller,
    table,
    relatedQuestions(query.filter.grammar),
    async (tx) => {
      const found = await orderedIds(tx, table, query);
      return { ids: found, first: await readChunk(tx, table, found.subarray(0, rowsAtOnce)) };
    },
    { timeout: orderTimeout },
  );
  if (ids.length <= rowsAtOnce)
    return successJson(c, first.count > 0 ? `[\n${first.rows}\n]` : "[\n]", { total: first.count });

  const leave = await places.acquire(caller.userId, patience);
  if (!leave) {
    throw new WaitProblem("Too many long lists are being read now. Try again in a few seconds.", 10);
  }
  const request = notes();
  let end: () => void = () => undefined;
  if (request)
    request.sent = new Promise((resolve) => {
      end = resolve;
    });
  const stream = rowStream(chunks(), failureLogger(c));
  return c.body(stream, 200, { "content-type": "application/json" });

  async function* chunks() {
    try {
      yield first;
      for (let from = rowsAtOnce; from < ids.length; from += rowsAtOnce) {
        const chunk = ids.subarray(from, from + rowsAtOnce);
        const read = () =>
          asCaller(caller, (tx) => readChunk(tx, table, chunk), { ...readingOptions(table), begun: true });
        // Pass the request's notes for the log explicitly (`withNotes`), because a stream runs outside the request's
        // async context.
        yield await (request ? withNotes(request, read) : read());
      }
    } finally {
      leave?.();
      end();
    }
  }
}
