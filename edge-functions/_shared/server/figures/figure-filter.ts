/**
 * Converts the filter `figure` of a list request to a condition. It selects exactly the rows that a figure of a chart
 * counts. The condition includes chart filters that are not fields of the record.
 */
import type { FigureFilter } from "../../contracts/filters/record-filters.ts";
import type { Parameters } from "../db/database.ts";
import {
  activitiesOf,
  activityMarks,
  activityMatched,
  attendedWithin,
  extraConditions,
  keptMarks,
  marksIn,
  nameTime,
  onlyYears,
  personMark,
  renderMarks,
} from "./marks.ts";

export interface FigureCondition {
  /** SQL condition with unqualified columns of the record. */
  where: string;
  /** CTE that `where` refers to. */
  cte: string | null;
}

/** Builds the condition for the rows of a figure. It includes the chart filters that are not fields of the record. */
export function figureCondition(
  { key, set, subject, filters }: FigureFilter,
  parameters: Parameters,
): FigureCondition {
  const where = [set.where, subject.only ?? "true", ...extraConditions(subject, filters, parameters)];
  const [chart = ""] = key.split(".");
  const known = onlyYears(filters, "marked") ? keptMarks(chart, filters, parameters) : undefined;
  let cte: string | null = null;
  const render = (mark: string): string => {
    switch (subject.kind) {
      case "marked": {
        if (known) {
          return `(id in (select marked_id from public.marks where subject = '${subject.subject}' and ${known(mark)}))`;
        }
        cte ??= `marks as materialized (select * from ${activityMarks(subject, chart, marksIn(...where), filters, parameters)})`;
        return `(id in (select marked_id from marks where ${mark}))`;
      }
      case "people": {
        const attended = () => `(id in (select ${attendedWithin(filters, parameters)}))`;
        return personMark(mark, nameTime(filters) ? attended : undefined);
      }
      case "outcome":
        return `(id in (select row_id from public.activities where ${activitiesOf(subject)} and ${activityMatched}))`;
      case "plain":
        throw new Error(`The figure ${key} has a mark that its subject does not know: ${mark}`);
    }
  };
  return { where: where.map((part) => `(${renderMarks(part, render)})`).join(" and "), cte };
}
