/**
 * Retries when the connection is back: on the browser's "online" event, and every 5 seconds while the browser is
 * online.
 */
import { useEffect, useRef } from "react";

const every = 5_000;

export function useRetry(waiting: boolean, retry: () => void): void {
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    if (!waiting) return;
    const again = () => latest.current();
    const timer = setInterval(() => {
      if (navigator.onLine) again();
    }, every);
    window.addEventListener("online", again);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", again);
    };
  }, [waiting]);
}
