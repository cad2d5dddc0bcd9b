/**
 * Chooses the table from which people are counted: a table with the number of people per office, the table
 * public.people, or the full rows of the participants.
 */
import { markFilters, type Subject } from "../../charts/figures/subjects.ts";
import type { Database } from "../../database.types.ts";
import { identifier } from "../db/database.ts";
import { officeConditions } from "./chart-filters.ts";
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
  includesAll,
  type Question,
  rowConditions,
  type Source,
  signature,
  table,
} from "./question.ts";

type Tables = Database["public"]["Tables"];

const common = ["region_name", "province_name", "participant_category", "sex"] as const;
const town = "muncity_name";
const programme = ["fund_source", "psp_category", "subpsp_abbreviation"] as const;
/**
 * Tables in which people can be counted, with the columns for grouping and filtering. The smallest table comes first.
 */
const peopleTables = Object.entries({
  people_counts: common,
  people_town_counts: [...common, town],
  people_programme_counts: [...common, ...programme],
  people_detail_counts: [...common, town, ...programme],
  people: [...common, town, ...programme, "arbo_id", "year_funded"],
} as const satisfies { [Name in keyof Tables]?: readonly (keyof Tables[Name]["Row"])[] });

export function peopleSource(subject: Subject & { kind: "people" }, question: Question): Source {
  const { filters, parameters, ctes, set } = question;
  const period: readonly string[] = markFilters.people;
  const asked = askedOf(question).filter((name) => !period.includes(name));
  const [from, columns = []] = peopleTables.find(([, columns]) => includesAll(columns, asked)) ?? [];
  const source = {
    key: `${from ?? subject.path}/${signature(filters)}`,
    column: identifier,
    where: () => rowConditions(subject, question),
  };
  // For a filter by quarter or month, the CTE `attended` selects the people who attended a training in that period. The
  // tables of people store only the years of trainings.
  if (nameTime(filters) && !ctes.has("attended")) {
    ctes.set("attended", `select array(select ${attendedWithin(filters, parameters)}) as ids`);
  }
  const attendedIds = "any ((select ids from attended)::bigint[])";
  const count = from === "people" ? "count(*)" : "sum(n)";
  if (from && onlyYears(filters, "people")) {
    const trained = inYears(filters, parameters);
    return {
      ...source,
      from: `public.${from}`,
      where: () => [source.where(), ...officeConditions(filters, parameters)].join(" and "),
      count,
      condition: (where) =>
        renderMarks(where, (mark) => (mark === "programmed" ? mark : trained("trained_years"))),
    };
  }
  if (from && !set.where.includes("@programmed")) {
    return {
      ...source,
      key: `${source.key}/attended`,
      from: withOthers(
        columns,
        ["attended"],
        `(select *, true as attended from public.people where participant_id = ${attendedIds}) attendees`,
        `${from === "people" ? 1 : "n"} from public.${from}`,
      ),
      count: "sum(n)",
      condition: (where) => renderMarks(where, () => "attended"),
    };
  }
  const inPeriod = nameTime(filters) ? () => "(id in (select unnest(ids) from attended))" : undefined;
  return {
    ...source,
    key: `${subject.path}/${signature(filters)}`,
    from: table(subject),
    count: "count(*)",
    condition: (where) => renderMarks(where, (mark) => personMark(mark, inPeriod)),
  };
}
