/** Sets of rows that the figures of Form 11 (support provided) count. */
import { outcomesOf, rowsOf } from "./outcomes.ts";
import { type FigureSet, marksOfTargets } from "./set.ts";

export const form11Marks = { "form-11": marksOfTargets };

export const form11Sets = {
  "form-11.arbos": { label: "ARBOs", subject: "arbos", where: "true" },
  "form-11.arcs": { label: "ARCs", subject: "arcs", where: "true" },
  "form-11.arb_members": {
    label: "ARBs in organizations",
    subject: "arbos",
    where: "true",
    sum: "no_arb_member_total",
  },
  "form-11.farm_support": { label: "Farm records", subject: "farmSupport", where: "true" },
  ...outcomesOf("form-11"),
  ...rowsOf("form-11", "form11Targets", "form11Accomplishments", "support"),
  "form-11.quantity_target": {
    label: "Units of support targeted",
    subject: "form11Targets",
    where: "true",
    sum: "quantity_hard",
  },
  "form-11.quantity_accomplished": {
    label: "Units of support provided",
    subject: "form11Accomplishments",
    where: "true",
    sum: "quantity_hard",
  },
  "form-11.quantity_matched": {
    label: "Units of support targeted, with an accomplishment",
    subject: "form11Targets",
    where: "@matched",
    sum: "quantity_hard",
  },
  "form-11.quantity_unmet": {
    label: "Units of support targeted, without an accomplishment",
    subject: "form11Targets",
    where: "not @matched",
    sum: "quantity_hard",
  },
  "form-11.quantity_unplanned": {
    label: "Units of support provided without a target",
    subject: "form11Accomplishments",
    where: "not @matched",
    sum: "quantity_hard",
  },
} as const satisfies Record<string, FigureSet>;
