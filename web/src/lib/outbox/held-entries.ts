/**
 * The unsent entries of a user whose session the server has ended, for example because the account was disabled. The
 * stored entries can't be decrypted without a session. This tab therefore has them in memory for ten minutes, so that
 * the user can export them.
 */
import { useSyncExternalStore } from "react";
import type { Entry } from "./entry.ts";

const longest = 10 * 60_000;
const none: readonly Entry[] = [];

let held = none;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export function holdEntries(entries: readonly Entry[]): void {
  held = entries;
  clearTimeout(timer);
  if (entries.length > 0) timer = setTimeout(dropHeldEntries, longest);
  for (const listener of listeners) listener();
}

export const dropHeldEntries = (): void => holdEntries(none);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useHeldEntries = (): readonly Entry[] => useSyncExternalStore(subscribe, () => held);
