/** Values that may be right and are asked about: each rule says whether to ask. What is not given is never asked about. */

type MaybeNumber = number | null | undefined;

const isNumber = (value: MaybeNumber): value is number => value !== null && value !== undefined;

/** More of a part than of its whole, such as ARBs among the members. */
export const isAbove = (part: MaybeNumber, whole: MaybeNumber): boolean =>
  isNumber(part) && isNumber(whole) && part > whole;

/** Some parts of a sum are given and others are not. */
export const isOneSided = (parts: readonly MaybeNumber[]): boolean =>
  parts.some(isNumber) && !parts.every(isNumber);

/** A date (ISO) in another year than the one that the row reports on. */
export const isInOtherYear = (date: string | null | undefined, year: MaybeNumber): boolean =>
  date !== null && date !== undefined && isNumber(year) && Number(date.slice(0, 4)) !== year;

/** At least ten times what was reported before, where anything was. */
export const isTenfold = (value: MaybeNumber, before: MaybeNumber): boolean =>
  isNumber(value) && isNumber(before) && before > 0 && value >= 10 * before;

/** The quarter before one, "Q1" to "Q4", with its year. */
export const quarterBefore = (year: number, quarter: string): { year: number; quarter: string } =>
  quarter === "Q1"
    ? { year: year - 1, quarter: "Q4" }
    : { year, quarter: `Q${Number(quarter.slice(1)) - 1}` };

const mostLetters = 500;

/** What is wrong with a word of reason, to complete a sentence about it; null when nothing is. */
export function reasonProblem(reason: string): string | null {
  if (!/\p{L}\p{L}/u.test(reason)) return "must say in a word why the values are right";
  return reason.length > mostLetters ? `is longer than ${mostLetters} characters` : null;
}
