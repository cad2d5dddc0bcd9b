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

/**
 * Names of the marks that are computed for an ARBO or ARC from its targets and accomplishments in a form. A mark is a
 * fact, such as `targeted` (see subjects.ts). Used by the forms that have targets.
 */
export const marksOfTargets = ["targeted", "accomplished", "programmed", "matched"];

export const arb = "participant_category = 'ARB'";
export const nonArb = "participant_category = 'Non-ARB'";
