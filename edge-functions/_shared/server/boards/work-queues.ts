/**
 * `POST /api/work-queues`: how much waits in each queue for the caller's offices, with the lists behind it, and
 * `POST /api/offices-not-reported`: the offices without an entry of a period.
 */
import { figureNamed } from "../../charts/figures/index.ts";
import type { WorkQueue } from "../../charts/figures/types.ts";
import { officesQueue, workQueues } from "../../charts/work-queues.ts";
import { Problem } from "../../contracts/problems.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { Parameters } from "../db/database.ts";
import { readFilterValue } from "../db/filter-values.ts";
import { type FilterList, type Filters, pick, readChartFilters } from "../figures/chart-filters.ts";
import { drillOf } from "../figures/drill.ts";
import { heededFilters } from "../figures/marks.ts";
import { countStatement, setNamed } from "../figures/tally.ts";
import type { JsonObject } from "../http/body.ts";

const timeout = 20_000;
const places = ["region_name", "province_name"] as const;

/** @throws Problem malformed, and as asCaller does. */
export async function readWorkQueues(caller: Caller, body: JsonObject): Promise<WorkQueue[]> {
  const filters = readChartFilters(body, places);
  const parameters = new Parameters();
  const counts = workQueues.flatMap(({ parts }) => parts.map((set) => ({ set, where: {}, by: [] })));
  const offices = officesQuery({ side: "accomplishment", year: null, quarter: null, filters }, parameters);
  const statement = countStatement(counts, filters, parameters, [
    `(select count(*)::float8 from ${offices}) as offices`,
  ]);
  const [row] = await asCaller(
    caller,
    (tx) => tx.unsafe<Record<string, unknown>[]>(statement.text, parameters.values),
    { timeout, replica: true },
  );
  const answers = statement.read(row ?? {});
  let at = 0;
  const queues = workQueues.map(({ parts, ...queue }): WorkQueue => {
    const counted = parts.map((key) => {
      const { set, subject } = setNamed(key);
      const value = answers[at++]?.[0]?.value ?? 0;
      const drill = drillOf(key, set, subject, pick(filters, heededFilters(set, subject)), {});
      return { label: figureNamed(key)?.set.label ?? key, value, drill };
    });
    return { ...queue, total: counted.reduce((sum, { value }) => sum + value, 0), parts: counted };
  });
  return [...queues, { ...officesQueue, total: Number(row?.offices ?? 0), parts: [] }];
}

interface OfficesQuestion {
  side: "target" | "accomplishment";
  /** Null for this year in Manila. */
  year: number | null;
  quarter: string | null;
  filters: Filters;
}

function officesQuery({ side, year, quarter, filters }: OfficesQuestion, parameters: Parameters): string {
  const list = (values: FilterList | undefined) =>
    values ? parameters.addArray(values, "text") : "null::text[]";
  const wanted =
    year === null ? "extract(year from private.today())::integer" : parameters.add(year, "integer");
  return `private.offices_not_reported('${side}', ${wanted}, ${parameters.add(quarter, "text")},
    ${list(filters.get("region_name"))}, ${list(filters.get("province_name"))})`;
}

/** JSON of the offices, and how many they are. @throws Problem malformed, and as asCaller does. */
export async function officesNotReported(
  caller: Caller,
  body: JsonObject,
): Promise<{ rows: string; total: number }> {
  const { window = "accomplishment", reporting_year: year, reporting_quarter: quarter, ...others } = body;
  if (window !== "target" && window !== "accomplishment") {
    throw malformed("window", 'window is either "target" or "accomplishment".');
  }
  const reading =
    year === undefined || year === null || year === ""
      ? null
      : readFilterValue({ name: "reporting_year", type: "integer", hasDefault: false }, year);
  if (reading && !reading.ok)
    throw malformed("reporting_year", `The filter reporting_year: ${reading.reason}.`);
  const quarters: unknown[] = ["Q1", "Q2", "Q3", "Q4"];
  const wanted = quarter === undefined || quarter === null || quarter === "" ? null : quarter;
  if (wanted !== null && !quarters.includes(wanted)) {
    throw malformed("reporting_quarter", "reporting_quarter is one of Q1, Q2, Q3 and Q4.");
  }
  if (wanted !== null && window === "target") {
    throw malformed("reporting_quarter", "Targets are annual: leave reporting_quarter out.");
  }
  const parameters = new Parameters();
  const query = officesQuery(
    {
      side: window,
      year: reading ? Number(reading.value) : null,
      quarter: wanted === null ? null : String(wanted),
      filters: readChartFilters(others, places),
    },
    parameters,
  );
  const [row] = await asCaller(
    caller,
    (tx) =>
      tx.unsafe<{ rows: string; total: number }[]>(
        `select coalesce(json_agg(o order by region_name, province_name), '[]')::text as rows, count(*)::float8 as total from ${query} o`,
        parameters.values,
      ),
    { timeout, replica: true },
  );
  return { rows: row?.rows ?? "[]", total: row?.total ?? 0 };
}

const malformed = (field: string, message: string) => new Problem("malformed", message, [{ field, message }]);
