/** What a set of rows is, and the conditions that several sets share. */
import type { SubjectName } from "./subjects.ts";

export interface FigureSet {
  /** What the rows are, to stand in a heading: "ARBOs with a training". */
  label: string;
  subject: SubjectName;
  where: string;
  /** The figure is the total of this column, not the number of rows. */
  sum?: string;
}

export const arb = "participant_category = 'ARB'";
export const nonArb = "participant_category = 'Non-ARB'";
