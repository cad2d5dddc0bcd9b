/** Type of the sets of rows that figures count, and conditions that several sets share. */
import type { SubjectName } from "./subjects.ts";

export interface FigureSet {
  /** Name of the rows for headings: "ARBOs with a training". */
  label: string;
  subject: SubjectName;
  where: string;
  /** If set, the figure is the total of this column instead of the number of rows. */
  sum?: string;
}

/** Marks that ARBOs and ARCs can get from the activities of a form with targets. */
export const marksOfTargets = ["targeted", "accomplished", "programmed", "matched"];

export const arb = "participant_category = 'ARB'";
export const nonArb = "participant_category = 'Non-ARB'";
