/** Sets of rows that the figures of Form 5 (capacity building) count. */
import { outcomesOf, rowsOf } from "./outcomes.ts";
import { arb, type FigureSet, marksOfTargets, nonArb } from "./set.ts";

/**
 * Returns two sets of ARBOs per outcome, such as a target or an accomplishment: the ARBOs with a training, and the
 * ARBOs without a training.
 */
function trainedOutcomes() {
  const marks = {
    target: ["a target", "@targeted"],
    accomplished: ["an accomplishment", "@accomplished"],
    matched: ["a matched target", "@matched"],
    unmet: ["targets that have no accomplishment", "@targeted and not @matched"],
    unplanned: ["accomplishments that match no target", "@accomplished and not @matched"],
  } as const;
  return Object.fromEntries(
    Object.entries(marks).flatMap(([key, [words, where]]): [string, FigureSet][] => [
      [
        `form-5.trained_arbos_${key}`,
        { label: `ARBOs with a training and ${words}`, subject: "arbos", where: `@trained and ${where}` },
      ],
      [
        `form-5.untrained_arbos_${key}`,
        {
          label: `ARBOs without a training and with ${words}`,
          subject: "arbos",
          where: `not @trained and ${where}`,
        },
      ],
    ]),
  ) as Record<`form-5.${"trained" | "untrained"}_arbos_${keyof typeof marks}`, FigureSet>;
}

export const form5Marks = { "form-5": marksOfTargets, training: ["trained"] };

export const form5Sets = {
  "form-5.arbos": { label: "ARBOs", subject: "arbos", where: "true" },
  "form-5.arcs": { label: "ARCs", subject: "arcs", where: "true" },
  "form-5.arb_members": {
    label: "ARBs in organizations",
    subject: "arbos",
    where: "true",
    sum: "no_arb_member_total",
  },
  "form-5.arbos_with_project": {
    label: "ARBOs with an accomplishment under a project",
    subject: "arbos",
    where: "@programmed",
  },
  "form-5.arbos_trained": { label: "ARBOs with a training", subject: "arbos", where: "@trained" },
  "form-5.arbos_untrained": { label: "ARBOs without a training", subject: "arbos", where: "not @trained" },
  "form-5.arcs_trained": { label: "ARCs with a training", subject: "arcs", where: "@trained" },
  "form-5.arcs_untrained": { label: "ARCs without a training", subject: "arcs", where: "not @trained" },
  "form-5.trained": {
    label: "Participants who attended a training",
    subject: "participants",
    where: "@trained",
  },
  "form-5.arbs_trained": {
    label: "ARBs who attended a training",
    subject: "participants",
    where: `${arb} and @trained`,
  },
  "form-5.arbs_untrained": {
    label: "ARBs who attended no training",
    subject: "participants",
    where: `${arb} and not @trained`,
  },
  "form-5.non_arbs_trained": {
    label: "Non-ARBs who attended a training",
    subject: "participants",
    where: `${nonArb} and @trained`,
  },
  "form-5.non_arbs_untrained": {
    label: "Non-ARBs who attended no training",
    subject: "participants",
    where: `${nonArb} and not @trained`,
  },
  ...trainedOutcomes(),
  ...outcomesOf("form-5"),
  ...rowsOf("form-5", "form5Targets", "form5Accomplishments", "training of participants"),
} as const satisfies Record<string, FigureSet>;
