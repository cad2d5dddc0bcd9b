/**
 * Tracks whether this page is older than the API or than the app's files on the host. An outdated page doesn't send
 * outbox entries.
 */
import { version } from "#shared/version.ts";

/** "expected": the API and this page have different versions. "ready": the next full page load opens a new version. */
type PageVersion = "current" | "expected" | "ready";

let state: PageVersion = "current";
const listeners = new Set<() => void>();

function change(next: PageVersion): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

export const pageVersion = (): PageVersion => state;

export const isOutdated = (): boolean => state !== "current";

/** Calls the listener when `pageVersion` changes. Returns a function that unsubscribes. */
export function onOutdated(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Compares the version of an API response with this page's version.
 * @param other The version of the response; null if the response names no version.
 */
export function noteApiVersion(other: string | null): void {
  if (other !== null && state !== "ready") change(other === version ? "current" : "expected");
}

/** Records that the next full page load opens a new version. */
export const noteNewPage = (): void => change("ready");
