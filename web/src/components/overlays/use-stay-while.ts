/** Asks before the page is left while something is under way that would end with it. */
import { useEffect } from "react";

export function useStayWhile(underWay: boolean): void {
  useEffect(() => {
    if (!underWay) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [underWay]);
}
