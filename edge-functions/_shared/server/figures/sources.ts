/**
 * Chooses the table from which the rows of a subject are counted: the subject's table, a count table that triggers
 * maintain, or public.activities. The conditions select the same rows as the list behind the figure.
 */
import { activityPeriod, rowYears, type Subject, withYearsAs } from "../../charts/figures/subjects.ts";
import { findCountTable } from "../db/counts.ts";
import { identifier } from "../db/database.ts";
import { conditions, pick } from "./chart-filters.ts";
import { markedSource } from "./marked-source.ts";
import { activitiesOf, activityMatched, inPeriod, renderMarks } from "./marks.ts";
import { peopleSource } from "./people-source.ts";
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

function outcomeSource(subject: Subject & { kind: "outcome" }, question: Question): Source {
  const { filters, parameters } = question;
  const activityColumn = (name: string) => subject.renamed?.[name] ?? name;
  const column = (name: string) => identifier(activityColumn(name));
  const period: readonly string[] = activityPeriod;
  const fields = subject.fields.filter((name) => !period.includes(name));
  const counts = findCountTable(
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

/** Column of count tables with the year of the counted rows. */
const countedYear = "of_year";

function plainSource(subject: Subject, question: Question): Source {
  const { filters, parameters, set } = question;
  const asked = askedOf(question).map((name) => withYearsAs(countedYear, name));
  const counts =
    set.where === "true" && set.sum === undefined && subject.only === undefined
      ? findCountTable(recordOf(subject).table, asked)
      : undefined;
  const source = { column: identifier, condition: (where: string) => where };
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
