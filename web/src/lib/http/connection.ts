/**
 * Tracks whether the server can be reached, from browser events and the result of the last request. While offline,
 * sends a small request every 5 seconds.
 */
import { versionHeader } from "#shared/version.ts";
import { noteApiVersion } from "./versions.ts";

interface Connection {
  lost: boolean;
}

const probeEvery = 5000;
let state: Connection = { lost: false };
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function change(lost: boolean): void {
  if (lost === state.lost) return;
  state = { lost };
  clearInterval(timer);
  if (lost) timer = setInterval(checkConnection, probeEvery);
  for (const listener of listeners) listener();
}

/** Parses a response body. Returns null for a body that isn't JSON, because every body of the API is JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * True if a response comes from another source than the server, such as the sign-in page of a public network. Callers
 * treat its status as 502. False for status 413, with which a gateway refuses a too large request.
 */
export const isForeign = (status: number, body: unknown): boolean => body === null && status !== 413;

/** Checks if the server can be reached, for at most 5 seconds. Records the result and the server's version. */
export async function checkConnection(): Promise<void> {
  try {
    const answer = await fetch("/api/health", { cache: "no-store", signal: AbortSignal.timeout(probeEvery) });
    if (isForeign(answer.status, parseBody(await answer.text()))) return markServerUnreachable();
    noteApiVersion(answer.headers.get(versionHeader));
    noteResponse(answer.status);
  } catch {
    markServerUnreachable();
  }
}

/** Records whether the server responded to a request. A gateway that can't reach the server responds 502 or 504. */
export const noteResponse = (status: number): void => change(status === 502 || status === 504);

/** Records that a request has failed to reach the server. */
export const markServerUnreachable = (): void => change(true);

export const connection = (): Connection => state;

/** Calls the listener when the connection is lost or restored. Returns a function that unsubscribes. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Updates the state of the connection when the browser reports that the network is lost or restored. */
export function watchConnection(): void {
  window.addEventListener("offline", markServerUnreachable);
  window.addEventListener("online", checkConnection);
  // Report the lost connection at once, so that the first screen doesn't wait for a request. Then check the connection,
  // because the server may run on this computer.
  if (navigator.onLine) return;
  markServerUnreachable();
  void checkConnection();
}
