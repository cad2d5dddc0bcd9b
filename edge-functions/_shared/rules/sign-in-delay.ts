/**
 * Delays the response to a failed sign-in, so that the response time is always a multiple of a fixed interval.
 * Otherwise, the response time would reveal whether a username exists.
 */

/** Length of the interval in milliseconds. */
const interval = 600;

/**
 * Returns the number of milliseconds to wait until the response time is a multiple of the interval.
 * @param spent Milliseconds since the request began.
 */
export const millisecondsUntilResponse = (spent: number): number =>
  Math.ceil(spent / interval) * interval - spent;

/**
 * Part of the error message for a sign-in that has waited too long, because many users sign in at once. If a message
 * has this text, the login page repeats the sign-in.
 */
export const turnAnnouncement = "Your turn comes in about";
