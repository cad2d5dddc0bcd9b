/**
 * Chooses the table from which people are counted: their counts by office, public.people, or the full rows of the
 * participants.
 */
import { markFilters, type Subject } from "../../charts/figures/subjects.ts";
import type { Database } from "../../database.types.ts";
import { identifier } from "../db/database.ts";
import { attendedWithin, inYears, nameTime, onlyYears, personMark, renderMarks } from "./marks.ts";
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

const countColumns = [
  "region_name",
  "province_name",
  "participant_category",
  "sex",
] as const satisfies readonly (keyof Tables["people_counts"]["Row"])[];
const peopleColumns = [
  ...countColumns,
  "muncity_name",
  "arbo_id",
  "year_funded",
  "fund_source",
  "psp_category",
  "subpsp_abbreviation",
] as const satisfies readonly (keyof Tables["people"]["Row"])[];

export function peopleSource(subject: Subject & { kind: "people" }, question: Question): Source {
  const { filters, parameters, ctes } = question;
  const period: readonly string[] = markFilters.people;
  const asked = askedOf(question).filter((name) => !period.includes(name));
  const byYears = onlyYears(filters, "people");
  const attended = (id: string) => {
    if (!ctes.has("attended")) {
      ctes.set("attended", `select ${attendedWithin(filters, parameters)} as attended_id`);
    }
    return `(${id} in (select attended_id from attended))`;
  };
  const source = { column: identifier, where: () => rowConditions(subject, question) };
  if (includesAll(peopleColumns, asked)) {
    const counted = byYears && includesAll(countColumns, asked);
    const from = counted ? "people_counts" : "people";
    const inFilteredYears = inYears(filters, parameters);
    // The years of trainings are stored. Trainings of a quarter or month are looked up.
    const trained = byYears ? () => inFilteredYears("trained_years") : () => attended("participant_id");
    return {
      ...source,
      key: `${from}/${signature(filters)}`,
      from: `public.${from}`,
      count: counted ? "sum(n)" : "count(*)",
      condition: (where) => renderMarks(where, (mark) => (mark === "programmed" ? mark : trained())),
    };
  }
  const inPeriod = nameTime(filters) ? () => attended("id") : undefined;
  return {
    ...source,
    key: `${subject.path}/${signature(filters)}`,
    from: table(subject),
    count: "count(*)",
    condition: (where) => renderMarks(where, (mark) => personMark(mark, inPeriod)),
  };
}
