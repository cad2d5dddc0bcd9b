/** A callback that keeps its identity between renders. */
import { useCallback, useInsertionEffect, useRef } from "react";

/**
 * Returns a function that stays the same in every render and calls the newest `callback`. Use it for handlers of
 * memoized children, which may skip a render. In effects, use `useEffectEvent`.
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
