/** Values of the list filter `review`, and words for returned rows. */

/**
 * Review states by which a list of pending rows can be filtered:
 * - to_review: not returned to the office
 * - returned: returned to the office and not resubmitted
 * - resubmitted: sent back by the office after a return
 * - changed: changed since the caller approved the row
 */
export const reviewFilters = ["to_review", "returned", "resubmitted", "changed"] as const;
export type ReviewFilter = (typeof reviewFilters)[number];

/**
 * Labels for the rows that the filter `returned` lists. `reviewer` is for users with the Approve right, who see
 * returned rows of all offices that they review.
 */
export const returnedWords = {
  encoder: {
    label: "Returned to me",
    help: "Rows returned to you with a reason. Correct and resubmit them.",
  },
  reviewer: {
    label: "Returned to the office",
    help: "Rows returned to their office and not resubmitted yet.",
  },
} as const;
