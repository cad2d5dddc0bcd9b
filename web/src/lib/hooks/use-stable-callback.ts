/** A callback that keeps its identity between renders. */
import { useCallback, useInsertionEffect, useRef } from "react";

/**
 * Returns a function that never changes and calls the newest `callback`. Used for handlers of memoized children, so
 * that a child that did not render again still acts on the current state. Effects use `useEffectEvent` instead.
 */
export function useStableCallback<Args extends readonly unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  useInsertionEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
