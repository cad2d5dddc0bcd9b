/** Time limit of uploads, shared by the web app, which ends slow uploads, and the gateway of the local stack. */

/**
 * Milliseconds in which the largest upload must arrive and get its response. In this time, a line of 0.5 Mbit/s sends
 * 32 MB.
 */
export const longestUpload = 10 * 60_000;
