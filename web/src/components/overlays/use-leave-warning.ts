/**
 * Makes the browser ask before the user leaves the page while work is in progress, because leaving would abort the
 * work.
 */
import { useEffect } from "react";

export function useLeaveWarning(inProgress: boolean): void {
  useEffect(() => {
    if (!inProgress) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [inProgress]);
}
