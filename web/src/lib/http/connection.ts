/**
 * Tracks whether the server can be reached, from browser events and the result of the last request. While offline, a
 * small request every 5 seconds checks whether the server is back.
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

/** Parses a response body. Every body of the API is JSON; for any other body, returns null. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * True if a response doesn't come from the server, but for example from the sign-in page of a public network. Callers
 * treat such a response as status 502, because its own status says nothing about the request. False for status 413,
 * with which a gateway refuses a too large request.
 */
export const isForeign = (status: number, body: unknown): boolean => body === null && status !== 413;

/**
 * Checks if the server can be reached, and records the result and the server's version. Takes at most 5
 * seconds.
 */
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

/** Records the result of a request: the server has responded, or a gateway could not reach the server (502, 504). */
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
  // The browser already knows that there is no network. Report the lost connection at once, so that the first
  // screen doesn't wait for a request. Then check the connection, because the server may run on the same
  // computer.
  if (navigator.onLine) return;
  markServerUnreachable();
  void checkConnection();
}
