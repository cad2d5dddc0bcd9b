/**
 * Notes about the current request, for its log line and the metrics. Any code can add to them while the request is
 * handled (AsyncLocalStorage). Outside a request, `notes()` returns undefined.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Outcome } from "../../calls/outcomes.ts";
import type { ProblemKind } from "../../contracts/base/problems.ts";
import { sha256 } from "../crypto/hash.ts";

export interface RequestNotes {
  readonly requestId: string;
  /** Id of the caller in auth.users, once the token is verified. */
  callerId: string | null;
  /** Id of the caller's API token. */
  apiTokenId: number | null;
  /** Number of record rows that the request has read, saved or deleted. */
  rows: number;
  problem: ProblemKind | null;
  /** True if the endpoint saves something. */
  saves: boolean;
  /** True if a repeat saves nothing twice: the request has an Idempotency-Key, or is a numbered batch. */
  isRepeatable: boolean;
  /** The request's Idempotency-Key data, until a transaction takes it (access/keyed-write.ts). */
  write: { key: string; call: string; hash: string } | null;
  /** Outcome to report if the request fails from now on: `nothing` was saved, or it is `unknown`. */
  outcome: Outcome;
  /** Promise that resolves when a streamed response has been sent completely; null for all other responses. */
  sent: Promise<void> | null;
  /** Milliseconds that the request has waited for connections of its user (access/connection-limit.ts). */
  waited: number;
}

const current = new AsyncLocalStorage<RequestNotes>();

/** Runs the work with the given data about the request. */
export const withNotes = <T>(notes: RequestNotes, work: () => T): T => current.run(notes, work);

/** Returns the data about the current request. */
export const notes = (): RequestNotes | undefined => current.getStore();

/** Adds to the request's number of rows. */
export function noteRows(count: number): void {
  const request = notes();
  if (request) request.rows += count;
}

/**
 * Sets the outcome that is reported if the request fails: `unknown` after a commit, or when a commit got no response.
 */
export function noteOutcome(outcome: Outcome): void {
  const request = notes();
  if (request) request.outcome = outcome;
}

/**
 * Adds the parts of form data to the content hash of a request with an Idempotency-Key. A repeat must have the same
 * hash.
 */
export function noteContent(
  parts: readonly { name: string; text: string | null; bytes: Uint8Array | null }[],
): void {
  const write = notes()?.write;
  if (!write) return;
  const hashes = parts.map(({ name, text, bytes }) => [name, sha256(bytes ?? text ?? "")]);
  write.hash = sha256(write.hash + JSON.stringify(hashes));
}
