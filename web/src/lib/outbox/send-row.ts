/** Saves a row exactly once, even if an earlier attempt with other values got no response. */

import { api, type Row } from "../http/api.ts";
import { ApiProblem, unknownOutcome } from "../http/problem.ts";
import { newUuid } from "../http/uuid.ts";
import type { Attempt, RowInput } from "./entry.ts";

interface Sending {
  path: string;
  input: RowInput;
  /** The stored row that the user changed; null for a new row. */
  base: Row | null;
  /** Earlier attempt whose outcome is not known. */
  tried: Attempt | null | undefined;
  /** The import_id of the first attempt; by default a new one. */
  importId?: string | undefined;
  /** Stores an attempt before it is sent. */
  onTry: (attempt: Attempt) => unknown;
  /**
   * Called with the row as the earlier attempt stored it, or with only its id and version, because a later attempt must
   * change this row. If another user has changed the row meanwhile, the later attempt gets a conflict.
   */
  onExists: (row: Row) => unknown;
  signal?: AbortSignal | undefined;
}

/**
 * Saves and returns the row. If the outcome of an earlier attempt with other values is unknown, first repeats that
 * attempt. If the server has stored that attempt, the new values are saved as changes of the row. If the server refuses
 * that attempt, only the new values are saved.
 * @throws ApiProblem if the server refuses the values, or the outcome is not known. See isGone, too.
 */
export async function sendRow({
  path,
  input,
  base,
  tried,
  importId,
  onTry,
  onExists,
  signal,
}: Sending): Promise<Row> {
  let wanted = input;
  if (tried && !isSame(tried, input)) {
    const row = await updateOnce(path, tried, signal).catch((problem: unknown) => {
      // Without a session, it is unknown if the server stored the earlier attempt.
      if (isLost(problem) || isSessionEnded(problem) || isGone(problem)) throw problem;
      return null;
    });
    if (row) {
      await onExists(rowOfAttempt(row, base, tried));
      wanted = { ...input, id: row.id, row_version: row.row_version };
    } else if ("id" in tried.input && !("id" in input)) {
      // The refused attempt was already a change: an attempt before it has stored the new row. So don't add a second
      // row. The stored values are not known here, so a conflict shows every value that differs.
      const { id, row_version } = tried.input as unknown as Row;
      await onExists({ id, row_version });
      wanted = { ...input, id, row_version };
    }
  }
  const attempt =
    tried && isSame(tried, wanted) ? tried : { input: wanted, import_id: (!tried && importId) || newUuid() };
  await onTry(attempt);
  const row = await updateOnce(path, attempt, signal);
  return attempt === tried ? rowOfAttempt(row, base, attempt) : row;
}

/** Returns the row as an attempt stored it. The response to a repeated request can have another user's values. */
function rowOfAttempt(row: Row, base: Row | null, { input }: Attempt): Row {
  const { save_anyway: _anyway, ...values } = input;
  return { ...row, ...base, ...values, id: row.id, row_version: row.row_version };
}

const isSame = (attempt: Attempt, input: RowInput): boolean =>
  JSON.stringify(attempt.input) === JSON.stringify(input);

async function updateOnce(path: string, { input, import_id }: Attempt, signal?: AbortSignal): Promise<Row> {
  const limited = limitTime(longestRequest, signal);
  const [row] = await api
    .update(path, [input], { import_id, batch: 1 }, limited)
    .catch((problem: unknown) => {
      // The time limit ended the request. The server may still have stored the row.
      const isLate = problem instanceof DOMException && !signal?.aborted;
      throw isLate ? unknownOutcome(504, "The server did not answer in time.") : problem;
    });
  if (!row) throw new ApiProblem(goneStatus, goneMessage);
  return row;
}

const goneStatus = 410;
const goneMessage =
  "This was saved before, and has been deleted or moved to another office since. Check the list and the trash before you save it again.";

/**
 * Creates the error of a row that refers to a row of the outbox whose entry was removed. A local id must never be sent.
 * @param noun Noun of the missing row.
 */
export function missingReference(field: string, noun: string): ApiProblem {
  const message = `Choose the ${noun} again. The entry that was chosen here is no longer on this computer.`;
  return new ApiProblem(422, message, [{ index: 0, field, message }]);
}

/**
 * True if an earlier attempt stored the row, and the user can't see it any more. The row must then not be stored again.
 */
export const isGone = (problem: unknown): boolean =>
  problem instanceof ApiProblem && problem.status === goneStatus;

/** Returns a signal that aborts after a time in milliseconds, or when the given signal aborts. */
export function limitTime(milliseconds: number, signal?: AbortSignal): AbortSignal {
  // Safari 16 lacks `AbortSignal.any`.
  const limited = new AbortController();
  const timeout = AbortSignal.timeout(milliseconds);
  for (const one of [timeout, ...(signal ? [signal] : [])]) {
    if (one.aborted) limited.abort(one.reason);
    one.addEventListener("abort", () => limited.abort(one.reason), { signal: limited.signal });
  }
  return limited.signal;
}

/** Milliseconds after which a request without a response is aborted and sent again later. */
const longestRequest = 60_000;

/** True if the request failed for a temporary reason: no response, too many requests, or an error of the server. */
export const isLost = (problem: unknown): boolean =>
  problem instanceof ApiProblem
    ? problem.status === 0 || problem.status === 429 || problem.status >= 500
    : problem instanceof DOMException;

const isSessionEnded = (problem: unknown): boolean => problem instanceof ApiProblem && problem.status === 401;
