/**
 * Sends the entries of the outbox. Only one tab at a time sends (Web Locks); when that tab closes, another tab
 * continues. After a temporary failure, sending continues when the server answers again, or after a pause. A page that
 * is older than the API sends nothing; after a reload, the page of the new version sends the entries.
 */
import { checkConnection, connection, onConnection } from "../http/connection.ts";
import { endSessionOf } from "../http/http.ts";
import { invalidateRows, invalidateSummaries, queryClient } from "../http/query-client.ts";
import { isOutdated, onOutdated } from "../http/versions.ts";
import { withEntry } from "./edit-lock.ts";
import { type Entry, isUnsent } from "./entry.ts";
import { nextToSend } from "./flow.ts";
import { onOutbox } from "./outbox-news.ts";
import { type Outcome, sendEntry } from "./send-entry.ts";
import { changeEntry, readEntries } from "./store.ts";

/** Begins to send the user's entries. Returns a function that stops the sender and aborts the current request. */
export function startSender(userId: string): () => void {
  const stop = new AbortController();
  const run = () => sendAll(userId, stop.signal);
  const options = { signal: stop.signal };
  // Without locks (on an insecure origin), two tabs may send the same entry, but the server stores it once.
  const done = navigator.locks ? navigator.locks.request(`arbo.outbox.${userId}`, options, run) : run();
  done.catch((problem: unknown) => {
    if (!stop.signal.aborted) console.error("Sending has stopped.", problem);
  });
  return () => stop.abort();
}

async function sendAll(userId: string, signal: AbortSignal): Promise<void> {
  await resetInterrupted(userId);
  // Learn the version of the API before the first entry is sent.
  if ((await readEntries(userId)).some(isUnsent)) await checkConnection();
  /** Kinds of the entries sent after boards and reports were last marked as outdated. */
  const sent = new Set<Entry["work"]["kind"]>();
  while (!signal.aborted) {
    // Listen before reading the entries, so that no change in between is missed.
    const change = nextChange(signal);
    const entries = await readEntries(userId);
    const next = nextToSend(entries, Date.now());
    if (sent.size > 0 && !next.entry) {
      // Reload the boards and reports on the screen only once, after the last entry. A sent file also changes its
      // record.
      void (sent.has("file") ? invalidateRows() : invalidateSummaries());
      sent.clear();
    }
    if (connection().lost || isOutdated() || !next.entry) {
      await change.until(next.entry ? Number.POSITIVE_INFINITY : next.at);
      continue;
    }
    change.forget();
    const outcome = await withEntry(next.entry.id, () => sendUnchanged(next.entry, signal));
    if (outcome === "stored") {
      void queryClient.invalidateQueries({ queryKey: ["records", next.entry.path] });
      sent.add(next.entry.work.kind);
    }
    if (outcome === "busy" || outcome === "unrecorded")
      await nextChange(signal).until(Date.now() + shortPause);
    if (outcome === "stopped") {
      endSessionOf(userId);
      return;
    }
  }
}

/** Sends an entry. Does nothing if the entry was changed or deleted after it was chosen. */
async function sendUnchanged({ userId, id, at }: Entry, signal: AbortSignal): Promise<Outcome | "changed"> {
  const entries = await readEntries(userId);
  const entry = entries.find((one) => one.id === id);
  return entry?.state === "waiting" && entry.at === at ? sendEntry(entry, entries, signal) : "changed";
}

/** Milliseconds before the sender retries an entry that is open in a form, or whose outcome could not be recorded. */
const shortPause = 1000;

/** Makes all waiting entries ready to be sent now, including an entry that was being sent when its tab closed. */
async function resetInterrupted(userId: string): Promise<void> {
  for (const { id, state, nextAt } of await readEntries(userId)) {
    if (state === "sending" || (state === "waiting" && nextAt > Date.now()))
      await changeEntry(userId, id, (entry) => ({ ...entry, state: "waiting", nextAt: 0 }));
  }
}

/** Listens for the next change of the outbox, the connection or the page's version, until the signal aborts. */
function nextChange(signal: AbortSignal): { until: (time: number) => Promise<void>; forget: () => void } {
  let wake: () => void = () => undefined;
  const changed = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const stops = [onOutbox(wake), onConnection(wake), onOutdated(wake)];
  signal.addEventListener("abort", wake);
  const forget = () => {
    for (const stop of stops) stop();
    signal.removeEventListener("abort", wake);
  };
  /** Waits until something changes, but at most until the given time (milliseconds since 1970). */
  const until = async (time: number) => {
    const timer = Number.isFinite(time) ? setTimeout(wake, Math.max(0, time - Date.now())) : undefined;
    await changed;
    clearTimeout(timer);
    forget();
  };
  return { until, forget };
}
