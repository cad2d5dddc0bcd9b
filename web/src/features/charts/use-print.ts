/**
 * Prints one card of a page. While `isPrinted` is true, the print style hides the rest of the page, and the page has
 * the colours of the light mode.
 */
import { useEffect, useState } from "react";
import { applyColorScheme } from "../../lib/color-scheme.ts";

export function usePrint(): { isPrinted: boolean; print: () => void } {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    if (!isPrinted) return;
    applyColorScheme("light");
    const end = () => setPrinted(false);
    window.addEventListener("afterprint", end);
    const timer = setTimeout(() => window.print());
    return () => {
      clearTimeout(timer);
      window.removeEventListener("afterprint", end);
      applyColorScheme();
    };
  }, [isPrinted]);
  return { isPrinted, print: () => setPrinted(true) };
}
