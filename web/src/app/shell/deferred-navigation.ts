/** Delays a navigation while offline: the current screen stays, and the new page opens when the connection is back. */
import { connection, onConnection } from "../../lib/http/connection.ts";

let stop: (() => void) | null = null;
const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/** Calls `go` as soon as the connection is back. Replaces an earlier navigation that still waits for the connection. */
export function navigateWhenOnline(go: () => void): void {
  stop?.();
  stop = onConnection(() => {
    if (connection().lost) return;
    cancelDeferredNavigation();
    go();
  });
  notifyListeners();
}

/** Cancels the delayed navigation, for example because the user has opened another page. */
export function cancelDeferredNavigation(): void {
  stop?.();
  stop = null;
  notifyListeners();
}

/** True if the user has chosen a page that will open when the connection is back. */
export const isNavigationDeferred = (): boolean => stop !== null;

export function onDeferredNavigation(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
