/** Search text of a list that the server searches, and whether the results for this text have arrived. */
import { useEffect, useEffectEvent, useState } from "react";

const typingDelay = 250;

/**
 * Calls `onSearch` after the user stops typing. Also calls it with "" when the panel closes, so that the panel reopens
 * with the complete list. Returns true while the options may still belong to an earlier text.
 */
export function useListSearch(text: string, onSearch: ((text: string) => void) | undefined): boolean {
  const [asked, setAsked] = useState("");
  const ask = useEffectEvent((wanted: string) => onSearch?.(wanted));
  useEffect(() => {
    if (text === asked) return;
    const timer = setTimeout(() => {
      setAsked(text);
      ask(text.trim());
    }, typingDelay);
    return () => clearTimeout(timer);
  }, [text, asked]);
  useEffect(() => () => ask(""), []);
  return onSearch !== undefined && text !== asked;
}
