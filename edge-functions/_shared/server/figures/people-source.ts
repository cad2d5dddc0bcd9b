/**
 * Chooses the tables from which people are counted: count tables, the attendance of a period, or the rows of the
 * people.
 */
import { markFilters, type Subject } from "../../charts/figures/subjects.ts";
import { findCountTable, includesAll } from "../db/counts.ts";
import { identifier } from "../db/database.ts";
import {
  attendedWithin,
  inYears,
  nameTime,
  onlyYears,
  personMark,
  renderMarks,
  withOthers,
} from "./marks.ts";
import {
  askedOf,
  type Question,
  recordOf,
  rowConditions,
  type Source,
  signature,
  table,
} from "./question.ts";

/**
 * Columns of the attendance count tables, apart from the period. The smallest of these tables have only officeColumns.
 */
const officeColumns = ["region_name", "province_name", "participant_category", "sex"];
const moreColumns = ["muncity_name", "fund_source", "psp_category", "subpsp_abbreviation"];

/**
 * Counts people by the years of their trainings: people with any training from the attendance counts, and people
 * without a training from the counts of people.
 */
function byYears(people: string, columns: readonly string[]): string {
  const attended = findCountTable("attendance", columns)?.name;
  const all = findCountTable(people, columns)?.name;
  return `(select ${columns.join(", ")}, trained_years, n from public.${attended}
    union all
    select ${columns.join(", ")}, 0, n from public.${all} where not trained) people`;
}

/**
 * Counts people by whether they attended a training in a period. The CTE `attended` has the ids of the people who
 * attended a training in the period. The ids are an array, because Postgres looks up an array of ids in key order, in
 * half the time of a join.
 */
const byAttendance = (people: string, columns: readonly string[]): string =>
  withOthers(
    columns,
    ["attended"],
    `(select *, true as attended from public.attendance
      where participant_id = any ((select ids from attended)::bigint[])) attendees`,
    `n from public.${findCountTable(people, columns)?.name}`,
  );

/** Replaces each `@mark` with the column of the same name. */
const ownMarks = (where: string): string => renderMarks(where, (mark) => mark);

export function peopleSource(subject: Subject & { kind: "people" }, question: Question): Source {
  const { filters, parameters, ctes, set } = question;
  const asked = askedOf(question);
  const counts = findCountTable(recordOf(subject).table, asked);
  const source = {
    key: `${counts?.name ?? subject.path}/${signature(filters)}`,
    column: identifier,
    where: () => rowConditions(subject, question),
  };
  if (counts) {
    return { ...source, from: `public.${counts.name}`, count: "sum(n)", condition: ownMarks };
  }
  const asksAttendees =
    includesAll([...officeColumns, ...moreColumns, ...markFilters.people], asked) &&
    !set.where.includes("@programmed");
  const columns = [...officeColumns, ...moreColumns.filter((name) => asked.includes(name))];
  if (asksAttendees && onlyYears(filters, "people")) {
    const trained = inYears(filters, parameters);
    return {
      ...source,
      key: `${source.key}/${columns}`,
      from: byYears(recordOf(subject).table, columns),
      count: "sum(n)",
      condition: (where) => renderMarks(where, () => trained("trained_years")),
    };
  }
  const attended = nameTime(filters);
  if (attended && !ctes.has("attended")) {
    ctes.set("attended", `select array(select ${attendedWithin(filters, parameters)}) as ids`);
  }
  if (asksAttendees && attended) {
    return {
      ...source,
      key: `${source.key}/attended/${columns}`,
      from: byAttendance(recordOf(subject).table, columns),
      count: "sum(n)",
      condition: (where) => renderMarks(where, () => "attended"),
    };
  }
  const joined = "left join (select distinct unnest(ids) as attended_id from attended) a on attended_id = id";
  return {
    ...source,
    from: attended ? `${table(subject)} ${joined}` : table(subject),
    count: "count(*)",
    condition: (where) =>
      renderMarks(where, (mark) =>
        personMark(mark, attended ? () => "(attended_id is not null)" : undefined),
      ),
  };
}
