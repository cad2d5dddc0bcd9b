/**
 * Limits the database connections that one user has at the same time, so that a single user can't occupy the whole
 * pool. Further transactions of the user wait in a queue, without delaying other users.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { serverSettings } from "../environment/settings.ts";
import { Limiter } from "../http/limiter.ts";
import { WaitProblem } from "../http/responses.ts";
import { watchQueue } from "../observe/metrics.ts";
import { notes } from "../observe/request.ts";
import type { Caller } from "./token.ts";

/**
 * Returns the maximum number of connections per user: four tenths of the pool, but at least three. Always leaves one
 * connection to other users, unless the pool has only one.
 */
export const connectionsOfOneUser = (poolSize: number): number =>
  Math.max(1, Math.min(poolSize - 1, Math.max(3, Math.ceil(poolSize * 0.4))));

/** Lower and upper limit, in milliseconds, of the total time that one request may wait for connections. */
const shortestPatience = 15_000;
const longestPatience = 60_000;
/**
 * Time limit in milliseconds for waiting for a connection and running one statement. It is below 100 s, because the
 * gateway then ends a request without a response.
 */
const responsePatience = 90_000;
/**
 * Time limit in milliseconds for waiting for a connection after the response has begun. The user's other transactions
 * have shorter limits. They give up first and so free connections.
 */
const begunPatience = 600_000;

/** Set in the async context of work that already has a connection. */
const connected = new AsyncLocalStorage<true>();

let places: Limiter | undefined;

export interface ConnectionWait {
  /** The pool of the connection. The connections of each pool are counted separately. */
  pool: "primary" | "replica";
  /** Time limit per statement, in milliseconds. The longer this limit, the shorter the wait for a connection. */
  timeout: number;
  /** True if the response has begun. Its status can then no longer be 429. */
  begun?: boolean;
}

/**
 * Runs work that needs a connection, as soon as the user has fewer connections than the limit. A nested call doesn't
 * wait, because it would wait for the connection of its own request.
 * @throws WaitProblem when the caller's other requests take too long.
 */
export async function withinConnectionLimit<T>(
  { userId }: Pick<Caller, "userId">,
  { pool, timeout, begun = false }: ConnectionWait,
  work: () => Promise<T>,
): Promise<T> {
  if (connected.getStore()) return work();
  places ??= new Limiter(Number.POSITIVE_INFINITY, connectionsOfOneUser(serverSettings().poolSize));
  const request = notes();
  const patience = Math.max(shortestPatience, Math.min(longestPatience, responsePatience - timeout));
  const left = begun ? begunPatience : Math.max(0, patience - (request?.waited ?? 0));
  const since = performance.now();
  const leave = await places.acquire(`${pool} ${userId}`, left);
  if (request) request.waited += performance.now() - since;
  if (!leave) {
    throw new WaitProblem("You have too many requests in progress. Wait a few seconds and try again.", 10);
  }
  try {
    return await connected.run(true, work);
  } finally {
    leave();
  }
}

watchQueue("connection of a user", () => places?.waitingCount ?? 0);
