/**
 * Whether the server can be reached: what the browser says, and how the last call ended. While it cannot, a small call
 * finds out when it can again.
 */

interface Connection {
  lost: boolean;
  /** When the server last answered; what is shown is of that time or older. */
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
    noteAnswer();
  } catch {
    // Not yet.
  }
}

/** The server has answered, whatever it said. */
export const noteAnswer = (): void => change({ lost: false, answered: new Date() });

/** A call has not come through. */
export const noteLoss = (): void => change({ ...state, lost: true });

export const connection = (): Connection => state;

/** Tells when the connection is lost or back; answers how to stop. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

window.addEventListener("offline", noteLoss);
window.addEventListener("online", () => void probe());
