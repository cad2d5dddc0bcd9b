/** Limits of background jobs: exports and bulk actions on many rows. */

/** Maximum number of rows that are exported or changed without a background job. */
export const maxRowsWithoutJob = 5000;

/** Number of days for which a job and its file are kept. */
export const jobRetentionDays = 7;

/** Maximum size of a job's file in bytes, as in the storage bucket and all web hosts. */
export const maxJobFileBytes = 32 * 2 ** 20;

/** Maximum number of refused rows that a job lists. Further refused rows are only counted. */
export const maxListedRefusals = 100;
