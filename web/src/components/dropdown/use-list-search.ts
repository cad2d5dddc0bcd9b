/** What is typed into a list that the server searches, and when the answer to it is there. */
import { useEffect, useRef, useState } from "react";

const typingDelay = 250;

/**
 * Asks once the text has stood still, and for everything again when the panel closes: a list that opens anew is whole.
 * True while the options may still be those of another text.
 */
export function useListSearch(text: string, onSearch: ((text: string) => void) | undefined): boolean {
  const [asked, setAsked] = useState("");
  const ask = useRef(onSearch);
  ask.current = onSearch;
  useEffect(() => {
    if (text === asked) return;
    const timer = setTimeout(() => {
      setAsked(text);
      ask.current?.(text.trim());
    }, typingDelay);
    return () => clearTimeout(timer);
  }, [text, asked]);
  useEffect(() => () => ask.current?.(""), []);
  return onSearch !== undefined && text !== asked;
}
