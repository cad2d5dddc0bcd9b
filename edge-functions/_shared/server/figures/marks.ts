/**
 * How the marks of a subject become SQL, in one place for charts and for the lists behind their figures: which filters
 * they follow, and what stands for `@mark` where rows of the record itself are filtered.
 */
import { formsOf } from "../../charts/figures/index.ts";
import { markFilters, rowYears, type Subject } from "../../charts/figures/subjects.ts";
import { arrayLiteral, type Parameters } from "../db/database.ts";
import { asJson, conditions, type Filters, pick } from "./chart-filters.ts";

export { heededFilters, marksIn, renderMarks } from "../../charts/figures/extra-filters.ts";

/** The call of private.activity_marks for a chart's forms. */
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
  const wanted = parameters.add(arrayLiteral(marks), "text[]");
  return `private.activity_marks('${subject.subject}', ${forms}, ${wanted}, ${followed}, ${byProgramme})`;
}

/**
 * A mark of people over their own columns: whether they are of a programme ("No Project" is none), and whether they
 * attended a training, of the time that the filters name where they name one.
 */
export function peopleMark(mark: string, filters: Filters, parameters: Parameters): string {
  if (mark === "programmed") return "coalesce(subpsp_abbreviation, 'No Project') <> 'No Project'";
  const period = pick(filters, markFilters.people);
  return period.size > 0
    ? `id in (select private.attended_within(${parameters.add(asJson(period), "jsonb")}))`
    : "coalesce(cardinality(training_id) > 0, false)";
}

/** The year of a row, which the filters of years are about. */
const rowYear = "coalesce(reporting_year, year_funded)";

/** Conditions for the filters that are no fields and do not act through marks. */
export function extraConditions(subject: Subject, filters: Filters, parameters: Parameters): string[] {
  if (subject.kind === "outcome" || subject.kind === "plain") {
    return conditions(pick(filters, rowYears), parameters, () => rowYear);
  }
  if (subject.kind === "marked" && subject.ofArbo) {
    const [condition] = conditions(pick(filters, ["arbo_id"]), parameters);
    return condition ? [subject.ofArbo.replace("{condition}", () => condition)] : [];
  }
  return [];
}
