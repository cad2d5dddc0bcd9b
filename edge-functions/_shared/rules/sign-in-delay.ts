/**
 * Delays responses to failed sign-ins to fixed intervals, because the response time could otherwise reveal which
 * usernames exist.
 */

/** Length of the interval in milliseconds. */
const mark = 600;

/**
 * Returns the milliseconds to wait until the next interval ends.
 * @param spent Milliseconds since the request began.
 */
export const millisecondsUntilResponse = (spent: number): number => Math.ceil(spent / mark) * mark - spent;
