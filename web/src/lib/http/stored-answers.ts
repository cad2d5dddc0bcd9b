/** Stores the answers of queries, and restores them with the time at which the server gave them. */
import type { Query } from "@tanstack/react-query";
import type { Answer } from "../offline/answers.ts";
import { whenIdle } from "../offline/when-idle.ts";
import { connection } from "./connection.ts";

/** Queries whose data come from this browser instead of the server. */
const restored = new WeakSet<Query>();
export const isRestored = (query: Query): boolean => restored.has(query);

/** Milliseconds before a query asks again whose request failed although the connection works. */
const askAgainAfter = 30_000;

/** Returns the stored answer of a query, and sets the time of its data; undefined if there is none. */
export async function restoreAnswer(query: Query): Promise<unknown> {
  const stored = await storedAnswer(query);
  return stored ? restore(query, stored) : undefined;
}

/** Returns the data that the query already has, or else its stored answer; null if there is none. */
async function storedAnswer({ state, queryHash }: Query): Promise<Answer | null> {
  if (state.data !== undefined) return { data: state.data, at: state.dataUpdatedAt };
  try {
    return await (await import("../offline/answers.ts")).readAnswer(queryHash);
  } catch (problem) {
    console.error("A stored answer could not be read.", problem);
    return null;
  }
}

function restore(query: Query, { data, at }: Answer): unknown {
  restored.add(query);
  // The cache sets the time of the data after this function has returned.
  setTimeout(() => query.setState({ dataUpdatedAt: at }));
  if (!connection().lost) setTimeout(() => isRestored(query) && query.invalidate(), askAgainAfter);
  return data;
}

/** Answers that are not stored yet, by query. */
const waiting = new Map<Query, Answer>();

/** Stores the answer of the server as soon as the browser has nothing else to do. */
export function storeLater(query: Query, data: unknown): void {
  restored.delete(query);
  waiting.set(query, { data, at: Date.now() });
  if (waiting.size === 1) void whenIdle(1000).then(storeWaiting);
}

async function storeWaiting(): Promise<void> {
  const answers = [...waiting];
  waiting.clear();
  try {
    const { storeAnswer } = await import("../offline/answers.ts");
    for (const [query, answer] of answers) {
      await whenIdle();
      await storeAnswer(query, answer);
    }
  } catch (problem) {
    // The browser allows no database, its storage is full, or the user has signed out.
    console.error("Answers of the server could not be stored.", problem);
  }
}
