/**
 * The problem catalogue: every way a call can fail, its HTTP status, and how a database error maps to it.
 *
 * The wire form is `{status:"error", message, details:[{index, field, message}]}` (spec section 8: the import shows
 * the first detail's message). Our SQL raises the AG… states; all other states are Postgres' own.
 */

import type { SoftCheck } from "../records/vocabulary/types.ts";

export interface ProblemDetail {
  /** Position of the record in the request's list, from 0; absent when the problem is not about one record. */
  index?: number;
  field?: string;
  message: string;
  /** The row as it is now, where somebody else saved first. */
  current?: Readonly<Record<string, unknown>>;
  /** The row was returned and is not resubmitted: it is approved only by naming it. */
  returned?: true;
  /** The row that has the same file already. */
  duplicate_of?: number;
  /**
   * Stored rows with the same key, or that are likely about the same; `save_anyway: true` in the record saves it beside
   * them unless the key is unique.
   */
  same_as?: readonly SameRow[];
  /** The kind of check that asks about the value; with `soft_check_reason` in the record it is saved. */
  soft_check?: SoftCheck["kind"];
  /** What refers to the row, so that it cannot be deleted. */
  used_by?: readonly RowUse[];
  /** How many further rows, which the caller does not see, refer to it. */
  used_elsewhere?: number;
}

/** A stored row that is likely about the same. */
export interface SameRow {
  id: number;
  /** What the row is called. */
  title: string;
  /** Fields in which the two agree. */
  agreed: readonly string[];
}

/** Rows of one screen that refer to a row. */
export interface RowUse {
  route: string;
  noun: { one: string; many: string };
  rows: number;
  /** The filter under which the screen lists them. */
  where: Readonly<Record<string, string>>;
  /** How many of them are approved, for screens with the two tabs. */
  approved: number;
}

export const problemStatus = {
  malformed: 400,
  unauthenticated: 401,
  refused: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  rule: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ProblemKind = keyof typeof problemStatus;

/** SQLSTATEs raised by our own SQL. */
export const sqlState = {
  /** A write to an approved row by somebody below Central. */
  AG001: "approval",
  /** A totals check or another rule that a trigger guards. */
  AG002: "rule",
  /** Administration rules: escalation, the last administrator, one's own role. */
  AG003: "administration",
  /** Somebody or something that does not exist, or is out of the caller's sight. */
  AG004: "unseen",
  /** More of something in a while than anybody needs. */
  AG005: "too_often",
  /** A town or barangay that is not in the place book, or in that of another province or town. */
  AG006: "place",
  /** A new row without its ARBO or ARC, its period or its fact, or a change that takes one away. */
  AG007: "fact",
  /** A value that a soft check asks about, without a word of reason. */
  AG008: "reason",
  /** A change of stage without the right Approve, or any other with nothing but that. */
  AG009: "stage",
} as const;

/** Postgres' own states that a caller can cause, with the problem that they are. All others are internal. */
export const postgresState: Readonly<Record<string, ProblemKind>> = {
  "22001": "rule",
  "22003": "rule",
  "22007": "malformed",
  "22008": "malformed",
  "22P02": "malformed",
  "23502": "rule",
  "23503": "conflict",
  "23505": "conflict",
  "23514": "rule",
  "40001": "conflict",
  "40P01": "conflict",
  "42501": "refused",
};

/** A failure that a caller may see. Anything else that is thrown becomes a 500 with a request id. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly details: readonly ProblemDetail[];

  constructor(kind: ProblemKind, message: string, details: readonly ProblemDetail[] = []) {
    super(message);
    this.name = "Problem";
    this.kind = kind;
    this.details = details;
  }

  get status(): number {
    return problemStatus[this.kind];
  }
}

/** A field of a call that is not as it must be. */
export const malformed = (field: string, message: string): Problem =>
  new Problem("malformed", message, [{ field, message }]);

/** What is said of a field that a call does not know. @param what "a field of this call" */
export const notAField = (name: string, what = "a field of this call"): string =>
  `"${name.slice(0, 60)}" is not ${what}.`;
