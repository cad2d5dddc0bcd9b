/** Time limit of uploads. The web app ends longer uploads, and the gateway of the local stack has the same limit. */

/**
 * Time limit of an upload in milliseconds, including the response. In this time, a connection with 0.5 Mbit/s can send
 * about 32 MB.
 */
export const longestUpload = 10 * 60_000;
