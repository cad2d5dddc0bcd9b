/** Values of the list filter `review`. */

/**
 * Selects pending rows by review state. to_review: not returned. returned: returned to the office. resubmitted: sent
 * back after a return. changed: changed after the caller, as the last approver, approved them.
 */
export const reviewFilters = ["to_review", "returned", "resubmitted", "changed"] as const;
export type ReviewFilter = (typeof reviewFilters)[number];
