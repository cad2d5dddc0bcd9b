/**
 * `POST /api/report-arbocapdevcd` and `POST /api/report-capdevrecord`: the capacity building reports (spec section
 * 7).
 */
import {
  capacityDrills,
  capacityFilters,
  capacityOrder,
  capacityQuery,
  personOrder,
  personQuery,
  personTable,
} from "../../charts/reports.ts";
import type { BodyOf } from "../../contracts/base/call.ts";
import type { Page } from "../../contracts/base/values.ts";
import type * as contracts from "../../contracts/figures.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { tableNamed } from "../db/columns.ts";
import { arrayLiteral, Parameters, type Transaction } from "../db/database.ts";
import { logRowsSent } from "../lists/reading-log.ts";
import { noteRows } from "../observe/request.ts";

/** A page of rows as JSON text, and the total number of rows. */
export interface Report {
  data: string;
  total: number;
}

const timeout = 60_000;

/** Reads the report of trainings per ARBO. @throws Problem of kind `unauthenticated`, `too_many`. */
export async function capacityReport(
  caller: Caller,
  { filters, page }: BodyOf<typeof contracts.capacityReport>,
): Promise<Report> {
  const parameters = new Parameters();
  const query = capacityQuery.replace("{where}", () => conditionsOf(filters, parameters));
  const { rows, total } = await asCaller(
    caller,
    (tx) => readRows(tx, query, capacityOrder, page, parameters),
    { timeout, replica: true },
  );
  return { data: `{"Form5ARBOcapdevCD":${rows},"drills":${JSON.stringify(capacityDrills)}}`, total };
}

/** Reads the trainings of a person. Logs every read, because the report contains personal data (RA 10173). */
export async function personReport(
  caller: Caller,
  { participant_name: name, page }: BodyOf<typeof contracts.personReport>,
): Promise<Report> {
  const parameters = new Parameters();
  const placeholder = parameters.add(name, "text");
  const query = personQuery.replaceAll("{name}", () => placeholder);
  const { rows, total } = await asCaller(
    caller,
    async (tx) => {
      const report = await readRows(tx, query, personOrder, page, parameters);
      const ids = (JSON.parse(report.rows) as { id: number }[]).map(({ id }) => id);
      await logRowsSent(tx, tableNamed(personTable), arrayLiteral(ids));
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
  paging: Page | null,
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

function conditionsOf(
  chosen: Readonly<Record<string, readonly string[] | undefined>>,
  parameters: Parameters,
): string {
  const conditions = Object.entries(chosen).flatMap(([name, values = []]) => {
    const filter = capacityFilters[name];
    const [first] = values;
    if (!filter || first === undefined) return [];
    const { column, compare, type } = filter;
    return compare
      ? [`${column} ${compare} ${parameters.add(first, type)}`]
      : [`${column} = any (${parameters.addArray(values, type)})`];
  });
  return conditions.length > 0 ? conditions.join(" and ") : "true";
}
