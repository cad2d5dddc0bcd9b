/**
 * `POST /api/offices-not-reported`: lists offices in the caller's scope with their number of rows per form in a period.
 * The request selects the offices that have not reported, the offices without rows of some form, or all offices. Each
 * number links to a list with exactly that many rows.
 */
import type { Drill } from "../../charts/figures/types.ts";
import { reportedForms } from "../../charts/reported-forms.ts";
import type { BodyOf } from "../../contracts/base/call.ts";
import type * as contracts from "../../contracts/figures.ts";
import type { FilterList } from "../../contracts/filters/chart-filters.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { Parameters } from "../db/database.ts";
import { type Filters, pick } from "../figures/chart-filters.ts";
import { drillOf } from "../figures/drill.ts";
import { dimensionsOf } from "../figures/marks.ts";
import { countStatement, setNamed } from "../figures/tally.ts";

type Question = BodyOf<typeof contracts.officesNotReported>;

interface Office {
  office: string;
  region_name: string;
  province_name: string;
  /** Latest year in which the office has any row. */
  last_year: number | null;
  /** Active users of the office whose profiles the caller can read. */
  people: { name: string; email: string }[];
}

export interface NotReported {
  /** Offices with their number of rows per form. */
  offices: (Office & { rows: Record<string, number> })[];
  /**
   * Link to the list of the rows, per form. For the rows of one office, the client must add the office's region and
   * province to the filters.
   */
  forms: { key: string; label: string; drill: Drill }[];
}

/** Builds a FROM item with one row per office. Its column `reported` is true if the office has reported. */
export function officesQuery(
  { window, year, quarter, filters }: Omit<Question, "show">,
  parameters: Parameters,
): string {
  const list = (values: FilterList | undefined) =>
    values ? parameters.addArray(values, "text") : "null::text[]";
  return `private.reporting_offices('${window}', ${parameters.add(year, "integer")}, ${parameters.add(quarter, "text")},
    ${list(filters.get("region_name"))}, ${list(filters.get("province_name"))})`;
}

/**
 * Builds an expression for the active users of an office. The policy of the table profiles hides users whom the caller
 * may not see.
 */
const peopleOf = (office: string): string =>
  `(select coalesce(json_agg(json_build_object('name', coalesce(u.name, u.username), 'email', u.email)
      order by coalesce(u.name, u.username)), '[]')
    from public.users u where u.office = ${office} and not u.disabled)`;

/** Reads the offices with their numbers of rows. @throws Problem of kind `unauthenticated`, `too_many`. */
export async function officesNotReported(caller: Caller, question: Question): Promise<NotReported> {
  const { window, year, quarter, show } = question;
  const filters: Filters = new Map([
    ...question.filters,
    ["year_from", [year]],
    ["year_to", [year]],
    ...(quarter ? [["reporting_quarter", [quarter]] as const] : []),
  ]);
  const forms = reportedForms[window];
  const parameters = new Parameters();
  const offices = `(select coalesce(json_agg(o order by region_name, province_name), '[]')
    from (select o.*, ${peopleOf("o.office")} as people
      from ${officesQuery(question, parameters)} o ${show === "none" ? "where not reported" : ""}) o) as offices`;
  const statement = countStatement(
    forms.map(({ set }) => ({ set, where: {}, by: ["region_name", "province_name"] })),
    filters,
    parameters,
    [offices],
  );
  const [row] = await asCaller(
    caller,
    (tx) => tx.unsafe<Record<string, unknown>[]>(statement.text, parameters.values),
    { timeout: 20_000, replica: true },
  );
  const counted = statement
    .read(row ?? {})
    .map((numbers) => new Map(numbers.map(({ values, value }) => [JSON.stringify(values), value])));
  const listed = ((row?.offices ?? []) as (Office & { reported: boolean })[])
    .map(({ reported: _, ...office }) => ({
      ...office,
      rows: Object.fromEntries(
        forms.map(({ key }, at) => [
          key,
          counted[at]?.get(JSON.stringify([office.region_name, office.province_name])) ?? 0,
        ]),
      ),
    }))
    .filter(({ rows }) => show !== "gaps" || Object.values(rows).includes(0));
  return {
    offices: listed,
    forms: forms.map(({ key, label, set: name }) => {
      const { set, subject } = setNamed(name);
      return {
        key,
        label,
        drill: drillOf(name, set, subject, pick(filters, dimensionsOf(set, subject)), {}),
      };
    }),
  };
}
