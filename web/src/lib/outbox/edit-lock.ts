/**
 * Locks for entries of the outbox (Web Locks), so that no tab sends an entry while a user edits the entry. Origins that
 * are not secure have no locks, so an edit may be lost there if the entry is sent at the same time.
 */
import type { Entry } from "./entry.ts";

const nameOf = (id: string): string => `arbo.entry.${id}`;

/**
 * Prevents an entry from being sent while the user edits it. If the entry is being sent at this moment, waits
 * until the outcome is stored. Then calls `onHeld`; the edit must start from the entry with this outcome.
 * Returns a function that allows the entry to be sent again.
 */
export function holdEntry({ id }: Pick<Entry, "id">, onHeld: () => void): () => void {
  const stop = new AbortController();
  const ended = new Promise<void>((resolve) => stop.signal.addEventListener("abort", () => resolve()));
  const hold = () => {
    onHeld();
    return ended;
  };
  if (!navigator.locks) void hold();
  else navigator.locks.request(nameOf(id), { signal: stop.signal }, hold).catch(() => undefined);
  return () => stop.abort();
}

/** Runs `work` if the entry is neither being sent nor edited elsewhere; otherwise returns "busy". */
export async function withEntry<Result>(id: string, work: () => Promise<Result>): Promise<Result | "busy"> {
  if (!navigator.locks) return work();
  return navigator.locks.request(nameOf(id), { ifAvailable: true }, (lock) => (lock ? work() : "busy"));
}
