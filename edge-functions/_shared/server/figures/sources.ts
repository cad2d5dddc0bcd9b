/**
 * Chooses the table from which the rows of a subject are counted: the subject's table, one of the tables of stored
 * figures, or their counts. The conditions select the same rows as the list behind the figure.
 */
import { activityPeriod, type Subject, withYearsAs } from "../../charts/figures/subjects.ts";
import type { Database } from "../../database.types.ts";
import { identifier } from "../db/database.ts";
import { conditions, pick } from "./chart-filters.ts";
import { markedSource } from "./marked-source.ts";
import { activitiesOf, activityMatched, inPeriod, renderMarks } from "./marks.ts";
import { peopleSource } from "./people-source.ts";
import {
  askedOf,
  asksMarksAlone,
  includesAll,
  type Question,
  rowConditions,
  type Source,
  signature,
  table,
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

/** Columns of public.outcome_counts by which outcomes are grouped or filtered. */
const countColumns = [
  "region_name",
  "province_name",
  "kind",
  "year",
  "reporting_year",
  "quantity",
] as const satisfies readonly (keyof Database["public"]["Tables"]["outcome_counts"]["Row"])[];

function outcomeSource(subject: Subject & { kind: "outcome" }, question: Question): Source {
  const { filters, parameters } = question;
  const activityColumn = (name: string) => subject.renamed?.[name] ?? name;
  const column = (name: string) => identifier(activityColumn(name));
  const period: readonly string[] = activityPeriod;
  const fields = subject.fields.filter((name) => !period.includes(name));
  const asked = askedOf(question).map((name) => withYearsAs("year", activityColumn(name)));
  const counted = includesAll(countColumns, asked);
  const from = counted ? "outcome_counts" : "activities";
  return {
    key: `${subject.form}/${subject.side}/${signature(filters)}/${from}`,
    from: `public.${from}`,
    where: () =>
      [
        activitiesOf(subject),
        ...conditions(pick(filters, fields), parameters, column),
        ...inPeriod(filters, parameters),
      ].join(" and "),
    count: counted ? "sum(n)" : "count(*)",
    column,
    condition: (where) => renderMarks(where, () => `(${activityMatched})`),
  };
}

function plainSource(subject: Subject, question: Question): Source {
  return {
    key: `${subject.route}/${signature(question.filters)}`,
    from: table(subject),
    where: () => `${subject.only ?? "true"} and ${rowConditions(subject, question)}`,
    count: "count(*)",
    column: identifier,
    condition: (where) => where,
  };
}
