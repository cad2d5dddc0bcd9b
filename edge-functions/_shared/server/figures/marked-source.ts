/** Where organizations and communities are counted: by counts of them or of their marks, by their marks, or by rows. */
import { formsOf } from "../../charts/figures/index.ts";
import { rowYears, type Subject } from "../../charts/figures/subjects.ts";
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

/** What marks are kept with. */
const markColumns = ["region_name", "province_name", "muncity_name", "subpsp_abbreviation", ...rowYears];

/** Column of programmes, by which organizations and communities are counted once under each. */
const programme = "subpsp_abbreviation";

/** A column of the record where marks are kept. */
const markColumn = (name: string): string => (name === programme ? "programme" : identifier(name));

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
    set.sum === undefined && asksMarksAlone(set) && within(markColumns, asked) && onlyYears(filters);
  if (!answers) return undefined;
  const byProgramme = count.by.includes(programme);
  const marks = byProgramme ? "programme_marks" : "marks";
  const places = asked.filter((name) => ![programme, ...rowYears].includes(name));
  const counts =
    (formsOf[chart] ?? []).length > 0 ? countsBy(marks, [...places, ...marksIn(set.where)]) : undefined;
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

/** By what their activities under the filters say. */
function activitySource(subject: MarkedSubject, question: Question): Source {
  const { chart, allFilters, filters, count, wheres, parameters, ctes } = question;
  const byProgramme = count.by.includes(programme);
  const needed = byProgramme || marksIn(...wheres).length > 0;
  const name = `marks_${subject.subject}_${chart.replaceAll("-", "_")}`;
  if (needed && !ctes.has(name)) {
    ctes.set(
      `${name}_programmes`,
      `select * from ${activityMarks(subject, chart, allFilters, parameters, true)}`,
    );
    const marks = marksIn(...wheres).map((mark) => `bool_or(${mark}) as ${mark}`);
    ctes.set(name, `select ${["marked_id", ...marks].join(", ")} from ${name}_programmes group by marked_id`);
  }
  const own = table(subject);
  return {
    key: `${subject.subject}/${byProgramme}/${signature(pick(filters, [...subject.fields, "arbo_id"]))}/${chart}`,
    from: byProgramme
      ? `${own} join ${name}_programmes on marked_id = id and programme <> 'No Project'`
      : needed
        ? `${own} left join ${name} on marked_id = id`
        : own,
    where: () => rowConditions(subject, question),
    count: "count(*)",
    column: markColumn,
    condition: (where) => renderMarks(where, (mark) => `coalesce(${mark}, false)`),
  };
}
