/**
 * Locks for outbox entries (Web Locks), so that no tab sends an entry while a user edits it. On insecure origins, which
 * have no locks, an edit may be lost if the entry is sent meanwhile.
 */
import type { Entry } from "./entry.ts";

const nameOf = (id: string): string => `arbo.entry.${id}`;

/**
 * Prevents an entry from being sent while the user edits it. If the entry is being sent now, first waits for the
 * outcome. Then calls `onHeld`; the edit must use the entry with this outcome. Returns a function that allows sending
 * again.
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
