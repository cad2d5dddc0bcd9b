/**
 * What is noted about the request that is being answered, for its line in the log and for the metrics. Whoever knows
 * something notes it where they are: the notes go along with the work, from await to await. Outside a request nothing is noted.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Outcome } from "../../calls/outcomes.ts";
import type { ProblemKind } from "../../contracts/problems.ts";
import { sha256 } from "../crypto/hash.ts";

export interface RequestNotes {
  readonly requestId: string;
  /** auth.users.id of whoever asks, once their token has been verified. */
  callerId: string | null;
  /** Of the API token by which it is asked. */
  apiTokenId: number | null;
  /** Rows of records that were read for the answer, saved or deleted. */
  rows: number;
  problem: ProblemKind | null;
  /** Whether the call saves something. */
  saves: boolean;
  /** Whether a repeat of it saves nothing twice: it has an Idempotency-Key, or names a step of an act. */
  isRepeatable: boolean;
  /** The write of that key, until a transaction takes it (access/keyed-write.ts). */
  write: { key: string; call: string; hash: string } | null;
  /** What became of what the request saves, should it fail from now on. */
  outcome: Outcome;
  /** When the answer has been sent, where that is long after it has begun. */
  sent: Promise<void> | null;
}

const current = new AsyncLocalStorage<RequestNotes>();

/** Runs the work with notes of its own. */
export const withNotes = <T>(notes: RequestNotes, work: () => T): T => current.run(notes, work);

/** The notes of the request that is being answered. */
export const notes = (): RequestNotes | undefined => current.getStore();

/** Adds to the rows of the request. */
export function noteRows(count: number): void {
  const request = notes();
  if (request) request.rows += count;
}

/** Notes what became of what the request saves: unknown after a commit, or after one whose answer was lost. */
export function noteOutcome(outcome: Outcome): void {
  const request = notes();
  if (request) request.outcome = outcome;
}

/** Adds the parts of a form to what the key stands for. */
export function noteContent(
  parts: readonly { name: string; text: string | null; bytes: Uint8Array | null }[],
): void {
  const write = notes()?.write;
  if (!write) return;
  const hashes = parts.map(({ name, text, bytes }) => [name, sha256(bytes ?? text ?? "")]);
  write.hash = sha256(write.hash + JSON.stringify(hashes));
}
