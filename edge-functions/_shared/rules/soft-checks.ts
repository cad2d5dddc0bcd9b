/**
 * Rules of soft checks. Each returns true if the values are unusual, so that the user must confirm them. Missing values
 * are never unusual.
 */

type MaybeNumber = number | null | undefined;

const isNumber = (value: MaybeNumber): value is number => value !== null && value !== undefined;

/** True if a part is greater than its whole, such as more ARBs than members. */
export const isAbove = (part: MaybeNumber, whole: MaybeNumber): boolean =>
  isNumber(part) && isNumber(whole) && part > whole;

/** True if some parts of a sum have a value and others have no value. */
export const isOneSided = (parts: readonly MaybeNumber[]): boolean =>
  parts.some(isNumber) && !parts.every(isNumber);

/** True if an ISO date is not in the reporting year of its row. */
export const isInOtherYear = (date: string | null | undefined, year: MaybeNumber): boolean =>
  date !== null && date !== undefined && isNumber(year) && Number(date.slice(0, 4)) !== year;

/** True if a value is at least ten times the previously reported value. False if there is no previous value. */
export const isTenfold = (value: MaybeNumber, before: MaybeNumber): boolean =>
  isNumber(value) && isNumber(before) && before > 0 && value >= 10 * before;

/** Returns the quarter ("Q1" to "Q4") before the given one, with its year. */
export const quarterBefore = (year: number, quarter: string): { year: number; quarter: string } =>
  quarter === "Q1"
    ? { year: year - 1, quarter: "Q4" }
    : { year, quarter: `Q${Number(quarter.slice(1)) - 1}` };

/** Reason that is saved automatically when a user restores an unusual value, with Undo or from an earlier version. */
export const undoReason = "Undone";

const mostLetters = 500;

/**
 * Checks the reason that a user gives for an unusual value. Returns the end of an error message that starts with "The
 * reason"; null if the reason is accepted.
 */
export function reasonProblem(reason: string): string | null {
  if (!/\p{L}\p{L}/u.test(reason)) return "must explain why the values are right";
  return reason.length > mostLetters ? `is longer than ${mostLetters} characters` : null;
}
