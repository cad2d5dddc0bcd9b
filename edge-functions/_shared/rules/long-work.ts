/** Long work: exports and acts on many rows that go on in the background, and what of them is kept. */

/** An export or an act on more rows is long. */
export const mostAtOnce = 5000;

/** Days for which it is told, and its file kept. */
export const jobDays = 7;

/** Bytes of the largest file that is kept, as the bucket and every web host have it. */
export const largestResult = 32 * 2 ** 20;

/** Refused rows that are kept by name; more are counted. */
export const mostRefusedListed = 100;
