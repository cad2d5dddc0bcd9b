/** A call that failed, as the screens see it: the server's sentence, its details, and the HTTP status. */

import { lostAnswer, type Outcome } from "#shared/calls/outcomes.ts";
import type { ProblemDetail } from "#shared/contracts/problems.ts";

export class ApiProblem extends Error {
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  readonly details: readonly ProblemDetail[];
  /** What the answer holds beside the problem. */
  readonly data: unknown;
  /** What became of what the call was to save. */
  readonly outcome: Outcome;

  constructor(
    status: number,
    message: string,
    details: readonly ProblemDetail[] = [],
    { data, outcome = "nothing" }: { data?: unknown; outcome?: Outcome } = {},
  ) {
    super(message);
    this.name = "ApiProblem";
    this.status = status;
    this.details = details;
    this.data = data;
    this.outcome = outcome;
  }

  /** The first detail says most exactly what is wrong (spec section 8). */
  get firstMessage(): string {
    return this.details[0]?.message ?? this.message;
  }
}

/** A sentence for whatever was thrown. */
export function messageOf(problem: unknown): string {
  if (problem instanceof ApiProblem) return problem.firstMessage;
  return problem instanceof Error ? problem.message : String(problem);
}

/**
 * Reads the wire form `{status:"error", message, details}`; anything else becomes a plain sentence.
 * @param saves Whether the call was to save something.
 */
export function problemFrom(status: number, body: unknown, saves: boolean): ApiProblem {
  const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  // A failure that does not say what became of the save, as one of a proxy, leaves that open.
  if (saves && status >= 500 && fields.outcome !== "nothing")
    return unknownOutcome(
      status,
      typeof fields.outcome === "string" ? fields.message : undefined,
      fields.data,
    );
  const message = typeof fields.message === "string" ? fields.message : `The server answered ${status}.`;
  const details = Array.isArray(fields.details) ? (fields.details as ProblemDetail[]) : [];
  return new ApiProblem(status, message, details, { data: fields.data });
}

/** The call may have saved what it was to save. @param message As the server says it; anything else is left out. */
export const unknownOutcome = (status: number, message?: unknown, data?: unknown): ApiProblem =>
  new ApiProblem(
    status,
    typeof message === "string" ? message : lostAnswer("The server did not answer.", "unknown", true),
    [],
    { data, outcome: "unknown" },
  );
