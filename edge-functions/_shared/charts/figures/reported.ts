/** Sets of rows for forms that offices report but that have no dashboard. */
import type { FigureSet } from "./set.ts";

export const reportedSets = {
  "reported.trainings": { label: "Trainings", subject: "trainings", where: "true" },
  "reported.form_10": {
    label: "Accomplishments: enterprises",
    subject: "form10Accomplishments",
    where: "true",
  },
  "reported.marketing_targets": { label: "Targets: marketing", subject: "marketingTargets", where: "true" },
  "reported.marketing": {
    label: "Accomplishments: marketing",
    subject: "marketingAssistance",
    where: "true",
  },
} as const satisfies Record<string, FigureSet>;
