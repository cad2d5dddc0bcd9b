/**
 * Texts that the user has typed and not sent. A text stays in memory while its input is not on the screen, for example
 * while the user looks at another row. Signing out reloads the page, which drops all texts.
 */
import { useSyncExternalStore } from "react";

const texts = new Map<string, string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param text "" drops the text. */
export function keepText(key: string, text: string): void {
  if (text) texts.set(key, text);
  else texts.delete(key);
  for (const listener of listeners) listener();
}

/** Returns the kept text, or "". */
export const useKeptText = (key: string): string =>
  useSyncExternalStore(subscribe, () => texts.get(key) ?? "");
