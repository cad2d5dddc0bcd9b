/** Values of the list filter `review`. */

/**
 * Each value selects pending rows by their review state:
 * - to_review: not returned
 * - returned: returned to the office and not resubmitted
 * - resubmitted: sent back by the office after a return
 * - changed: the caller approved the row last, and it was changed afterwards
 */
export const reviewFilters = ["to_review", "returned", "resubmitted", "changed"] as const;
export type ReviewFilter = (typeof reviewFilters)[number];
