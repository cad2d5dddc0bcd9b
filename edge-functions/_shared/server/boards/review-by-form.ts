/**
 * `POST /api/review-by-form`: counts pending rows by form and office: rows that wait for review, those of them with
 * unusual values, those of the others that the caller may not approve, and rows that were returned to their office. The
 * filters `review` and `unusual` list the rows of the first, the second and the last count.
 */
import type { FormToReview } from "../../charts/figures/types.ts";
import { records } from "../../records/index.ts";
import { fullLabel } from "../../records/vocabulary/full-label.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { tablesOf } from "../calls/serve-records.ts";
import { Parameters } from "../db/database.ts";
import type { Filters } from "../figures/chart-filters.ts";
import { ownRows } from "../lists/column-conditions.ts";
import { conditionsOf, unusualRows } from "../lists/filters.ts";
import { seenNow } from "../lists/page.ts";
import { drillFilter, drillTo } from "./drill-filter.ts";

type OfOffice = FormToReview["offices"][number];

/**
 * Reads the counts per form, starting with forms that have unusual values, and the snapshot at which the rows were
 * counted.
 * @throws Problem of kind `unauthenticated`, `too_many`.
 */
export async function readReviewByForm(
  caller: Caller,
  filters: Filters,
): Promise<{ forms: FormToReview[]; seen: string }> {
  const forms = records.filter(({ approval }) => approval);
  const parameters = new Parameters();
  const queries = forms.map((record) => officesQuery(record, filters, parameters));
  const [row] = await asCaller(
    caller,
    (tx) =>
      tx.unsafe<{ forms: (OfOffice[] | null)[]; seen: string }[]>(
        `select json_build_array(${queries.join(", ")}) as forms, ${seenNow} as seen`,
        parameters.values,
      ),
    { timeout: 20_000, replica: true },
  );
  const counted = forms.flatMap((record, at) => {
    const offices = row?.forms[at];
    return offices ? [formOf(record, filters, offices)] : [];
  });
  const hasUnusual = ({ unusual }: FormToReview) => Number(unusual > 0);
  return { forms: counted.toSorted((a, b) => hasUnusual(b) - hasUnusual(a)), seen: row?.seen ?? "" };
}

/** Builds a query that returns the counts per office as a JSON list. The query returns null if no row is pending. */
function officesQuery(record: AnyRecord, filters: Filters, parameters: Parameters): string {
  const { listed } = tablesOf(record);
  const pending = drillFilter(drillTo(record, filters).filters, { tab: "pending" });
  const { where } = conditionsOf(record, listed, pending, parameters);
  return `(select json_agg(o order by o.region_name nulls first, o.province_name nulls first) from (
    select region_name, province_name, count(*) filter (where not returned)::float8 as to_review,
      count(*) filter (where not returned and unusual)::float8 as unusual,
      count(*) filter (where not returned and not unusual and own)::float8 as own,
      count(*) filter (where returned)::float8 as returned
    from (
      select region_name, province_name, ${unusualRows(listed)} as unusual, ${ownRows} as own,
        id in (select private.rows_in_review('${listed.name}', 'returned')) as returned
      from ${listed.sql} where ${where}) pending
    group by region_name, province_name) o)`;
}

function formOf(record: AnyRecord, filters: Filters, offices: OfOffice[]): FormToReview {
  const sum = (name: "to_review" | "unusual" | "own" | "returned") =>
    offices.reduce((total, office) => total + office[name], 0);
  return {
    label: fullLabel(record),
    noun: record.noun,
    drill: drillTo(record, filters),
    to_review: sum("to_review"),
    unusual: sum("unusual"),
    own: sum("own"),
    returned: sum("returned"),
    offices,
  };
}
