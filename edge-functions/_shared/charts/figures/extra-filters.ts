/** The filters of charts that a set of rows follows, beside the fields of its record. */
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

/** The marks that conditions name. */
export const marksIn = (...wheres: readonly string[]): string[] => [
  ...new Set(wheres.flatMap((where) => [...where.matchAll(markPattern)].map(([, name]) => name ?? ""))),
];

/** A condition with something in the place of each mark. */
export const renderMarks = (where: string, mark: (name: string) => string): string =>
  where.replace(markPattern, (_, name: string) => mark(name));

/** Filters that are no fields of the record and that a set follows all the same. */
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

/** All filters that a set follows. */
export const dimensionsOf = (set: FigureSet, subject: Subject): readonly ChartFilterName[] => [
  ...subject.fields,
  ...extraFilters(set, subject),
];
