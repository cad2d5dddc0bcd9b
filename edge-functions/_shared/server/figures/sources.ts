/**
 * Where the rows of a subject are counted: its table, a table of counts that triggers keep, or a view of its outcomes;
 * always with the same conditions as the list behind the figure.
 */
import type { FigureSet } from "../../charts/figures/index.ts";
import {
  activityPeriod,
  markFilters,
  rowYears,
  type Subject,
  withYearsAs,
} from "../../charts/figures/subjects.ts";
import { recordByPath } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { relationSql } from "../db/columns.ts";
import { countsBy, within } from "../db/counts.ts";
import { identifier, type Parameters } from "../db/database.ts";
import { conditions, type Filters, pick } from "./chart-filters.ts";
import {
  activitiesOf,
  activityMarks,
  activityMatched,
  attendedWithin,
  extraConditions,
  inPeriod,
  inYears,
  keptMarks,
  marksIn,
  nameTime,
  onlyYears,
  personMark,
  renderMarks,
} from "./marks.ts";

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

/** What marks are kept with. */
const markColumns = ["region_name", "province_name", "muncity_name", "subpsp_abbreviation", ...rowYears];

export interface Question {
  /** Part of the set's key before the dot: decides the forms that mark. */
  chart: string;
  /** All that the call was given, and those of them that the set follows. */
  allFilters: Filters;
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
      return asksMarksAlone(question.set) ? outcomeSource(subject, question) : plainSource(subject, question);
    case "people":
      return peopleSource(subject, question);
    case "plain":
      return plainSource(subject, question);
  }
}

/** Whether the set needs none of the record's own columns, but for those of filters: what is kept has no others. */
const asksMarksAlone = ({ where }: FigureSet): boolean => where === "true" || where.includes("@");

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

function recordOf({ path }: Subject): AnyRecord {
  const record = recordByPath(path);
  if (!record) throw new Error(`No record type has the path ${path}.`);
  return record;
}

function table(subject: Subject): string {
  const record = recordOf(subject);
  return relationSql(record.reads ?? record.table);
}

/** Where marks are columns of their own name. */
const unmarked = (where: string): string => renderMarks(where, (mark) => mark);

/** The columns by which a question tells rows apart, and the filters that it has. */
const askedOf = ({ count, filters }: Question): string[] => [
  ...count.by,
  ...Object.keys(count.where),
  ...filters.keys(),
];

function markedSource(subject: Subject & { kind: "marked" }, question: Question): Source {
  const { chart, allFilters, filters, count, wheres, parameters, ctes, set } = question;
  const byProgramme = count.by.includes(programme);
  const asked = askedOf(question);
  const counts = set.where === "true" ? countsBy(recordOf(subject).table, asked) : undefined;
  if (counts && (set.sum === undefined || set.sum === counts.quantity)) {
    return {
      key: `${counts.name}/${signature(filters)}`,
      from: `public.${counts.name}`,
      where: () => rowConditions(subject, question),
      count: "sum(n)",
      column: (column) => (column === counts.quantity ? "quantity" : identifier(column)),
      condition: (where) => where,
    };
  }
  if (set.sum === undefined && asksMarksAlone(set) && within(markColumns, asked) && onlyYears(filters)) {
    const mark = keptMarks(chart, filters, parameters);
    return {
      key: `${subject.subject}/${byProgramme}/${signature(filters)}/${chart}/kept`,
      from: byProgramme ? "public.programme_marks" : "public.marks",
      where: () =>
        `subject = '${subject.subject}' and ${rowConditions(subject, question)}${byProgramme ? " and programme <> 'No Project'" : ""}`,
      count: "count(*)",
      column: (column) => (column === programme ? "programme" : identifier(column)),
      condition: (where) => renderMarks(where, mark),
    };
  }
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
    column: (column) => (column === programme ? "programme" : identifier(column)),
    condition: (where) => renderMarks(where, (mark) => `coalesce(${mark}, false)`),
  };
}

