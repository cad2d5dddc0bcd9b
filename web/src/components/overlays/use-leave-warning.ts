/**
 * Makes the browser ask for confirmation before the user leaves the page while work is in progress. Leaving the page
 * would abort the work.
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
