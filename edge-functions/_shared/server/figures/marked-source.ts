/**
 * Chooses the tables from which ARBOs and ARCs are counted: the tables of marks, or the masterlists together with the
 * activities. A mark is a property of an ARBO or ARC that follows from its activities, such as `trained`.
 */
import { markFilters, rowYears, type Subject } from "../../charts/figures/subjects.ts";
import { identifier } from "../db/database.ts";
import { officeConditions, pick } from "./chart-filters.ts";
import { activityMarks, keptMarks, marksIn, onlyYears, renderMarks, withOthers } from "./marks.ts";
import {
  askedOf,
  asksMarksAlone,
  includesAll,
  plainSource,
  type Question,
  rowConditions,
  type Source,
  signature,
  table,
} from "./question.ts";

/** Location columns of the tables of marks (public.marks, public.programme_marks). */
const town = "muncity_name";
const officeColumns = ["region_name", "province_name"];
const placeColumns = [...officeColumns, town];

/** Column of the programme. A count by programme counts an ARBO or ARC once in each of its programmes. */
const programme = "subpsp_abbreviation";

const markColumns = [...placeColumns, programme, ...rowYears];

/** Returns the name that a column of the record has in the tables of marks (public.marks, public.programme_marks). */
const markColumn = (name: string): string => (name === programme ? "programme" : identifier(name));

type MarkedSubject = Subject & { kind: "marked" };

export const markedSource = (subject: MarkedSubject, question: Question): Source =>
  marksSource(subject, question) ??
  (asksNoMarks(question) ? plainSource(subject, question) : activitySource(subject, question));

/**
 * True if a count uses neither the programme nor a property from activities (mark), such as `trained`. The rows of the
 * masterlist are then counted directly.
 */
const asksNoMarks = ({ count, set }: Question): boolean =>
  marksIn(set.where).length === 0 && !count.by.includes(programme);

/** True if a table of marks (properties from activities) with these columns is enough for the count. */
const answeredBy = (columns: readonly string[], question: Question): boolean =>
  question.set.sum === undefined && asksMarksAlone(question.set) && includesAll(columns, askedOf(question));

/**
 * Counts in a table of marks (properties from activities). Returns undefined if the count needs a column that the table
 * lacks, or if the filters on activities are not only a range of years.
 */
function marksSource(subject: MarkedSubject, question: Question): Source | undefined {
  const { chart, filters, count, parameters } = question;
  if (!answeredBy(markColumns, question) || !onlyYears(filters, "marked")) return undefined;
  const byProgramme = count.by.includes(programme);
  const from = byProgramme ? "programme_marks" : "marks";
  const where = [`subject = '${subject.subject}'`, ...(byProgramme ? ["programme <> 'No Project'"] : [])];
  const mark = keptMarks(chart, filters, parameters);
  return {
    key: `${subject.subject}/${from}/${signature(filters)}/${chart}`,
    from: `public.${from}`,
    where: () =>
      [...where, rowConditions(subject, question), ...officeConditions(filters, parameters)].join(" and "),
    count: "count(*)",
    column: markColumn,
    condition: (condition) => renderMarks(condition, mark),
  };
}

/**
 * Counts ARBOs or ARCs by marks (properties such as `trained`) that the database computes from the filtered activities.
 * One CTE has the marks per programme. A second CTE combines the marks of all programmes.
 */
function activitySource(subject: MarkedSubject, question: Question): Source {
  const { chart, allFilters, filters, count, wheres, parameters, ctes } = question;
  const byProgramme = count.by.includes(programme);
  const marks = marksIn(...wheres);
  const name = `marks_${subject.subject}_${chart.replaceAll("-", "_")}`;
  if (!ctes.has(name)) {
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
  const [marked, columns] = byProgramme
    ? [`${name}_programmes where programme <> 'No Project'`, ["programme", ...marks]]
    : [name, marks];
  if (answeredBy([...markColumns, ...markFilters.marked], question)) {
    if (byProgramme) return { ...source, from: `(select * from ${marked}) marked` };
    const places = askedOf(question).includes(town) ? placeColumns : officeColumns;
    return {
      ...source,
      key: `${source.key}/${places}`,
      from: withOthers(places, marks, name, `1 from public.marks where subject = '${subject.subject}'`),
      count: "sum(n)",
    };
  }
  return {
    ...source,
    from: `${table(subject)} ${byProgramme ? "join" : "left join"}
      (select ${["marked_id", ...columns].join(", ")} from ${marked}) marked on marked_id = id`,
  };
}
