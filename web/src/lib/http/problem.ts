/** A failed request as the screens see it: the server's message and details, and the HTTP status. */

import { lostResponseMessage, type Outcome } from "#shared/calls/outcomes.ts";
import type { ProblemDetail } from "#shared/contracts/base/problems.ts";

export class ApiProblem extends Error {
  /** HTTP status; 0 if the server could not be reached. */
  readonly status: number;
  readonly details: readonly ProblemDetail[];
  /** Data that the error response contains in addition to the message. */
  readonly data: unknown;
  /** `nothing`: nothing was saved; `unknown`: the request may have saved something. */
  readonly outcome: Outcome;
  /** Seconds after which the request may be repeated; null if the response states no time. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    message: string,
    details: readonly ProblemDetail[] = [],
    {
      data,
      outcome = "nothing",
      retryAfter = null,
    }: { data?: unknown; outcome?: Outcome; retryAfter?: number | null } = {},
  ) {
    super(message);
    this.name = "ApiProblem";
    this.status = status;
    this.details = details;
    this.data = data;
    this.outcome = outcome;
    this.retryAfter = retryAfter;
  }

  /** Returns the message of the first detail, which is more exact than the error's own message (spec section 8). */
  get firstMessage(): string {
    return this.details[0]?.message ?? this.message;
  }
}

/** HTTP statuses that mean that the server can't be reached: 0 for a lost connection, the others from a gateway. */
const unreachable = [0, 502, 503, 504];

/** True if the request failed because the server could not be reached. A repeated request may succeed. */
export const isUnreachable = (problem: unknown): boolean =>
  problem instanceof ApiProblem && unreachable.includes(problem.status);

/** Name of the error of a query that has no connection and no stored answer (stored-answers.ts). */
export const nothingStored = "NothingStored";

/** Returns a message for any thrown value. */
export function messageOf(problem: unknown): string {
  if (problem instanceof ApiProblem) return problem.firstMessage;
  return problem instanceof Error ? problem.message : String(problem);
}

/**
 * Converts an error response `{status:"error", message, details}` to an ApiProblem. Any other body gets a generic
 * message.
 * @param saves True if the request should save data.
 * @param retryAfter Value of the header `retry-after`.
 */
export function problemFrom(
  status: number,
  body: unknown,
  saves: boolean,
  retryAfter: string | null = null,
): ApiProblem {
  const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  // Without an outcome in a server error, for example from a proxy, it is unknown if the data was saved.
  if (saves && status >= 500 && fields.outcome !== "nothing")
    return unknownOutcome(
      status,
      typeof fields.outcome === "string" ? fields.message : undefined,
      fields.data,
    );
  const message =
    typeof fields.message === "string" ? fields.message : `The server responded with status ${status}.`;
  const details = Array.isArray(fields.details) ? (fields.details as ProblemDetail[]) : [];
  return new ApiProblem(status, message, details, {
    data: fields.data,
    retryAfter: Number(retryAfter) || null,
  });
}

/**
 * Creates the error for a request whose data may or may not be saved.
 * @param message The server's message. Any value that isn't a string gets a generic message.
 */
export const unknownOutcome = (status: number, message?: unknown, data?: unknown): ApiProblem =>
  new ApiProblem(
    status,
    typeof message === "string"
      ? message
      : lostResponseMessage("The server did not answer.", "unknown", true),
    [],
    { data, outcome: "unknown" },
  );
