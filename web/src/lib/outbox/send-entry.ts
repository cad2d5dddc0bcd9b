/** Sends one entry of the outbox and records the outcome. */
import { longestUpload } from "#shared/calls/upload-time.ts";
import type { Row } from "../http/api.ts";
import { ApiProblem, messageOf } from "../http/problem.ts";
import { sendFile } from "../http/send-file.ts";
import { isQuotaProblem } from "../offline/room.ts";
import type { Entry, EntryProblem, FileWork, RowInput } from "./entry.ts";
import { dependents, type EntryEvent, entryFlow } from "./flow.ts";
import { hasSameContent } from "./same-content.ts";
import { isLost, limitTime, missingReference, sendRow } from "./send-row.ts";
import { renewLaterChanges } from "./settle.ts";
import { changeEntry, readFile, removeEntries } from "./store.ts";

/**
 * `stopped`: the session has ended, so the user must sign in again. `aborted`: the sender has stopped. `unrecorded`:
 * the browser's storage is too full for the outcome. After `aborted` and `unrecorded`, the entry is sent again with its
 * recorded import_id, so that the server stores it only once.
 */
export type Outcome = "stored" | "lost" | "refused" | "stopped" | "aborted" | "unrecorded";

/**
 * @param entries All entries of the outbox, with the ids of the rows to which this entry refers.
 * @param signal Aborts the request. The entry then stays `sending` until the next sender runs.
 */
export async function sendEntry(
  entry: Entry,
  entries: readonly Entry[],
  signal?: AbortSignal,
): Promise<Outcome> {
  const record = (event: EntryEvent) => recordIfRoom(entry, event);
  await record({ type: "sending" });
  let rowId: number;
  try {
    rowId = await send(entry, entries, record, signal);
  } catch (thrown) {
    if (signal?.aborted) return "aborted";
    if (thrown instanceof Unrecorded) return "unrecorded";
    const problem = problemOf(thrown);
    const isEnded = problem.status === 401;
    const isPassing = isEnded || isLost(thrown);
    const isRecorded = await record(
      isPassing ? { type: "lost", problem, now: Date.now() } : { type: "refused", problem },
    );
    if (isEnded) return "stopped";
    if (!isRecorded) return "unrecorded";
    return isPassing ? "lost" : "refused";
  }
  if (await record({ type: "stored", rowId })) return "stored";
  // The storage is too full to list the entry as sent. Removing the entry frees space.
  if (dependents(entry.id, entries).length > 0) return "unrecorded";
  await removeEntries([entry.id]);
  return "stored";
}

/** Records an event of an entry. Returns false if the browser's storage is full. */
async function recordIfRoom({ userId, id }: Entry, event: EntryEvent): Promise<boolean> {
  try {
    await changeEntry(userId, id, (current) => entryFlow(current, event));
    return true;
  } catch (problem) {
    if (isQuotaProblem(problem)) return false;
    throw problem;
  }
}

async function send(
  entry: Entry,
  entries: readonly Entry[],
  record: (event: EntryEvent) => Promise<boolean>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { work, path } = entry;
  /** The entry, with the row that it changes once an earlier attempt is known to have stored this row. */
  let current = entry;
  const referred = Object.fromEntries(
    entry.needs.flatMap(({ field, entryId }) => {
      if (field === null) return [];
      const rowId = entries.find(({ id }) => id === entryId)?.rowId;
      if (rowId == null) throw missingReference(field, "record");
      return [[field, rowId]];
    }),
  );
  if (work.kind === "file") return sendStoredFile(entry, work, referred, signal);
  const { base, tried, importId } = work;
  const recorded = [importId, tried?.import_id];
  const input = withReferences(work.input, referred);
  const renew = (stored: Row) => {
    const event = { type: "exists", row: stored } as const;
    current = entryFlow(current, event);
    return record(event);
  };
  let row: Row;
  try {
    row = await sendRow({
      ...{ path, input, base, tried, importId, signal },
      onTry: async (attempt) => {
        const isRecorded = await record({ type: "trying", attempt });
        if (!isRecorded && !recorded.includes(attempt.import_id)) throw new Unrecorded();
      },
      onExists: async (stored) => {
        await renewLaterChanges(current, stored);
        await renew(stored);
      },
    });
  } catch (thrown) {
    const stored = sameRow(current, thrown);
    if (!stored) throw thrown;
    await renew(stored);
    return send(current, entries, record, signal);
  }
  await renewLaterChanges(current, row);
  return row.id;
}

/**
 * Returns the stored row of a version conflict if only its links to attached files have changed since the user saw it.
 */
function sameRow({ work }: Entry, thrown: unknown): Row | null {
  const base = work.kind === "row" && work.base;
  if (!base || !(thrown instanceof ApiProblem) || thrown.status !== 409) return null;
  const stored = thrown.details[0]?.current as Row | undefined;
  return stored && hasSameContent(base, stored) ? { ...base, ...stored } : null;
}

/** Thrown if the browser's storage is full, because a request must be recorded before it is sent. */
class Unrecorded extends Error {}

/**
 * Replaces local row ids in the outbox by the ids of the stored rows. Keeps the order of the properties, so that a
 * repeated request has an identical body.
 */
const withReferences = (input: RowInput, referred: RowInput): RowInput =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, referred[name] ?? value]));

async function sendStoredFile(
  { id, userId, path }: Entry,
  { fields, fileName }: FileWork,
  referred: Readonly<Record<string, unknown>>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const content = await readFile(userId, id);
  if (!content)
    throw new Error("The file is not in this browser any more. Delete this entry and choose it again.");
  const owner = Object.fromEntries(Object.entries(referred).map(([name, value]) => [name, String(value)]));
  // Abort an upload that gets no response in time. The entry is sent again later.
  const row = await sendFile(
    { path, ...content, fileName, fields: { ...fields, ...owner } },
    limitTime(longestUpload, signal),
  );
  return row.id;
}

function problemOf(thrown: unknown): EntryProblem {
  if (thrown instanceof ApiProblem)
    return { status: thrown.status, message: thrown.message, details: thrown.details };
  // The browser ended the request after the time limit.
  if (thrown instanceof DOMException)
    return { status: 408, message: "The server did not answer in time.", details: [] };
  return { status: 400, message: messageOf(thrown), details: [] };
}
