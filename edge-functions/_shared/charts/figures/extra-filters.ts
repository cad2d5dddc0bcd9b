/**
 * Finds the chart filters that apply to a set of rows, and the marks in its condition. A mark is a computed true/false
 * value of a row: for example, `@trained` selects the ARBOs that have a training.
 */
import type { FigureSet } from "./set.ts";
import {
  activityPeriod,
  type ChartFilterName,
  markFilters,
  namesItsPeriod,
  rowYears,
  type Subject,
} from "./subjects.ts";

const markPattern = /@(\w+)/g;

/** Returns the names of the marks (`@targeted`, `@trained`, …) in the conditions of figures. */
export const marksIn = (...wheres: readonly string[]): string[] => [
  ...new Set(wheres.flatMap((where) => [...where.matchAll(markPattern)].map(([, name]) => name ?? ""))),
];

/** Replaces each `@mark` in a condition with the SQL of the mark. */
export const renderMarks = (where: string, mark: (name: string) => string): string =>
  where.replace(markPattern, (_, name: string) => mark(name));

/** Returns the chart filters that apply to a set of rows but are not fields of its record type. */
export function extraFilters(set: FigureSet, subject: Subject): readonly ChartFilterName[] {
  const marks = marksIn(set.where);
  const marked = marks.length > 0;
  switch (subject.kind) {
    case "marked":
      return [...(marked ? markFilters.marked : []), ...(subject.ofArbo ? (["arbo_id"] as const) : [])];
    case "people":
      return marks.includes("trained") ? markFilters.people : [];
    case "outcome":
      return namesItsPeriod(subject) ? rowYears : activityPeriod;
    case "plain":
      return namesItsPeriod(subject) ? rowYears : [];
  }
}

/** Returns all chart filters that apply to a set of rows. */
export const dimensionsOf = (set: FigureSet, subject: Subject): readonly ChartFilterName[] => [
  ...subject.fields,
  ...extraFilters(set, subject),
];
