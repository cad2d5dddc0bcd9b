/**
 * All sets of rows that figures count. A chart counts the rows that match the condition of a set. A list request with
 * `figure: "<key>"` returns exactly these rows.
 *
 * A condition is SQL over columns and marks. For example, the mark `@trained` is true for an ARBO that has a training.
 * Spec section 7 names the figures. Where the spec does not define a figure, the label of its set and the help text of
 * its chart do.
 */
import { form5Marks, form5Sets } from "./form-5.ts";
import { form7Marks, form7Sets } from "./form-7.ts";
import { form11Marks, form11Sets } from "./form-11.ts";
import { mainDashboardMarks, mainDashboardSets } from "./main-dashboard.ts";
import { queuesSets } from "./queues.ts";
import { reportedSets } from "./reported.ts";
import type { FigureSet } from "./set.ts";
import { type Subject, subjectNamed } from "./subjects.ts";

export type { FigureSet } from "./set.ts";

/**
 * For each chart: the forms whose activities set the marks of ARBOs and ARCs. A mark is a computed true/false value,
 * such as `trained`. The key of a set of rows begins with the name of its chart: "form-5.arbos_trained".
 */
export const formsOf: Readonly<Record<string, readonly string[]>> = {
  "main-dashboard": ["form-5", "form-7", "form-10", "form-11"],
  "form-5": ["form-5", "training"],
  "form-7": ["form-7"],
  "form-11": ["form-11"],
  queues: [],
};

/**
 * For each form: the marks that its activities can set. A mark is a computed true/false value of an ARBO or ARC, such
 * as `accomplished`. public.marks has one column per form and mark.
 */
export const marksOf: Readonly<Record<string, readonly string[]>> = {
  ...mainDashboardMarks,
  ...form5Marks,
  ...form7Marks,
  ...form11Marks,
};

export const figureSets = {
  ...mainDashboardSets,
  ...form5Sets,
  ...form7Sets,
  ...form11Sets,
  ...queuesSets,
  ...reportedSets,
};

export type FigureKey = keyof typeof figureSets;

const isKey = (key: string): key is FigureKey => Object.hasOwn(figureSets, key);

/**
 * Returns the set of rows with this key, and its subject, which is the record type of the rows. Returns undefined if
 * the key is unknown.
 */
export function figureNamed(key: string): { set: FigureSet; subject: Subject } | undefined {
  if (!isKey(key)) return undefined;
  const set: FigureSet = figureSets[key];
  return { set, subject: subjectNamed(set.subject) };
}

/** Returns the label of the rows that a figure counts, or the key if the figure is unknown. */
export const figureLabel = (key: string): string => figureNamed(key)?.set.label ?? key;
