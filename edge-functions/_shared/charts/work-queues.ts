/**
 * Work queues. A queue shows how many rows need a user's attention. `parts` are the sets of rows that the queue counts.
 */
import { type ReviewFilter, returnedWords } from "../records/vocabulary/review-filters.ts";
import type { FigureKey } from "./figures/index.ts";

export interface WorkQueueSpec {
  key: string;
  label: string;
  help: string;
  parts: readonly FigureKey[];
}

export const workQueues: readonly WorkQueueSpec[] = [
  {
    key: "permits_expired",
    label: "Expired permits",
    help: "Machines and products whose FDA LTO, CPR or Halal registration has expired.",
    parts: ["queues.permits_expired"],
  },
  {
    key: "permits_expiring",
    label: "Permits expiring soon",
    help: "Machines and products whose FDA LTO, CPR or Halal registration expires within 90 days.",
    parts: ["queues.permits_expiring"],
  },
  {
    key: "machines_not_functional",
    label: "Machines not working",
    help: "Machines with an entered reason for not functioning, and Form 11 support that is not functional.",
    parts: ["queues.machines_not_functional", "queues.support_not_functional", "queues.farms_not_functional"],
  },
  {
    key: "machines_idle",
    label: "Machines not in use",
    help: "Machines with an entered reason for not being used, and Form 11 support that is not utilized.",
    parts: ["queues.machines_idle", "queues.support_idle", "queues.farms_idle"],
  },
  {
    key: "deeds_missing",
    label: "Missing deeds",
    help: "Machines that have no date for the deed of donation.",
    parts: ["queues.deeds_missing"],
  },
  {
    key: "targets_unmet",
    label: "Targets without accomplishment",
    help: "Planned in a form, but not yet reported by the same ARBO for that year (and project, if both name one). Years that are over or end within 90 days.",
    parts: [
      "queues.form_5_targets",
      "queues.form_7_targets",
      "queues.form_11_targets",
      "queues.marketing_targets",
    ],
  },
  {
    key: "possible_duplicates",
    label: "Possible duplicates",
    help: "ARBOs with a name similar to that of another ARBO in the same town.",
    parts: ["queues.possible_duplicates"],
  },
];

/**
 * Queues of rows that users with the given right must review or correct. A queue has one part per screen, which counts
 * the rows that the filters `review` and `unusual` select.
 */
export const reviewQueues: readonly {
  key: string;
  label: string;
  help: string;
  review: ReviewFilter;
  /** True if the queue counts only rows with unusual values. */
  unusual?: true;
  right: "Approve" | "Edit";
  /** Words for users with the Approve right, if different. */
  forReviewers?: { label: string; help: string };
}[] = [
  {
    key: "review_to_review",
    label: "To review",
    help: "Waiting for your review (returned rows not included).",
    review: "to_review",
    right: "Approve",
  },
  {
    key: "review_unusual",
    label: "Unusual, waiting for review",
    help: "Rows waiting for your review that have an unusual value, such as ten times the last report.",
    review: "to_review",
    unusual: true,
    right: "Approve",
  },
  {
    key: "review_returned",
    ...returnedWords.encoder,
    forReviewers: returnedWords.reviewer,
    review: "returned",
    right: "Edit",
  },
  {
    key: "review_changed",
    label: "Changed since I approved",
    help: "Rows that you approved last and that were changed afterwards.",
    review: "changed",
    right: "Approve",
  },
];

/** Queue that counts the offices that have not reported. `POST /api/offices-not-reported` lists these offices. */
export const officesQueue = {
  key: "offices_not_reported",
  label: "Offices that have not reported",
  help: "Provincial offices with no accomplishments or trainings this year.",
} as const;
