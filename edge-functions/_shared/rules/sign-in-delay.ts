/**
 * Delays the response to a failed sign-in until a multiple of a fixed interval has passed. Without the delay, the
 * response time would reveal which usernames exist.
 */

/** Length of the interval in milliseconds. */
const interval = 600;

/**
 * Returns the milliseconds to wait until the next interval ends.
 * @param spent Milliseconds since the request began.
 */
export const millisecondsUntilResponse = (spent: number): number =>
  Math.ceil(spent / interval) * interval - spent;

/**
 * Text in the refusal of a sign-in that has waited too long. The login page repeats the sign-in if the message has this
 * text.
 */
export const turnAnnouncement = "Your turn comes in about";
