/**
 * How the marks of a subject become SQL, in one place for charts and for the lists behind their figures: which filters
 * they follow, and what stands for `@mark` where rows of the record itself are filtered.
 */
import { formsOf, marksOf } from "../../charts/figures/index.ts";
import {
  activityPeriod,
  type ChartFilterName,
  markFilters,
  namesItsPeriod,
  rowYears,
  type Subject,
  withYearsAs,
} from "../../charts/figures/subjects.ts";
import { arrayLiteral, identifier, type Parameters } from "../db/database.ts";
import { asJson, conditions, type Filters, pick } from "./chart-filters.ts";

export { dimensionsOf, marksIn, renderMarks } from "../../charts/figures/extra-filters.ts";

/** The years that public.marks tell apart: bounds outside are those of the database's private.year_bits. */
const [firstYear, lastYear] = [1991, 2050];

/** Whether filters narrow what marks follow from by no more than years, by which public.marks and attendance are kept. */
export const onlyYears = (filters: Filters, kind: keyof typeof markFilters): boolean =>
  [...pick(filters, markFilters[kind])].every(
    ([name, [year]]) =>
      rowYears.some((one) => one === name) && Number(year) >= firstYear && Number(year) <= lastYear,
  );

/** The condition that a column of years (private.year_bits) has one of those that the filters name. */
export function inYears(filters: Filters, parameters: Parameters): (column: string) => string {
  const bound = (name: ChartFilterName) => parameters.add(filters.get(name)?.[0] ?? null, "integer");
  let years: string | undefined;
  return (column) => {
    years ??= `(select private.year_bits(${bound("year_from")}, ${bound("year_to")}))`;
    return `(${column} & ${years} <> 0)`;
  };
}

/** How the marks of a chart are asked of public.marks. @returns the condition of a mark, by name. */
export function keptMarks(chart: string, filters: Filters, parameters: Parameters): (mark: string) => string {
  const within = inYears(filters, parameters);
  return (mark) => {
    const columns = (formsOf[chart] ?? [])
      .filter((form) => marksOf[form]?.includes(mark))
      .map((form) => reached(mark, `${form.replaceAll("-", "_")}_${mark}`));
    return columns.length > 0 ? within(`(${columns.join(" | ")})`) : "false";
  };
}

/** The same of public.mark_counts and public.programme_mark_counts, whose columns are the marks of one dashboard. */
export function countedMarks(filters: Filters, parameters: Parameters): (mark: string) => string {
  const within = inYears(filters, parameters);
  return (mark) => within(reached(mark, mark));
}

/** Matches are kept by how near they are, and the caller sees so far. */
const reached = (mark: string, column: string): string =>
  mark === "matched" ? `${column}[(select private.caller_reach())]` : column;

/** The call of private.activity_marks for a chart's forms and some marks. */
export function activityMarks(
  subject: Subject & { kind: "marked" },
  chart: string,
  marks: readonly string[],
  filters: Filters,
  parameters: Parameters,
  byProgramme = false,
): string {
  const followed = parameters.add(asJson(pick(filters, markFilters.marked)), "jsonb");
  const forms = parameters.add(arrayLiteral(formsOf[chart] ?? []), "text[]");
  return `private.activity_marks('${subject.subject}', ${forms}, '{${marks}}', ${followed}, ${byProgramme})`;
}

/**
 * What has marks, and all others: how many these are follows from counts of all, so that nobody goes through them.
 * @param marked A relation with the columns and, as columns of their own name, the marks.
 * @param all The end of a select that gives the number (n) of all by the columns.
 * @returns A relation with the columns, the marks, and n, which is to be added up.
 */
export function withOthers(
  columns: readonly string[],
  marks: readonly string[],
  marked: string,
  all: string,
): string {
  const list = (markOf: (mark: string) => string) => [...columns, ...marks.map(markOf)].join(", ");
  const own = list((mark) => mark);
  return `(select ${list((mark) => `${mark} and k.has_marks as ${mark}`)}, k.sign * m.n as n
    from (select ${own}, count(*) as n from ${marked} group by ${own}) m
    cross join (values (true, 1), (false, -1)) k (has_marks, sign)
    union all
    select ${list(() => "false")}, ${all}) counted`;
}

/** The activities of a subject. */
export const activitiesOf = ({ form, side }: Subject & { kind: "outcome" }): string =>
  `form = '${form}' and side = '${side}'`;

/**
 * Conditions for the period of activities. The year of an activity is its year reported, if it has one: it is said too,
 * since it has an index.
 */
export function inPeriod(filters: Filters, parameters: Parameters): string[] {
  const reported = pick(filters, ["reporting_year"]);
  const indexed = reported.get("reporting_year")?.includes(null) ? new Map() : reported;
  return [
    ...conditions(pick(filters, activityPeriod), parameters, (name) => identifier(withYearsAs("year", name))),
    ...conditions(indexed, parameters, () => "year"),
  ];
}

/** Whether an activity is matched, as far as the caller sees. */
export const activityMatched = "matched_within >= (select private.caller_reach())";

/** Whether filters name the time in which people attended a training. */
export const nameTime = (filters: Filters): boolean => pick(filters, markFilters.people).size > 0;

/** The ids of people who attended a training of the time that the filters name. */
export const attendedWithin = (filters: Filters, parameters: Parameters): string =>
  `private.attended_within(${parameters.add(asJson(pick(filters, markFilters.people)), "jsonb")})`;

/**
 * A mark of people over their own columns. "No Project", a choice of the lists, is no programme.
 * @param attended The condition that they attended a training of the time that filters name, where they name one.
 */
export function personMark(mark: string, attended?: () => string): string {
  if (mark === "programmed") return "(coalesce(subpsp_abbreviation, 'No Project') <> 'No Project')";
  return attended ? attended() : "(coalesce(cardinality(training_id) > 0, false))";
}

/** The year of a row, which the filters of years are about. */
const rowYear = "coalesce(reporting_year, year_funded)";

/** Conditions for the filters that are no fields and do not act through marks. */
export function extraConditions(subject: Subject, filters: Filters, parameters: Parameters): string[] {
  if (subject.kind === "outcome" && !namesItsPeriod(subject)) {
    const period = inPeriod(filters, parameters);
    return period.length > 0
      ? [
          `id in (select row_id from public.activities where ${[activitiesOf(subject), ...period].join(" and ")})`,
        ]
      : [];
  }
  if (subject.kind === "outcome" || subject.kind === "plain") {
    return conditions(pick(filters, rowYears), parameters, () => rowYear);
  }
  if (subject.kind === "marked" && subject.ofArbo) {
    const [condition] = conditions(pick(filters, ["arbo_id"]), parameters);
    return condition ? [subject.ofArbo.replace("{condition}", () => condition)] : [];
  }
  return [];
}
