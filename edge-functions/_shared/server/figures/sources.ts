/**
 * Chooses the table in which a figure counts rows: the table of the record type, or a smaller table of stored figures.
 * The figure counts the same rows as the list that opens from it.
 */
import { activityPeriod, type Subject, withYearsAs } from "../../charts/figures/subjects.ts";
import type { Database } from "../../database.types.ts";
import { identifier } from "../db/database.ts";
import { conditions, officeConditions, pick } from "./chart-filters.ts";
import { markedSource } from "./marked-source.ts";
import { activitiesOf, activityMatched, inPeriod, renderMarks } from "./marks.ts";
import { peopleSource } from "./people-source.ts";
import {
  askedOf,
  asksMarksAlone,
  includesAll,
  plainSource,
  type Question,
  type Source,
  signature,
} from "./question.ts";

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

type Tables = Database["public"]["Tables"];

const common = ["region_name", "province_name", "kind", "year", "reporting_year", "quantity"] as const;
/**
 * Tables with counts of targets and accomplishments, and the columns for grouping and filtering. The smaller table
 * comes first.
 */
const countTables = Object.entries({
  outcome_counts: common,
  outcome_programme_counts: [...common, "fund_source", "psp_category", "subpsp_abbreviation"],
} as const satisfies { [Name in keyof Tables]?: readonly (keyof Tables[Name]["Row"])[] });

function outcomeSource(subject: Subject & { kind: "outcome" }, question: Question): Source {
  const { filters, parameters } = question;
  const activityColumn = (name: string) => subject.renamed?.[name] ?? name;
  const column = (name: string) => identifier(activityColumn(name));
  const period: readonly string[] = activityPeriod;
  const fields = subject.fields.filter((name) => !period.includes(name));
  const asked = askedOf(question).map((name) => withYearsAs("year", activityColumn(name)));
  const counts = countTables.find(([, columns]) => includesAll(columns, asked))?.[0];
  const from = counts ?? "activities";
  return {
    key: `${subject.form}/${subject.side}/${signature(filters)}/${from}`,
    from: `public.${from}`,
    where: () =>
      [
        activitiesOf(subject),
        ...conditions(pick(filters, fields), parameters, column),
        ...inPeriod(filters, parameters),
        ...officeConditions(filters, parameters),
      ].join(" and "),
    count: counts ? "sum(n)" : "count(*)",
    column,
    condition: (where) => renderMarks(where, () => `(${activityMatched})`),
  };
}
