/**
 * Retries a save that did not reach the server: on the browser's "online" event, and every 5 seconds while the browser
 * is online.
 */
import { useEffect, useEffectEvent } from "react";

const every = 5_000;

export function useRetry(waiting: boolean, retry: () => void): void {
  const onRetry = useEffectEvent(retry);
  useEffect(() => {
    if (!waiting) return;
    const again = () => onRetry();
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
