/**
 * Builds the SQL of marks, for charts and for the lists behind their figures. A mark is a property of an ARBO, an ARC
 * or a person: targeted, accomplished, matched, programmed or trained. The marks of an ARBO or ARC follow from its
 * activities (targets, accomplishments and trainings). Conditions of figures write a mark as `@mark`. This file
 * replaces each `@mark` with SQL, and decides which filters apply to the mark.
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

/** First and last year that public.marks can store. The same limits are in the database's private.year_mask. */
const [firstYear, lastYear] = [1991, 2050];

/**
 * True if a range of years is the only filter on activities and trainings. The tables of marks and of people are then
 * enough, because they store years.
 */
export const onlyYears = (filters: Filters, kind: keyof typeof markFilters): boolean =>
  [...pick(filters, markFilters[kind])].every(
    ([name, [year]]) =>
      rowYears.some((one) => one === name) && Number(year) >= firstYear && Number(year) <= lastYear,
  );

/**
 * Returns a function that builds a condition on a column with one bit per year (private.year_mask). The condition is
 * true if the column has at least one of the filtered years.
 */
export function inYears(filters: Filters, parameters: Parameters): (column: string) => string {
  const bound = (name: ChartFilterName) => parameters.add(filters.get(name)?.[0] ?? null, "integer");
  let years: string | undefined;
  return (column) => {
    years ??= `(select private.year_mask(${bound("year_from")}, ${bound("year_to")}))`;
    return `(${column} & ${years} <> 0)`;
  };
}

/**
 * Returns a function that builds the SQL condition of a mark, such as `trained`, on public.marks. This table has one
 * column per form and mark. The condition uses only the columns of the forms in the chart.
 */
export function keptMarks(chart: string, filters: Filters, parameters: Parameters): (mark: string) => string {
  const within = inYears(filters, parameters);
  return (mark) => {
    const columns = (formsOf[chart] ?? [])
      .filter((form) => marksOf[form]?.includes(mark))
      .map((form) => reached(mark, `${form.replaceAll("-", "_")}_${mark}`));
    return columns.length > 0 ? within(`(${columns.join(" | ")})`) : "false";
  };
}

/**
 * Returns the SQL expression that reads a mark from its column. The mark `matched` is an array of three elements: for
 * callers who see the country, a region or an office (private.caller_reach). The elements differ because a caller who
 * sees a smaller area sees fewer matches.
 */
const reached = (mark: string, column: string): string =>
  mark === "matched" ? `${column}[(select private.caller_reach())]` : column;

/**
 * Builds a call of private.activity_marks for the forms of a chart and the given marks. Also declares the columns of
 * the result.
 */
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
  const columns = [
    "region_name text",
    "province_name text",
    "muncity_name text",
    "marked_id bigint",
    "programme text",
  ];
  const found = [...columns, ...marks.map((mark) => `${mark} boolean`)].join(", ");
  return `private.activity_marks('${subject.subject}', ${forms}, '{${marks}}', ${followed}, ${byProgramme}) m (${found})`;
}

/**
 * Returns a subquery that counts all rows, grouped by columns and marks. Does not scan rows without marks, because
 * their number is the total minus the number of rows with marks.
 * @param marked Relation of the rows with marks. It has the grouping columns, and one boolean column per mark.
 * @param all End of a SELECT over all rows, after its grouping columns and marks: the expression of `n`, and the FROM
 * clause.
 * @returns A subquery with the grouping columns, the marks, and the column `n`. Some `n` are negative; the sum of `n`
 * is the number of rows.
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

/**
 * SQL condition that selects the rows of public.activities that belong to the subject, such as the targets of Form 5.
 */
export const activitiesOf = ({ form, side }: Subject & { kind: "outcome" }): string =>
  `form = '${form}' and side = '${side}'`;

/**
 * Conditions for the period of activities. A filter by reporting year is also applied to the column `year`, because
 * only `year` has an index. Both columns are equal for an activity with a reporting year.
 */
export function inPeriod(filters: Filters, parameters: Parameters): string[] {
  const reported = pick(filters, ["reporting_year"]);
  const indexed = reported.get("reporting_year")?.includes(null) ? new Map() : reported;
  return [
    ...conditions(pick(filters, activityPeriod), parameters, (name) => identifier(withYearsAs("year", name))),
    ...conditions(indexed, parameters, () => "year"),
  ];
}

/**
 * Condition that selects activities with a match that the caller can see: targets with an accomplishment, and
 * accomplishments with a target.
 */
export const activityMatched = "matched_within >= (select private.caller_reach())";

/** Checks whether the filters restrict the period in which people attended a training. */
export const nameTime = (filters: Filters): boolean => pick(filters, markFilters.people).size > 0;

/** SQL that returns the ids of the people who attended a training in the filtered period. */
export const attendedWithin = (filters: Filters, parameters: Parameters): string =>
  `private.attended_within(${parameters.add(asJson(pick(filters, markFilters.people)), "jsonb")})`;

/**
 * Builds the condition for people who have a mark, on the columns of the record type of participants. In the programme,
 * "No Project" means no programme.
 * @param attended Builds the condition that a person attended a training in the filtered period; undefined without a
 * filtered period.
 */
export function personMark(mark: string, attended?: () => string): string {
  if (mark === "programmed") return "(coalesce(subpsp_abbreviation, 'No Project') <> 'No Project')";
  return attended ? attended() : "(coalesce(cardinality(training_id) > 0, false))";
}

/** SQL expression of a row's year, for the filters year_from and year_to. */
const rowYear = "coalesce(reporting_year, year_funded)";

/** Returns conditions for the filters by period, year or ARBO that are not about a field or a mark. */
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
