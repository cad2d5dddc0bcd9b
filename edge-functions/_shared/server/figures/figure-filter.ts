/**
 * The filter `figure` of a list call: exactly the rows that a figure of a chart counts. Beside it the call takes the
 * filters of the charts that the figure follows and that are no fields of the record.
 */
import { figureNamed } from "../../charts/figures/index.ts";
import type { ChartFilterName } from "../../charts/figures/subjects.ts";
import type { ProblemDetail } from "../../contracts/problems.ts";
import { recordByPath } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import type { Table } from "../db/columns.ts";
import type { Parameters } from "../db/database.ts";
import { type FilterList, type Filters, readFilterList } from "./chart-filters.ts";
import { activityMarks, extraConditions, extraFilters, marksIn, peopleMark, renderMarks } from "./marks.ts";

export const figureFilter = "figure";

export interface FigureCondition {
  /** Over the bare columns of the record. */
  where: string;
  /** A CTE that `where` refers to. */
  cte: string | null;
}

/**
 * Takes the figure, and the filters that it brings, out of the given ones.
 * @returns null when no figure is given, or after a complaint.
 */
export function takeFigure(
  record: AnyRecord,
  table: Table,
  given: [string, unknown][],
  parameters: Parameters,
  problems: ProblemDetail[],
): FigureCondition | null {
  const at = given.findIndex(([name]) => name === figureFilter);
  const key = at < 0 ? undefined : given.splice(at, 1)[0]?.[1];
  if (key === undefined || key === null || key === "") return null;
  const found = typeof key === "string" ? figureNamed(key) : undefined;
  if (typeof key !== "string" || !found) {
    problems.push({ field: figureFilter, message: `There is no figure "${String(key).slice(0, 60)}".` });
    return null;
  }
  const { set, subject } = found;
  // Several screens over one table have one path, and aliases of it.
  if (recordByPath(subject.path)?.path !== record.path) {
    problems.push({
      field: figureFilter,
      message: `The figure "${key}" counts other records than ${record.noun.many}.`,
    });
    return null;
  }
  const filters = takeExtras(extraFilters(set, subject), table, given, problems);
  const where = [set.where, subject.only ?? "true", ...extraConditions(subject, filters, parameters)];
  const marks = marksIn(set.where);
  let cte: string | null = null;
  const render = (mark: string): string => {
    switch (subject.kind) {
      case "marked": {
        const call = () => activityMarks(subject, key.split(".")[0] ?? "", marks, filters, parameters);
        cte ??= `marks as materialized (select * from ${call()})`;
        return `(id in (select marked_id from marks where ${mark}))`;
      }
      case "people":
        return `(${peopleMark(mark, filters, parameters)})`;
      case "outcome":
        return `(id in (select row_id from public.${subject.side}_outcomes where form = '${subject.form}' and ${mark}))`;
      case "plain":
        throw new Error(`The figure ${key} has a mark that its subject does not know: ${mark}`);
    }
  };
  return { where: where.map((part) => `(${renderMarks(part, render)})`).join(" and "), cte };
}

function takeExtras(
  wanted: readonly ChartFilterName[],
  table: Table,
  given: [string, unknown][],
  problems: ProblemDetail[],
): Filters {
  const filters = new Map<ChartFilterName, FilterList>();
  for (let at = given.length - 1; at >= 0; at--) {
    const [name, value] = given[at] ?? ["", null];
    const extra = wanted.find((one) => one === name);
    if (!extra || table.columns.has(extra)) continue;
    given.splice(at, 1);
    const reading = readFilterList(extra, value);
    if (typeof reading === "string") problems.push({ field: name, message: reading });
    else if (reading.length > 0) filters.set(extra, reading);
  }
  return filters;
}
