/** Values of the list filter `review`. */

/**
 * Review states by which a list of pending rows can be filtered:
 * - to_review: not returned to the office
 * - returned: returned to the office and not resubmitted
 * - resubmitted: sent back by the office after a return
 * - changed: changed after the caller approved the row
 */
export const reviewFilters = ["to_review", "returned", "resubmitted", "changed"] as const;
export type ReviewFilter = (typeof reviewFilters)[number];
