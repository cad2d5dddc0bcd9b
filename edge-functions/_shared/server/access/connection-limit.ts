/**
 * Limits the database connections that one user has at the same time, so that a single user can't occupy the whole
 * pool. Further transactions of the user wait in order, which delays no other user.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { serverSettings } from "../environment/settings.ts";
import { Limiter } from "../http/limiter.ts";
import { WaitProblem } from "../http/responses.ts";
import { watchQueue } from "../observe/metrics.ts";
import { notes } from "../observe/request.ts";
import type { Caller } from "./token.ts";

/**
 * Returns the number of connections that one user can have: four tenths of the pool, but at least three. One connection
 * of the pool is always left to other users, unless the pool has only one.
 */
export const connectionsOfOneUser = (poolSize: number): number =>
  Math.max(1, Math.min(poolSize - 1, Math.max(3, Math.ceil(poolSize * 0.4))));

/** Minimum and maximum milliseconds that the transactions of one request may wait for connections in total. */
const shortestPatience = 15_000;
const longestPatience = 60_000;
/** Milliseconds for waiting plus one statement. The gateway ends a request that has no response after 100 s. */
const responsePatience = 90_000;
/**
 * Milliseconds that a transaction waits after the response has begun. The user's other transactions give up earlier, so
 * a transaction of a begun response gets a connection.
 */
const begunPatience = 600_000;

/** Set within work that already has a connection. */
const connected = new AsyncLocalStorage<true>();

let places: Limiter | undefined;

export interface ConnectionWait {
  /** The pool of the connection. The connections of each pool are counted separately. */
  pool: "primary" | "replica";
  /** Time limit in milliseconds of a statement of the work. The longer the statement, the shorter the wait. */
  timeout: number;
  /** True if the response has begun, so that it can't become 429. */
  begun?: boolean;
}

/**
 * Runs work that needs a connection. Waits until the user has fewer connections than the limit. Work inside such work
 * runs at once, so that a request never waits for itself.
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
