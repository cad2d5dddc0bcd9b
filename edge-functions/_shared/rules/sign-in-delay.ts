/**
 * Delays the response to a failed sign-in, so that its response time is always a multiple of a fixed interval.
 * Otherwise, the response time would reveal whether a username exists.
 */

/** Milliseconds. The response time of a failed sign-in is a multiple of this interval. */
const interval = 600;

/**
 * Returns the number of milliseconds to wait before the response.
 * @param spent Milliseconds since the request began.
 */
export const millisecondsUntilResponse = (spent: number): number =>
  Math.ceil(spent / interval) * interval - spent;

/**
 * Part of the error message for a sign-in that waited too long because many users sign in at once. The login page
 * repeats the sign-in if a message contains this text.
 */
export const turnAnnouncement = "Your turn comes in about";
