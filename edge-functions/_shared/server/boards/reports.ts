/** `POST /api/report-arbocapdevcd` and `POST /api/report-capdevrecord`: the reports of capacity building (spec section 7). */
import {
  capacityDrills,
  capacityFilters,
  capacityOrder,
  capacityQuery,
  personOrder,
  personQuery,
  personTable,
} from "../../charts/reports.ts";
import { Problem, type ProblemDetail } from "../../contracts/problems.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { Parameters, type Transaction } from "../db/database.ts";
import { readFilterValue } from "../db/filter-values.ts";
import type { JsonObject } from "../http/body.ts";
import { readPaging } from "../lists/list.ts";
import { noteRows } from "../observe/request.ts";

/** JSON of the rows, and how many there are in all. */
export interface Report {
  data: string;
  total: number;
}

const timeout = 60_000;
const longestName = 250;
const malformed = (field: string, message: string) => new Problem("malformed", message, [{ field, message }]);

/** @throws Problem malformed, and as asCaller does. */
export async function capacityReport(caller: Caller, body: JsonObject): Promise<Report> {
  const { page, page_size, ...given } = body;
  const parameters = new Parameters();
  const query = capacityQuery.replace("{where}", () => reportConditions(given, parameters));
  const { rows, total } = await asCaller(
    caller,
    (tx) => readRows(tx, query, capacityOrder, readPaging(page, page_size), parameters),
    { timeout, replica: true },
  );
  return { data: `{"Form5ARBOcapdevCD":${rows},"drills":${JSON.stringify(capacityDrills)}}`, total };
}

/** Every reading is logged, as every list of personal data that is taken out (RA 10173). */
export async function personReport(caller: Caller, body: JsonObject): Promise<Report> {
  const { page, page_size, participant_name: name, ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw malformed(unknown, `"${unknown.slice(0, 60)}" is not a filter of this call.`);
  if (
    typeof name !== "string" ||
    name.trim() === "" ||
    name.length > longestName ||
    name.includes("\u0000")
  ) {
    throw malformed("participant_name", `Give the person's name, of at most ${longestName} characters.`);
  }
  const paging = readPaging(page, page_size);
  const parameters = new Parameters();
  const placeholder = parameters.add(name, "text");
  const query = personQuery.replaceAll("{name}", () => placeholder);
  const { rows, total } = await asCaller(
    caller,
    async (tx) => {
      const report = await readRows(tx, query, personOrder, paging, parameters);
      const filters = JSON.stringify({ participant_name: name });
      await tx.unsafe("select private.log_export($1::text, 'report', $2::text::jsonb, $3::text::bigint)", [
        personTable,
        filters,
        String(report.total),
      ]);
      return report;
    },
    { timeout, write: "log" },
  );
  return { data: `{"Form5CapDevRecord":${rows}}`, total };
}

async function readRows(
  tx: Transaction,
  query: string,
  order: string,
  paging: { number: number; size: number } | null,
  parameters: Parameters,
): Promise<{ rows: string; total: number }> {
  const limit = paging ? `limit ${paging.size} offset ${(paging.number - 1) * paging.size}` : "";
  const [row] = await tx.unsafe<{ rows: string; total: number }[]>(
    `with report as materialized (${query})
     select (select coalesce(json_agg(r), '[]') from (select * from report order by ${order} ${limit}) r)::text as rows,
       (select count(*) from report)::float8 as total`,
    parameters.values,
  );
  const total = row?.total ?? 0;
  noteRows(paging ? Math.max(0, Math.min(paging.size, total - (paging.number - 1) * paging.size)) : total);
  return { rows: row?.rows ?? "[]", total };
}

function reportConditions(given: JsonObject, parameters: Parameters): string {
  const problems: ProblemDetail[] = [];
  const conditions = Object.entries(given).flatMap(([name, value]) => {
    const filter = Object.hasOwn(capacityFilters, name) ? capacityFilters[name] : undefined;
    if (!filter) {
      problems.push({ field: name, message: `"${name.slice(0, 60)}" is not a filter of this call.` });
      return [];
    }
    const values: unknown[] = Array.isArray(value) ? value : [value];
    const known: (string | number)[] = [];
    for (const one of values) {
      if (one === null || one === undefined || one === "") continue;
      const reading = readFilterValue({ name, type: filter.type, hasDefault: false }, one);
      if (reading.ok) known.push(String(reading.value));
      else problems.push({ field: name, message: `The filter ${name}: ${reading.reason}.` });
    }
    if (filter.compare && known.length > 1) {
      problems.push({ field: name, message: `The filter ${name} takes one year.` });
    }
    if (known.length === 0) return [];
    return filter.compare
      ? [`${filter.column} ${filter.compare} ${parameters.add(known[0] ?? null, filter.type)}`]
      : [`${filter.column} = any (${parameters.addArray(known, filter.type)})`];
  });
  if (problems.length > 0) throw new Problem("malformed", problems[0]?.message ?? "", problems);
  return conditions.length > 0 ? conditions.join(" and ") : "true";
}
