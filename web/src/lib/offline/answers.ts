/**
 * Stored answers: responses that screens show again while the server can't be reached. They are encrypted with the
 * user's key and contain no sensitive values. Per user, at most 300 answers are stored, for at most 30 days.
 */

import { offlineKey } from "../secrets/offline-key.ts";
import { offlineDatabase } from "./database.ts";
import { keyedId, open, seal } from "./seal.ts";
import { asksForSensitive, withoutSensitive } from "./without-sensitive.ts";

export interface Answer {
  data: unknown;
  /** Time of the response, in milliseconds since 1970. */
  at: number;
}

const mostAnswers = 300;
/** Number of answers below `mostAnswers` that a removal makes free, so that not every new answer causes a removal. */
const surplus = 30;
const longest = 30 * 24 * 3600_000;

/** A query whose answer is stored. */
export interface AnsweredQuery {
  queryKey: readonly unknown[];
  /** Text that identifies the query (TanStack Query). */
  queryHash: string;
}

/**
 * Stores an answer. Does nothing without the user's key, or if the query asks for sensitive values.
 * @param userId The user who got the answer.
 */
export async function storeAnswer(
  userId: string,
  { queryKey, queryHash }: AnsweredQuery,
  { data, at }: Answer,
): Promise<void> {
  if (offlineKey()?.userId !== userId || asksForSensitive(queryKey)) return;
  const database = await offlineDatabase();
  const id = keyedId(userId, queryHash);
  await database.put("answers", { id, userId, at, sealed: seal(userId, withoutSensitive(data)) });
  if ((await database.countFromIndex("answers", "userId", userId)) > mostAnswers) await removeOldest(userId);
}

/** Returns the stored answer of a query; null if there is none. */
export async function readAnswer(queryHash: string): Promise<Answer | null> {
  const userId = offlineKey()?.userId;
  if (!userId) return null;
  const stored = await (await offlineDatabase()).get("answers", keyedId(userId, queryHash));
  if (!stored || stored.at < Date.now() - longest) return null;
  return { data: open(userId, stored.sealed), at: stored.at };
}

async function removeOldest(userId: string): Promise<void> {
  const database = await offlineDatabase();
  const times: { id: string; at: number }[] = [];
  const { store } = database.transaction("answers");
  for await (const { value } of store.index("userId").iterate(userId))
    times.push({ id: value.id, at: value.at });
  const oldest = times.sort((one, other) => one.at - other.at).slice(0, times.length - mostAnswers + surplus);
  await Promise.all(oldest.map(({ id }) => database.delete("answers", id)));
}

/**
 * Removes answers and rows that are too old, or whose user's key is not in this browser. Without the key, they can't be
 * decrypted.
 */
export async function removeUnusable(): Promise<void> {
  const userId = offlineKey()?.userId;
  const database = await offlineDatabase();
  for (const name of ["answers", "rows"] as const) {
    const transaction = database.transaction(name, "readwrite");
    for await (const cursor of transaction.store)
      if (cursor.value.userId !== userId || cursor.value.at < Date.now() - longest) await cursor.delete();
    await transaction.done;
  }
}
