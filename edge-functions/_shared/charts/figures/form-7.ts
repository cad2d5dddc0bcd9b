/** Sets of rows that the figures of Form 7 (product development) count. */
import { outcomesOf, rowsOf } from "./outcomes.ts";
import { arb, type FigureSet, marksOfTargets } from "./set.ts";

export const form7Marks = { "form-7": marksOfTargets };

export const form7Sets = {
  "form-7.arbs_with_programme": {
    label: "ARBs with a programme",
    subject: "participants",
    where: `${arb} and @programmed`,
  },
  "form-7.arbs_without_programme": {
    label: "ARBs without a programme",
    subject: "participants",
    where: `${arb} and not @programmed`,
  },
  "form-7.arcs_with_programme": {
    label: "ARCs with product development under a programme",
    subject: "arcs",
    where: "@programmed",
  },
  "form-7.arcs_without_programme": {
    label: "ARCs without product development under a programme",
    subject: "arcs",
    where: "not @programmed",
  },
  ...outcomesOf("form-7"),
  ...rowsOf("form-7", "form7Targets", "form7Accomplishments", "products and services"),
} as const satisfies Record<string, FigureSet>;
