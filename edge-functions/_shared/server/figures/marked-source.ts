/** Where organizations and communities are counted: by counts of them or of their marks, by their marks, or by rows. */
import { formsOf } from "../../charts/figures/index.ts";
import { markFilters, rowYears, type Subject } from "../../charts/figures/subjects.ts";
import { countsBy, within } from "../db/counts.ts";
import { identifier } from "../db/database.ts";
import { pick } from "./chart-filters.ts";
import { activityMarks, countedMarks, keptMarks, marksIn, onlyYears, renderMarks } from "./marks.ts";
import {
  askedOf,
  asksMarksAlone,
  type Question,
  recordOf,
  rowConditions,
  type Source,
  signature,
  table,
} from "./question.ts";

/** The places that marks are kept with. */
const town = "muncity_name";
const officeColumns = ["region_name", "province_name"];
const placeColumns = [...officeColumns, town];

/** Column of programmes, by which organizations and communities are counted once under each. */
const programme = "subpsp_abbreviation";

const markColumns = [...placeColumns, programme, ...rowYears];

/** A column of the record where marks are kept. */
const markColumn = (name: string): string => (name === programme ? "programme" : identifier(name));

/** The table of counts by the marks of a dashboard; undefined where none has all the columns. */
const boardCounts = (chart: string, columns: readonly string[], marks = "marks") =>
  (formsOf[chart] ?? []).length > 0 ? countsBy(marks, columns) : undefined;

type MarkedSubject = Subject & { kind: "marked" };

export const markedSource = (subject: MarkedSubject, question: Question): Source =>
  countedRows(subject, question) ?? marksSource(subject, question) ?? activitySource(subject, question);

/** Rows of the masterlist by counts of them; undefined where none answer the question. */
function countedRows(subject: MarkedSubject, question: Question): Source | undefined {
  const { filters, set } = question;
  const counts = set.where === "true" ? countsBy(recordOf(subject).table, askedOf(question)) : undefined;
  if (!counts || (set.sum !== undefined && set.sum !== counts.quantity)) return undefined;
  return {
    key: `${counts.name}/${signature(filters)}`,
    from: `public.${counts.name}`,
    where: () => rowConditions(subject, question),
    count: "sum(n)",
    column: (column) => (column === counts.quantity ? "quantity" : identifier(column)),
    condition: (where) => where,
  };
}

/** By their marks, or by counts of these, where the filters are of years alone; undefined elsewhere. */
function marksSource(subject: MarkedSubject, question: Question): Source | undefined {
  const { chart, filters, count, parameters, set } = question;
  const asked = askedOf(question);
  const answers =
    set.sum === undefined &&
    asksMarksAlone(set) &&
    within(markColumns, asked) &&
    onlyYears(filters, "marked");
  if (!answers) return undefined;
  const byProgramme = count.by.includes(programme);
  const marks = byProgramme ? "programme_marks" : "marks";
  const places = asked.filter((name) => ![programme, ...rowYears].includes(name));
  const counts = boardCounts(chart, [...places, ...marksIn(set.where)], marks);
  const mark = counts ? countedMarks(filters, parameters) : keptMarks(chart, filters, parameters);
  const from = counts?.name ?? marks;
  const where = [
    `subject = '${subject.subject}'`,
    ...(counts ? [`board = '${chart}'`] : []),
    ...(byProgramme ? ["programme <> 'No Project'"] : []),
  ];
  return {
    key: `${subject.subject}/${from}/${signature(filters)}/${chart}`,
    from: `public.${from}`,
    where: () => [...where, rowConditions(subject, question)].join(" and "),
    count: counts ? "sum(n)" : "count(*)",
    column: markColumn,
    condition: (condition) => renderMarks(condition, mark),
  };
}

/** By what their activities under the filters say, which a CTE has by programme and another one in all. */
function activitySource(subject: MarkedSubject, question: Question): Source {
  const { chart, allFilters, filters, count, wheres, parameters, ctes, set } = question;
  const byProgramme = count.by.includes(programme);
  const marks = marksIn(...wheres);
  const needed = byProgramme || marks.length > 0;
  const name = `marks_${subject.subject}_${chart.replaceAll("-", "_")}`;
  if (needed && !ctes.has(name)) {
    ctes.set(
      `${name}_programmes`,
      `select * from ${activityMarks(subject, chart, marks, allFilters, parameters, true)}`,
    );
    const columns = [...placeColumns, "marked_id"].join(", ");
    const all = [columns, ...marks.map((mark) => `bool_or(${mark}) as ${mark}`)].join(", ");
    ctes.set(name, `select ${all} from ${name}_programmes group by ${columns}`);
  }
  const source = {
    key: `${subject.subject}/${byProgramme}/${signature(pick(filters, [...subject.fields, "arbo_id"]))}/${chart}`,
    where: () => rowConditions(subject, question),
    count: "count(*)",
    column: markColumn,
    condition: (where: string) => renderMarks(where, (mark) => `coalesce(${mark}, false)`),
  };
  const asked = askedOf(question);
  if (
    set.sum === undefined &&
    asksMarksAlone(set) &&
    within([...markColumns, ...markFilters.marked], asked)
  ) {
    const places = asked.includes(town) ? placeColumns : officeColumns;
    return byProgramme
      ? { ...source, from: `(select * from ${name}_programmes where programme <> 'No Project') marked` }
      : {
          ...source,
          key: `${source.key}/${places}`,
          from: withUnmarked(subject, question, name, marks, places),
          count: "sum(n)",
        };
  }
  const own = table(subject);
  return {
    ...source,
    from: byProgramme
      ? `${own} join (select ${["marked_id", "programme", ...marks].join(", ")} from ${name}_programmes where programme <> 'No Project') marked on marked_id = id`
      : needed
        ? `${own} left join (select ${["marked_id", ...marks].join(", ")} from ${name}) marked on marked_id = id`
        : own,
  };
}

/**
 * Those that have marks (in a CTE), and all others of the same places: what these are follows from counts of all, so that
 * nobody goes through the masterlist for them.
 */
function withUnmarked(
  { subject }: MarkedSubject,
  { chart }: Question,
  marked: string,
  marks: readonly string[],
  places: readonly string[],
): string {
  const columns = places.join(", ");
  const list = (markOf: (mark: string) => string) => [columns, ...marks.map(markOf)].join(", ");
  const counts = boardCounts(chart, places);
  const all = counts
    ? `n from public.${counts.name} where subject = '${subject}' and board = '${chart}'`
    : `1 from public.marks where subject = '${subject}'`;
  return `(select ${list((mark) => `${mark} and k.has_marks as ${mark}`)}, k.sign * n as n
    from (select ${list((mark) => mark)}, count(*) as n from ${marked} group by ${list((mark) => mark)}) m
    cross join (values (true, 1), (false, -1)) k (has_marks, sign)
    union all
    select ${list(() => "false")}, ${all}) organizations`;
}
