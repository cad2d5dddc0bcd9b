/** The filter `review` of lists. */

/**
 * Pending rows by their review: to_review, those that were not returned; returned; resubmitted; changed, those changed since
 * the caller approved them, which was their last approval.
 */
export const reviewFilters = ["to_review", "returned", "resubmitted", "changed"] as const;
export type ReviewFilter = (typeof reviewFilters)[number];
