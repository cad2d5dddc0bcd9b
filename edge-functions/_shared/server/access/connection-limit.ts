/**
 * Limits the database connections that one user has at the same time, so that a single user can't occupy the whole
 * pool. Further transactions of the user wait in order.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { serverSettings } from "../environment/settings.ts";
import { Limiter } from "../http/limiter.ts";
import { WaitProblem } from "../http/responses.ts";
import { watchQueue } from "../observe/metrics.ts";
import type { Caller } from "./token.ts";

/** Share of the pool that one user can have. */
const share = 0.4;
/** Milliseconds that a transaction waits, as long as for a free connection of a full pool. */
const patience = 15_000;
/** True within work that has a connection. */
const connected = new AsyncLocalStorage<true>();

let places: Limiter | undefined;

/**
 * Runs work that takes a connection, once the caller has few enough connections. Work within other work runs at once,
 * so that a request can't wait for itself.
 * @throws WaitProblem when the caller's other requests take too long.
 */
export async function withinConnectionLimit<T>(
  { userId }: Pick<Caller, "userId">,
  work: () => Promise<T>,
): Promise<T> {
  if (connected.getStore()) return work();
  places ??= new Limiter(Number.POSITIVE_INFINITY, Math.ceil(serverSettings().poolSize * share));
  const leave = await places.acquire(userId, patience);
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
