/** Stores the answers of queries, and restores them with the times of the server's responses. */
import type { Query } from "@tanstack/react-query";
import type { Answer } from "../offline/answers.ts";
import { whenIdle } from "../offline/when-idle.ts";
import { offlineKey } from "../secrets/offline-key.ts";
import { offlineKeyEvent } from "../secrets/remove-key.ts";
import { connection } from "./connection.ts";
import { ApiProblem, isUnreachable, nothingStored } from "./problem.ts";
import { timeOfRows } from "./stored-rows.ts";

export { answerFromRows } from "./stored-rows.ts";

/** Queries whose data come from this browser instead of the server. */
const restored = new WeakSet<Query>();
export const isRestored = (query: Query): boolean => restored.has(query);

/**
 * Milliseconds until a query with a stored answer asks the server again. Applies only if the connection works, for
 * example after a single failed request.
 */
const askAgainAfter = 30_000;

/**
 * Returns the stored answer of a query that can't reach the server.
 * @param ask Sends the request, or answers it from the stored rows of the user's offices (api.ts).
 * @param problem The error of the request; undefined if no request was sent because the connection was already lost.
 */
export async function answerInstead<Data>(
  query: Query,
  ask: () => Promise<Data>,
  problem: unknown,
): Promise<Data> {
  const stored = await storedAnswer(query);
  if (stored) return restore(query, stored) as Data;
  if (!connection().lost) throw problem;
  try {
    return await ask();
  } catch (thrown) {
    throw isUnreachable(thrown) ? nothingStoredFor(query) : thrown;
  }
}

function nothingStoredFor({ meta }: Query): ApiProblem {
  const message = `This ${meta?.offline ?? "page"} was not opened on this computer while it was online.`;
  return Object.assign(new ApiProblem(0, message), { name: nothingStored });
}

/** Returns the data that the query has, or else its stored answer; null if no answer is stored. */
async function storedAnswer({ state, queryHash, meta }: Query): Promise<Answer | null> {
  if (state.data !== undefined) return { data: state.data, at: state.dataUpdatedAt };
  if (meta?.fromRows) return null;
  try {
    return await (await import("../offline/answers.ts")).readAnswer(queryHash);
  } catch (problem) {
    console.error("A stored answer could not be read.", problem);
    return null;
  }
}

function restore(query: Query, { data, at }: Answer): unknown {
  restored.add(query);
  // Set the time of the answer later, because the cache sets it to now after this function returns.
  setTimeout(() => query.setState({ dataUpdatedAt: at }));
  if (!connection().lost) setTimeout(() => isRestored(query) && query.invalidate(), askAgainAfter);
  return data;
}

interface WaitingAnswer extends Answer {
  /** The user who got the answer. */
  userId: string;
}

/** Answers that are not stored yet, by query. */
const waiting = new Map<Query, WaitingAnswer>();
/** Maximum number of answers in the queue, which waits for an idle browser and the user's offline key. */
const mostWaiting = 100;
let isScheduled = false;

/**
 * Stores the answer of the server when the browser is idle. An answer that came from the stored rows is not stored; its
 * time becomes the time at which the rows were fetched.
 * @param userId Id of the user for whom the query ran.
 */
export function storeLater(query: Query, data: unknown, signal: AbortSignal, userId: string): void {
  const at = timeOfRows(signal);
  if (at !== undefined) {
    restore(query, { data, at });
    return;
  }
  restored.delete(query);
  if (query.meta?.fromRows) return;
  waiting.set(query, { data, at: Date.now(), userId });
  const [oldest] = waiting.keys();
  if (oldest && waiting.size > mostWaiting) waiting.delete(oldest);
  scheduleStoring();
}

function scheduleStoring(): void {
  if (isScheduled) return;
  isScheduled = true;
  void whenIdle(1000).then(() => {
    isScheduled = false;
    return storeWaiting();
  });
}

// After a sign-in, the first answers arrive before the user's offline key. Store them when the key arrives.
window.addEventListener(offlineKeyEvent, scheduleStoring);

/** Stores the queued answers of the user whose offline key is in this browser. Does nothing without a key. */
async function storeWaiting(): Promise<void> {
  const userId = offlineKey()?.userId;
  if (!userId) return;
  const answers = [...waiting].filter(([, answer]) => answer.userId === userId);
  waiting.clear();
  try {
    const { storeAnswer } = await import("../offline/answers.ts");
    for (const [query, answer] of answers) {
      await whenIdle();
      await storeAnswer(userId, query, answer);
    }
  } catch (problem) {
    // Storing fails if the browser allows no database, if the storage is full, or after a sign-out.
    console.error("Answers of the server could not be stored.", problem);
  }
}
