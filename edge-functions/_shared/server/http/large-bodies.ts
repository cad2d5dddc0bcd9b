/**
 * Limits how many large bodies are worked on at once: parsing and judging 4 MB keeps the processor of a function busy, and
 * every other call waits for it. One user, or one address where nobody is signed in, has at most two under way; further
 * ones wait in line and are refused with 429 when the line is long or slow. An import, which sends one batch after the
 * other, never waits for itself.
 */
import { type AppContext, addressOf, WaitProblem } from "./answers.ts";
import { Limiter } from "./limiter.ts";

/** Bytes from which a body counts as large. */
const large = 64 * 1024;
const atOnce = new Limiter(4, 2);
/** Bodies of one caller that wait, and milliseconds that one waits. */
const mostWaiting = 20;
const patience = 20_000;

const waiting = new Map<string, number>();

/**
 * Does the work of a request once there is room for its body.
 * @param userId Null where nobody is signed in.
 * @throws WaitProblem where there is no room.
 */
export async function inTurn<T>(c: AppContext, userId: string | null, work: () => Promise<T>): Promise<T> {
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
