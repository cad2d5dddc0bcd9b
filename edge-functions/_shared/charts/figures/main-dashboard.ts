/** Sets of rows that the figures of the main dashboard count. */
import { arb, type FigureSet } from "./set.ts";

/**
 * Marks that activities of Form 10 can set. A mark is a computed true/false value of an ARBO or ARC. These marks are
 * listed here, because Form 10 has no dashboard.
 */
export const mainDashboardMarks = { "form-10": ["accomplished", "programmed"] };

export const mainDashboardSets = {
  "main-dashboard.arbos": { label: "ARBOs", subject: "arbos", where: "true" },
  "main-dashboard.arcs": { label: "ARCs", subject: "arcs", where: "true" },
  "main-dashboard.arbos_covered": {
    label: "ARBOs with an accomplishment",
    subject: "arbos",
    where: "@accomplished",
  },
  "main-dashboard.arbos_not_covered": {
    label: "ARBOs without an accomplishment",
    subject: "arbos",
    where: "not @accomplished",
  },
  "main-dashboard.arcs_covered": {
    label: "ARCs with an accomplishment",
    subject: "arcs",
    where: "@accomplished",
  },
  "main-dashboard.arcs_not_covered": {
    label: "ARCs without an accomplishment",
    subject: "arcs",
    where: "not @accomplished",
  },
  "main-dashboard.arbos_no_project": {
    label: "ARBOs without an accomplishment under a project",
    subject: "arbos",
    where: "not @programmed",
  },
  "main-dashboard.arcs_no_project": {
    label: "ARCs without an accomplishment under a project",
    subject: "arcs",
    where: "not @programmed",
  },
  "main-dashboard.arbs_with_project": {
    label: "ARBs among the participants with a project",
    subject: "participants",
    where: `${arb} and @programmed`,
  },
  "main-dashboard.arbs_no_project": {
    label: "ARBs among the participants without a project",
    subject: "participants",
    where: `${arb} and not @programmed`,
  },
  "main-dashboard.trained": {
    label: "Participants who attended a training",
    subject: "participants",
    where: "@trained",
  },
  "main-dashboard.products": {
    label: "Products and services developed",
    subject: "form7Accomplishments",
    where: "true",
  },
  "main-dashboard.support": { label: "Support provided", subject: "form11Accomplishments", where: "true" },
  "main-dashboard.units": {
    label: "Units of support provided",
    subject: "form11Accomplishments",
    where: "true",
    sum: "quantity_hard",
  },
} as const satisfies Record<string, FigureSet>;
