/**
 * A whole list, never cut short, at the pace of whoever reads it. The ids are read first, in order, in one transaction;
 * the rows follow by id, a few hundred at a time, each time in a transaction of its own. So no connection waits for a
 * slow reader, no row comes twice or is skipped while others write, and a list ends with the session that asked for it.
 * A row that is deleted meanwhile is left out, and not counted.
 */

import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { Table } from "../db/columns.ts";
import { type AppContext, logged, successJson, WaitProblem } from "../http/answers.ts";
import { Limiter } from "../http/limiter.ts";
import { rowStream } from "../http/row-stream.ts";
import { watchQueue } from "../observe/metrics.ts";
import { notes, withNotes } from "../observe/request.ts";
import { type ListQuery, orderedIds, readChunk } from "./list.ts";
import { readingOptions } from "./reading-log.ts";

/** Planning and sorting a long list takes its time. */
const orderTimeout = 60_000;
/** Lists no longer than this are answered at once. Twice as many at a time cost a function more memory than it has. */
const rowsAtOnce = 500;
/** Longer lists that are under way in one function: each keeps its ids, a few hundred rows and a connection to its reader. */
const places = new Limiter(6, 2);
watchQueue("long list", () => places.waitingCount);
const patience = 5000;

export async function wholeList(
  c: AppContext,
  caller: Caller,
  table: Table,
  query: ListQuery,
): Promise<Response> {
  const { ids, first } = await asCaller(
    caller,
    async (tx) => {
      const found = await orderedIds(tx, table, query);
      return { ids: found, first: await readChunk(tx, table, found.subarray(0, rowsAtOnce)) };
    },
    { timeout: orderTimeout, ...readingOptions(table) },
  );
  if (ids.length <= rowsAtOnce)
    return successJson(c, first.count > 0 ? `[\n${first.rows}\n]` : "[\n]", { total: first.count });

  const leave = await places.acquire(caller.userId, patience);
  if (!leave) {
    throw new WaitProblem(
      "Several long lists are being read just now. Try again when one of them has ended.",
      10,
    );
  }
  const request = notes();
  let end: () => void = () => undefined;
  if (request)
    request.sent = new Promise((resolve) => {
      end = resolve;
    });
  const stream = rowStream(chunks(), logged(c));
  return c.body(stream, 200, { "content-type": "application/json" });

  async function* chunks() {
    try {
      yield first;
      for (let from = rowsAtOnce; from < ids.length; from += rowsAtOnce) {
        const chunk = ids.subarray(from, from + rowsAtOnce);
        const read = () => asCaller(caller, (tx) => readChunk(tx, table, chunk), readingOptions(table));
        // The reader's pace is not the request's: its notes do not come along by themselves.
        yield await (request ? withNotes(request, read) : read());
      }
    } finally {
      leave?.();
      end();
    }
  }
}
