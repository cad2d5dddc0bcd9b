/**
 * Failures to sign in are answered only at fixed marks of time, whatever was done until then: how long something took
 * would tell who exists.
 */

/** Milliseconds between two marks. */
const mark = 600;

/** Milliseconds until the next mark, for what began so many milliseconds ago. */
export const untilNextMark = (spent: number): number => Math.ceil(spent / mark) * mark - spent;
