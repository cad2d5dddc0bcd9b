/**
 * Every set of rows that a figure counts, defined once: charts count by the condition, and a list call with
 * `figure: "<key>"` holds exactly the rows that meet it. Conditions are SQL over the record's columns and `@marks`.
 *
 * Spec section 7 names the figures; where it leaves open what one counts, the label and the chart's help say it.
 */
import { form5Sets } from "./form-5.ts";
import { form7Sets } from "./form-7.ts";
import { form11Sets } from "./form-11.ts";
import { mainDashboardSets } from "./main-dashboard.ts";
import { queuesSets } from "./queues.ts";
import { reportedSets } from "./reported.ts";
import type { FigureSet } from "./set.ts";
import { type Subject, subjectNamed } from "./subjects.ts";

export type { FigureSet } from "./set.ts";

/** The forms whose activities mark organizations and communities, by the part of a key before the dot. */
export const formsOf: Readonly<Record<string, readonly string[]>> = {
  "main-dashboard": ["form-5", "form-7", "form-10", "form-11"],
  "form-5": ["form-5", "training"],
  "form-7": ["form-7"],
  "form-11": ["form-11"],
  queues: [],
};

const ofTargets = ["targeted", "accomplished", "programmed", "matched"];

/** The marks that activities of a form give, which are the columns of public.marks. */
export const marksOf: Readonly<Record<string, readonly string[]>> = {
  "form-5": ofTargets,
  "form-7": ofTargets,
  "form-10": ["accomplished", "programmed"],
  "form-11": ofTargets,
  training: ["trained"],
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

/** The set of a key, with its subject, or undefined. */
export function figureNamed(key: string): { set: FigureSet; subject: Subject } | undefined {
  if (!isKey(key)) return undefined;
  const set: FigureSet = figureSets[key];
  return { set, subject: subjectNamed(set.subject) };
}

/** What the rows of a figure are, in words; the key itself when it is not known. */
export const figureLabel = (key: string): string => figureNamed(key)?.set.label ?? key;
