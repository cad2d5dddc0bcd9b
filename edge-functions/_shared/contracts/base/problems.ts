/**
 * Catalogue of problems: every way in which a request can fail, with its HTTP status and the database errors that cause
 * it.
 *
 * The response body is `{status:"error", message, details:[{index, field, message}]}`. The import shows the message of
 * the first detail (spec section 8). SQLSTATE codes that begin with AG are raised by this application's SQL; all other
 * codes are those of Postgres.
 */

import type { SoftCheck } from "../../records/vocabulary/types.ts";

export interface ProblemDetail {
  /** Position of the record in the request's list, from 0. Absent if the error is not about one record. */
  index?: number;
  field?: string;
  message: string;
  /** The stored row, if another user has changed it since the caller read it. */
  current?: Readonly<Record<string, unknown>>;
  /**
   * True if the row was returned to its office and not resubmitted. To approve such a row together with others, the
   * request must list its id in `returned`.
   */
  returned?: true;
  /** Id of the row to which the same file is already attached. */
  duplicate_of?: number;
  /**
   * Stored rows that have the same key as the record, or are probably the same record. With `save_anyway: true`, the
   * record is saved, unless the key must be unique.
   */
  same_as?: readonly SameRow[];
  /**
   * Kind of the soft check that the value failed. The value can still be saved if the record has a `soft_check_reason`.
   */
  soft_check?: SoftCheck["kind"];
  /** Rows that refer to the row and therefore prevent its deletion. */
  used_by?: readonly RowUse[];
  /** Number of rows that also refer to the row, but that the caller can't see. */
  used_elsewhere?: number;
}

/** A stored row that is probably the same record as the one in the request. */
export interface SameRow {
  id: number;
  title: string;
  /** Names of the fields in which the stored row and the record have equal values. */
  agreed: readonly string[];
}

/** Rows of one screen that refer to a given row and so prevent its deletion. */
export interface RowUse {
  route: string;
  noun: { one: string; many: string };
  rows: number;
  /** Filter for the screen. It selects the rows that refer to the given row. */
  where: Readonly<Record<string, string>>;
  /** Number of approved rows among `rows`. Screens with the tabs New/Pending and Approved show this number. */
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

/** SQLSTATEs that the application's own SQL raises. */
export const sqlState = {
  /** A user below the central level changed or deleted an approved row. */
  AG001: "approval",
  /** A violation of a rule that a trigger checks, such as the rule for totals. */
  AG002: "rule",
  /** A violated rule of user administration: for example, a caller removes the last administrator. */
  AG003: "administration",
  /** A user or row that does not exist or that the caller cannot see. */
  AG004: "unseen",
  /** More requests than the rate limit allows. */
  AG005: "too_often",
  /**
   * A town or barangay that the place book (the official list of places) lacks, or lists under a different province or
   * town.
   */
  AG006: "place",
  /** A new row without its ARBO or ARC, its period or its content, or a change that removes one of these values. */
  AG007: "fact",
  /** An unusual value (one that fails a soft check) without a reason. */
  AG008: "reason",
  /**
   * A change of stage by a caller without the Approve right, or any other change by a caller with only the Approve
   * right.
   */
  AG009: "stage",
} as const;

/** Postgres error codes that a caller can cause, each with its kind of problem. All other codes are internal errors. */
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

/** A failure that is reported to the caller. All other errors become a 500 response with a request id. */
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

/** Creates the problem for a request field with an invalid value. */
export const malformed = (field: string, message: string): Problem =>
  new Problem("malformed", message, [{ field, message }]);

/**
 * Returns the error message for an unknown field of a request.
 * @param what End of the message, such as "a field of this call".
 */
export const unknownFieldMessage = (name: string, what = "a field of this call"): string =>
  `"${name.slice(0, 60)}" is not ${what}.`;
