/**
 * Where the rows of a subject are counted: its table, a table of counts that triggers keep, or a view of its outcomes;
 * always with the same conditions as the list behind the figure.
 */
import type { FigureSet } from "../../charts/figures/index.ts";
import type { Subject } from "../../charts/figures/subjects.ts";
import { recordByPath } from "../../records/index.ts";
import { relationSql } from "../db/columns.ts";
import { identifier, type Parameters } from "../db/database.ts";
import { conditions, type Filters, pick } from "./chart-filters.ts";
import { activityMarks, extraConditions, marksIn, peopleMark, renderMarks } from "./marks.ts";

export interface Source {
  /** The same for what can be counted in one pass. */
  key: string;
  from: string;
  /** Written when it is needed: each call adds its parameters to the statement. */
  where(): string;
  /** Aggregate that counts rows. */
  count: string;
  /** Expression of a column of the record. */
  column(name: string): string;
  /** The condition of a set, over `from`. */
  condition(where: string): string;
}

/** Counts of the rows of the forms that triggers keep, and what they can be asked by. */
const formCounts = {
  table: "form_counts",
  columns: ["region_name", "province_name", "kind"],
};

export interface Question {
  /** Part of the set's key before the dot: decides the forms that mark. */
  chart: string;
  /** All that the call was given, and those of them that the set follows. */
  given: Filters;
  filters: Filters;
  set: FigureSet;
  count: { where: Readonly<Record<string, string>>; by: readonly string[]; right?: string };
  /** Conditions of all sets of the chart over the subject, so that marks are read once. */
  wheres: readonly string[];
  parameters: Parameters;
  /** Filled with the CTEs that sources refer to, by name. */
  ctes: Map<string, string>;
}

/** Column of programmes, by which organizations and communities are counted once under each. */
const programme = "subpsp_abbreviation";

export function sourceOf(subject: Subject, question: Question): Source {
  switch (subject.kind) {
    case "marked":
      return markedSource(subject, question);
    case "outcome":
      // The views of outcomes have no other columns than those of filters and marks.
      return question.set.where.includes("@") || question.set.where === "true"
        ? outcomeSource(subject, question)
        : plainSource(subject, question);
    case "people":
      return peopleSource(subject, question);
    case "plain":
      return plainSource(subject, question);
  }
}

/** Filters that are fields of the rows, and those that narrow rows in another way. */
function rowConditions(
  subject: Subject,
  { filters, parameters }: Question,
  column?: (name: string) => string,
): string {
  const all = [
    ...conditions(pick(filters, subject.fields), parameters, column),
    ...extraConditions(subject, filters, parameters),
  ];
  return all.length > 0 ? all.join(" and ") : "true";
}

const signature = (filters: Filters): string => JSON.stringify([...filters].sort());

function table({ path }: Subject): string {
  const record = recordByPath(path);
  if (!record) throw new Error(`No record type has the path ${path}.`);
  return relationSql(record.reads ?? record.table);
}

function markedSource(subject: Subject & { kind: "marked" }, question: Question): Source {
  const { chart, given, filters, count, wheres, parameters, ctes } = question;
  const byProgramme = count.by.includes(programme);
  const marks = marksIn(...wheres);
  const needed = byProgramme || marks.length > 0;
  const name = `marks_${subject.subject}_${chart.replaceAll("-", "_")}`;
  if (needed && !ctes.has(name)) {
    ctes.set(
      `${name}_programmes`,
      `select * from ${activityMarks(subject, chart, marks, given, parameters, true)}`,
    );
    const each = marks.map((mark) => `bool_or(${mark}) as ${mark}`).join(", ");
    ctes.set(name, `select marked_id${each ? `, ${each}` : ""} from ${name}_programmes group by marked_id`);
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
    column: (column) => (column === programme ? "programme" : identifier(column)),
    condition: (where) => renderMarks(where, (mark) => `coalesce(${mark}, false)`),
  };
}

function outcomeSource(subject: Subject & { kind: "outcome" }, question: Question): Source {
  const column = (name: string) => identifier(subject.renamed?.[name] ?? name);
  const isForm = `form = '${subject.form}' and side = '${subject.side}'`;
  const asked = [...question.count.by, ...Object.keys(question.count.where), ...question.filters.keys()];
  const counted = asked.every((name) => formCounts.columns.includes(subject.renamed?.[name] ?? name));
  if (counted && !question.set.where.includes("@")) {
    return {
      key: `${formCounts.table}/${subject.form}/${subject.side}/${signature(question.filters)}`,
      from: `public.${formCounts.table}`,
      where: () =>
        [isForm, ...conditions(pick(question.filters, subject.fields), question.parameters, column)].join(
          " and ",
        ),
      count: "sum(n)",
      column,
      condition: (where) => where,
    };
  }
  const matched = marksIn(...question.wheres).length > 0;
  const from = matched ? `public.${subject.side}_outcomes` : "public.activities";
  return {
    key: `${subject.form}/${subject.side}/${signature(question.filters)}`,
    from,
    where: () =>
      [
        isForm,
        ...conditions(pick(question.filters, subject.fields), question.parameters, column),
        ...conditions(pick(question.filters, ["year_from", "year_to"]), question.parameters, () => "year"),
      ].join(" and "),
    count: "count(*)",
    column,
    condition: (where) => renderMarks(where, (mark) => mark),
  };
}

function peopleSource(subject: Subject & { kind: "people" }, question: Question): Source {
  const { filters, count, parameters } = question;
  const fields = pick(filters, subject.fields);
  const asked = [...count.by, ...Object.keys(count.where), ...fields.keys()];
  // A period asks for the trainings of each person, which no count knows.
  const counts =
    fields.size === filters.size
      ? subject.counts.find(({ columns }) => asked.every((name) => columns.includes(name)))
      : undefined;
  return {
    key: `${counts?.table ?? subject.path}/${signature(filters)}`,
    from: counts ? `public.${counts.table}` : table(subject),
    where: () => rowConditions(subject, question),
    count: counts ? "sum(n)" : "count(*)",
    column: identifier,
    condition: (where) =>
      renderMarks(where, (mark) => (counts ? mark : `(${peopleMark(mark, filters, parameters)})`)),
  };
}

function plainSource(subject: Subject, question: Question): Source {
  return {
    key: `${subject.route}/${signature(question.filters)}`,
    from: table(subject),
    where: () => `${subject.only ?? "true"} and ${rowConditions(subject, question)}`,
    count: "count(*)",
    column: identifier,
    condition: (where) => renderMarks(where, (mark) => mark),
  };
}
