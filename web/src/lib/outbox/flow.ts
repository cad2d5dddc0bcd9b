/**
 * State machine of the outbox. Pure functions: which entry is sent next, and how an entry changes with each event.
 *
 * waiting ──sending──▶ sending ──stored──▶ sent
 *    ▲                    │ ├──lost──▶ waiting (again later)
 *    └──edited, again── refused ◀──refused──┘
 */
import type { Row } from "../http/api.ts";
import { type Attempt, changesRow, type Entry, type EntryProblem, isUnsent } from "./entry.ts";

export type EntryEvent =
  | { type: "sending" }
  /** Event: a save request with these values is about to be sent. */
  | { type: "trying"; attempt: Attempt }
  /**
   * Event: makes the entry an update of the given version of the stored row. Occurs when an earlier attempt or an
   * earlier entry of the user has stored the row, or when only the row's file links have changed.
   */
  | { type: "exists"; row: Row }
  | { type: "stored"; rowId: number | null }
  /**
   * Event: the request failed temporarily, for example because the connection was lost. The server may have stored the
   * row.
   */
  | { type: "lost"; problem: EntryProblem; now: number }
  | { type: "refused"; problem: EntryProblem }
  /** Event: the user wants to send a refused entry again. */
  | { type: "again" };

const longestPause = 5 * 60_000;

/** Milliseconds before the next attempt of an entry: 2 s, 4 s, … up to 5 minutes. */
export const pauseAfter = (failures: number): number => Math.min(longestPause, 1000 * 2 ** failures);

export function entryFlow(entry: Entry, event: EntryEvent): Entry {
  switch (event.type) {
    case "sending":
      return { ...entry, state: "sending" };
    case "trying":
      return entry.work.kind === "row" ? { ...entry, work: { ...entry.work, tried: event.attempt } } : entry;
    case "exists": {
      const { work } = entry;
      if (work.kind !== "row") return entry;
      const { id, row_version } = event.row;
      const input = { ...work.input, id, row_version };
      return { ...entry, work: { ...work, base: event.row, input, tried: null, importId: undefined } };
    }
    case "stored":
      return { ...emptied(settled(entry)), state: "sent", problem: null, rowId: event.rowId };
    case "lost": {
      const failures = entry.failures + 1;
      const nextAt = event.now + pauseAfter(failures);
      return { ...entry, state: "waiting", problem: event.problem, failures, nextAt };
    }
    case "refused": {
      // Keep the attempt if the user may no longer save (403), because the server may have stored an earlier attempt.
      const known = event.problem.status === 403 ? entry : settled(entry);
      return { ...known, state: "refused", problem: event.problem };
    }
    case "again":
      // Don't change a sent entry. It may have been sent in the background before this event.
      if (!isUnsent(entry)) return entry;
      return { ...renewed(entry), state: "waiting", problem: null, failures: 0, nextAt: 0 };
  }
}

/** Removes the last attempt from an entry, because its outcome is known now. */
const settled = (entry: Entry): Entry =>
  entry.work.kind === "row" ? { ...entry, work: { ...entry.work, tried: null } } : entry;

/**
 * Removes the import_id of a refused row, so that the next attempt gets a new one. The server may have stored other
 * values under the old import_id.
 */
const renewed = (entry: Entry): Entry =>
  entry.state === "refused" && entry.work.kind === "row"
    ? { ...entry, work: { ...entry.work, importId: undefined } }
    : entry;

/** Milliseconds for which a sent entry stays in the list. */
const sentStays = 7 * 24 * 3600_000;

/** Returns the unsent entries that need the entry with the given id. */
export const dependents = (id: string, entries: readonly Entry[]): Entry[] =>
  entries.filter((entry) => isUnsent(entry) && entry.needs.some(({ entryId }) => entryId === id));

/** Ids of entries, and local ids of their rows, to which drafts refer. */
export type ReferredIds = ReadonlySet<string | number | null>;

/**
 * Returns the sent entries that can be removed. A sent entry must stay while an unsent entry or a draft refers to its
 * row.
 */
export const removableSent = (entries: readonly Entry[], inDrafts: ReferredIds): Entry[] =>
  entries.filter(
    (entry) =>
      !isUnsent(entry) &&
      dependents(entry.id, entries).length === 0 &&
      !inDrafts.has(entry.id) &&
      !inDrafts.has(entry.localId),
  );

/** Returns the sent entries that are old enough to be removed automatically. */
export const oldSent = (entries: readonly Entry[], inDrafts: ReferredIds, now: number): Entry[] =>
  removableSent(entries, inDrafts).filter(({ at }) => now - at > sentStays);

/** Returns a sent entry without its values, which the list of sent entries doesn't show. */
function emptied(entry: Entry): Entry {
  const { work } = entry;
  if (work.kind !== "row") return entry;
  const base = work.base && ({ id: work.base.id, row_version: work.base.row_version } as Row);
  return { ...entry, work: { ...work, base, start: {}, values: {}, input: {} } };
}

/**
 * Returns an entry that must be sent before the given entry: an entry that it needs, or an earlier change of its row.
 * Returns undefined if the given entry can be sent now.
 */
export const missingNeed = (entry: Entry, entries: readonly Entry[]): Entry | undefined =>
  entry.needs
    .map(({ entryId }) => entries.find(({ id }) => id === entryId))
    .find((needed) => needed !== undefined && needed.state !== "sent") ??
  entries.find((earlier) => ["waiting", "sending"].includes(earlier.state) && isLaterChange(entry, earlier));

/** True if an entry changes the same stored row as an earlier entry. */
export const isLaterChange = (entry: Entry, { path, work, order }: Entry): boolean =>
  entry.order > order &&
  work.kind === "row" &&
  work.base !== null &&
  changesRow(entry, { path, id: work.base.id });

/**
 * Returns the oldest entry that can be sent now, or else the time of the next possible attempt. An entry can be sent
 * only after the entries that it needs.
 */
export function nextToSend(
  entries: readonly Entry[],
  now: number,
): { entry: Entry } | { entry: null; at: number } {
  const ready = entries.filter(
    (entry) => entry.state === "waiting" && missingNeed(entry, entries) === undefined,
  );
  // If the last attempt did not reach the server, the entry needs no pause: the sender waits for the connection anyway.
  const timeOf = ({ problem, nextAt }: Entry) => (problem?.status === 0 ? 0 : nextAt);
  const entry = ready.find((one) => timeOf(one) <= now);
  return entry ? { entry } : { entry: null, at: Math.min(...ready.map(timeOf)) };
}