function outcomeSource(subject: Subject & { kind: "outcome" }, question: Question): Source {
  const { filters, parameters } = question;
  const activityColumn = (name: string) => subject.renamed?.[name] ?? name;
  const column = (name: string) => identifier(activityColumn(name));
  const period: readonly string[] = activityPeriod;
  const fields = subject.fields.filter((name) => !period.includes(name));
  const counts = countsBy(
    "activities",
    askedOf(question).map((name) => withYearsAs("year", activityColumn(name))),
  );
  const from = counts?.name ?? "activities";
  return {
    key: `${subject.form}/${subject.side}/${signature(filters)}/${from}`,
    from: `public.${from}`,
    where: () =>
      [
        activitiesOf(subject),
        ...conditions(pick(filters, fields), parameters, column),
        ...inPeriod(filters, parameters),
      ].join(" and "),
    count: counts ? "sum(n)" : "count(*)",
    column,
    condition: (where) => renderMarks(where, () => `(${activityMatched})`),
  };
}

/** What attendance is kept by, beside its time. */
const attendeeColumns = ["region_name", "province_name", "muncity_name", "participant_category", "sex"];
const attendee = attendeeColumns.join(", ");

/** People by the years of their trainings: those who attended any, and the others of the same places. */
const byYears = `(select ${attendee}, trained_years, n from public.attendance_counts
    union all
    select ${attendee}, 0, n from public.participant_town_counts where not trained) people`;

/**
 * People by whether they attended a training of a time, for which `attended` has their ids: those who did are looked up, and
 * what all others are follows from the counts, so that nobody goes through millions who did not.
 */
const byAttendance = `(select ${attendee}, k.attended, k.n
    from attended join public.attendance on participant_id = attended_id
      cross join (values (true, 1), (false, -1)) k (attended, n)
    union all
    select ${attendee}, false, n from public.participant_town_counts) people`;

function peopleSource(subject: Subject & { kind: "people" }, question: Question): Source {
  const { filters, parameters, ctes, set } = question;
  const asked = askedOf(question);
  const counts = countsBy(recordOf(subject).table, asked);
  const source = {
    key: `${counts?.name ?? subject.path}/${signature(filters)}`,
    column: identifier,
    where: () => rowConditions(subject, question),
  };
  if (counts) {
    return { ...source, from: `public.${counts.name}`, count: "sum(n)", condition: unmarked };
  }
  const asksAttendees =
    within([...attendeeColumns, ...markFilters.people], asked) && !set.where.includes("@programmed");
  if (asksAttendees && onlyYears(filters)) {
    const trained = inYears(filters, parameters);
    return {
      ...source,
      key: `${source.key}/years`,
      from: byYears,
      count: "sum(n)",
      condition: (where) => renderMarks(where, () => trained("trained_years")),
    };
  }
  const attended = nameTime(filters);
  if (attended && !ctes.has("attended")) {
    ctes.set("attended", `select distinct a as attended_id from ${attendedWithin(filters, parameters)} a`);
  }
  if (asksAttendees && attended) {
    return {
      ...source,
      key: `${source.key}/attended`,
      from: byAttendance,
      count: "sum(n)",
      condition: (where) => renderMarks(where, () => "attended"),
    };
  }
  return {
    ...source,
    from: attended ? `${table(subject)} left join attended on attended_id = id` : table(subject),
    count: "count(*)",
    condition: (where) =>
      renderMarks(where, (mark) =>
        personMark(mark, attended ? () => "(attended_id is not null)" : undefined),
      ),
  };
}

/** The year of a row where counts of it are kept. */
const countedYear = "of_year";

function plainSource(subject: Subject, question: Question): Source {
  const { filters, parameters, set } = question;
  const asked = askedOf(question).map((name) => withYearsAs(countedYear, name));
  const counts =
    set.where === "true" && set.sum === undefined && subject.only === undefined
      ? countsBy(recordOf(subject).table, asked)
      : undefined;
  const source = { column: identifier, condition: unmarked };
  if (counts) {
    const where = () => [
      ...conditions(pick(filters, subject.fields), parameters),
      ...conditions(pick(filters, rowYears), parameters, () => countedYear),
    ];
    return {
      ...source,
      key: `${counts.name}/${signature(filters)}`,
      from: `public.${counts.name}`,
      where: () => where().join(" and ") || "true",
      count: "sum(n)",
    };
  }
  return {
    ...source,
    key: `${subject.route}/${signature(filters)}`,
    from: table(subject),
    where: () => `${subject.only ?? "true"} and ${rowConditions(subject, question)}`,
    count: "count(*)",
  };
}
