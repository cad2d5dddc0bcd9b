/**
 * Tracks whether the server can be reached, from browser events and the result of the last request. While offline, a
 * small request every 5 seconds checks whether the server is back.
 */

interface Connection {
  lost: boolean;
  /** Time of the last server response. The data on screen is at least as old as that response. */
  answered: Date | null;
}

const probeEvery = 5000;
let state: Connection = { lost: false, answered: null };
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function change(next: Connection): void {
  const turned = next.lost !== state.lost;
  state = next;
  if (!turned) return;
  clearInterval(timer);
  timer = next.lost ? setInterval(() => void probe(), probeEvery) : undefined;
  for (const listener of listeners) listener();
}

async function probe(): Promise<void> {
  try {
    await fetch("/api/health", { cache: "no-store", signal: AbortSignal.timeout(probeEvery) });
    markServerReachable();
  } catch {
    // The server is still unreachable. The next probe follows in 5 seconds.
  }
}

/** Records that the server has responded, with any status. */
export const markServerReachable = (): void => change({ lost: false, answered: new Date() });

/** Records that a request has failed to reach the server. */
export const markServerUnreachable = (): void => change({ ...state, lost: true });

export const connection = (): Connection => state;

/** Calls the listener when the connection is lost or restored. Returns a function that unsubscribes. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

window.addEventListener("offline", markServerUnreachable);
window.addEventListener("online", () => void probe());
