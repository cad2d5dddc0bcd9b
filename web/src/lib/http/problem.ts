/** A call that failed, as the screens see it: the server's sentence, its details, and the HTTP status. */
import type { ProblemDetail } from "#shared/contracts/problems.ts";

export class ApiProblem extends Error {
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  readonly details: readonly ProblemDetail[];
  /** What the answer holds beside the problem. */
  readonly data: unknown;

  constructor(status: number, message: string, details: readonly ProblemDetail[] = [], data?: unknown) {
    super(message);
    this.name = "ApiProblem";
    this.status = status;
    this.details = details;
    this.data = data;
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

/** Reads the wire form `{status:"error", message, details}`; anything else becomes a plain sentence. */
export function problemFrom(status: number, body: unknown): ApiProblem {
  const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const message = typeof fields.message === "string" ? fields.message : `The server answered ${status}.`;
  const details = Array.isArray(fields.details) ? (fields.details as ProblemDetail[]) : [];
  return new ApiProblem(status, message, details, fields.data);
}
