/**
 * Limits how many large bodies are processed at once, because parsing and validating 4 MB delays all other requests of
 * a function. Each user has at most two large bodies in progress; requests without a user are limited per IP address.
 * Further requests are queued, and get 429 if the queue is full or slow. An import sends its batches one after the
 * other, so it never delays itself.
 */

import { Limiter } from "./limiter.ts";
import { type AppContext, addressOf, WaitProblem } from "./responses.ts";

/** A body of more bytes than this is large. */
const large = 64 * 1024;
const atOnce = new Limiter(4, 2);
/** Maximum number of queued bodies per caller. */
const mostWaiting = 20;
/** Maximum time in milliseconds that a body waits in the queue. */
const patience = 20_000;

const waiting = new Map<string, number>();

/**
 * Runs the work of a request as soon as the limits allow one more large body. A small body doesn't wait.
 * @param userId Null without a signed-in user.
 * @throws WaitProblem when the body would wait too long.
 */
export async function queueLargeBody<T>(
  c: AppContext,
  userId: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const length = c.req.header("content-length");
  const isLarge = length === undefined ? c.req.raw.body !== null : !(Number(length) <= large);
  if (!isLarge) return work();
  const who = userId ?? addressOf(c);
  const before = waiting.get(who) ?? 0;
  if (before >= mostWaiting) throw tooMany();
  waiting.set(who, before + 1);
  const leave = await atOnce.acquire(who, patience).finally(() => {
    const left = (waiting.get(who) ?? 1) - 1;
    if (left > 0) waiting.set(who, left);
    else waiting.delete(who);
  });
  if (!leave) throw tooMany();
  return work().finally(leave);
}

const tooMany = () =>
  new WaitProblem("Too many large requests at once. Wait a few seconds and send this one again.", 5);
