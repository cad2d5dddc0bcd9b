/**
 * Forms that offices report in each reporting window. The page of offices that have not reported has one column per
 * form, which counts the rows of `set`. The masterlists are not included, because they have no period.
 */
import type { FigureKey } from "./figures/index.ts";

export interface ReportedForm {
  key: string;
  label: string;
  set: FigureKey;
}

export const reportedForms: Readonly<Record<"target" | "accomplishment", readonly ReportedForm[]>> = {
  target: [
    { key: "form_5", label: "Form 5", set: "form-5.targets" },
    { key: "form_7", label: "Form 7", set: "form-7.targets" },
    { key: "form_11", label: "Form 11", set: "form-11.targets" },
    { key: "marketing", label: "Marketing", set: "reported.marketing_targets" },
  ],
  accomplishment: [
    { key: "form_5", label: "Form 5", set: "form-5.accomplishments" },
    { key: "trainings", label: "Trainings", set: "reported.trainings" },
    { key: "form_7", label: "Form 7", set: "form-7.accomplishments" },
    { key: "form_10", label: "Form 10", set: "reported.form_10" },
    { key: "form_11", label: "Form 11", set: "form-11.accomplishments" },
    { key: "marketing", label: "Marketing assistance", set: "reported.marketing" },
  ],
};
