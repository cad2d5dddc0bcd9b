/** The work queues: what waits for somebody, each with the sets of rows that it counts. */
import type { ReviewFilter } from "../records/vocabulary/review-filters.ts";
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
    help: "Machines with a reason why they do not function, and support of Form 11 that is not functional.",
    parts: ["queues.machines_not_functional", "queues.support_not_functional", "queues.farms_not_functional"],
  },
  {
    key: "machines_idle",
    label: "Machines not in use",
    help: "Machines with a reason why they are not used, and support of Form 11 that is not utilized.",
    parts: ["queues.machines_idle", "queues.support_idle", "queues.farms_idle"],
  },
  {
    key: "deeds_missing",
    label: "Missing deeds",
    help: "Machines without the date of a deed of donation.",
    parts: ["queues.deeds_missing"],
  },
  {
    key: "targets_unmet",
    label: "Targets without accomplishment",
    help: "Targets of years that are over or end within 90 days, without an accomplishment of the same form, ARBO and year, and of the same project where both name one.",
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
    help: "ARBOs whose name is nearly that of another ARBO of the same town.",
    parts: ["queues.possible_duplicates"],
  },
];

/** The queues of the review, for whoever has the right: each counts the lists of its filter, screen by screen. */
export const reviewQueues: readonly {
  key: string;
  label: string;
  help: string;
  review: ReviewFilter;
  right: "Approve" | "Edit";
}[] = [
  {
    key: "review_to_review",
    label: "To review",
    help: "Pending rows that are not with their office to be corrected.",
    review: "to_review",
    right: "Approve",
  },
  {
    key: "review_returned",
    label: "Returned to me",
    help: "Rows that were returned with a reason. Correct them and resubmit them.",
    review: "returned",
    right: "Edit",
  },
  {
    key: "review_changed",
    label: "Changed since I approved",
    help: "Pending rows that were changed after you approved them, as nobody else has since.",
    review: "changed",
    right: "Approve",
  },
];

/** The queue whose rows are offices: its list is `POST /api/offices-not-reported`. */
export const officesQueue = {
  key: "offices_not_reported",
  label: "Offices that have not reported",
  help: "Provincial offices without a single accomplishment or training of this year.",
} as const;
