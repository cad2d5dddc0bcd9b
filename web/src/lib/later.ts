/** A navigation without a connection: the screen stays, the bar says so, and it is made up for when the connection is back. */
import { connection, onConnection } from "./http/connection.ts";

let stop: (() => void) | null = null;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** The last wish counts: `go` is called once the connection is back. */
export function goLater(go: () => void): void {
  stop?.();
  stop = onConnection(() => {
    if (connection().lost) return;
    forgetLater();
    go();
  });
  tell();
}

/** Whoever has gone somewhere else is not taken away from there. */
export function forgetLater(): void {
  stop?.();
  stop = null;
  tell();
}

/** Whether a page waits for the connection. */
export const isWaiting = (): boolean => stop !== null;

export function onWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
