/** Type of a set of rows that a figure counts, and conditions that several sets use. */
import type { SubjectName } from "./subjects.ts";

export interface FigureSet {
  /** Name of the rows in headings, such as "ARBOs with a training". */
  label: string;
  subject: SubjectName;
  where: string;
  /** Column to add up. If set, the figure is the total of this column instead of the number of rows. */
  sum?: string;
}

/**
 * Marks that all forms with targets have. A mark is a true/false value of an ARBO or ARC, computed from its targets and
 * accomplishments in a form (see subjects.ts).
 */
export const marksOfTargets = ["targeted", "accomplished", "programmed", "matched"];

export const arb = "participant_category = 'ARB'";
export const nonArb = "participant_category = 'Non-ARB'";
