/**
 * Delays the response to a failed sign-in until a multiple of a fixed interval has passed. Without the delay, the
 * response time would reveal which usernames exist.
 */

/** Length of the interval in milliseconds. */
const mark = 600;

/**
 * Returns the milliseconds to wait until the next interval ends.
 * @param spent Milliseconds since the request began.
 */
export const millisecondsUntilResponse = (spent: number): number => Math.ceil(spent / mark) * mark - spent;

/** Words of a refusal that tells users how long the queue of sign-ins is. The login page then repeats the sign-in. */
export const turnAnnouncement = "Your turn comes in about";
