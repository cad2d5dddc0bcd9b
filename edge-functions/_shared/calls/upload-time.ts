/**
 * Time limit of uploads. The web app ends uploads that take longer, and the gateway of the local stack has the same
 * limit.
 */

/**
 * Maximum duration of an upload in milliseconds, including the response. A connection with 0.5 Mbit/s can send about 32
 * MB in this time.
 */
export const longestUpload = 10 * 60_000;
