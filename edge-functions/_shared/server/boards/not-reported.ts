/**
 * Who has not reported yet (`POST /api/user-log/not-reported`): for each form of a window, the provincial offices of the
 * caller's scope with their rows of a year or quarter. Rows count by the period that they report on, where the form has
 * one, else by when they were entered.
 */
import type { logNotReported } from "../../contracts/administration.ts";
import type { BodyOf } from "../../contracts/call.ts";
import { reportedIn } from "../../records/reported.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { type Table, tableNamed } from "../db/columns.ts";
import { identifier, Parameters } from "../db/database.ts";

type ReportQuery = BodyOf<typeof logNotReported>;

export interface OfficeReport {
  path: string;
  label: string;
  office: string;
  region_name: string;
  province_name: string;
  rows: number;
  last_entry: string | null;
}

/** Of the offices that the caller reads. */
export async function officesNotReported(caller: Caller, query: ReportQuery): Promise<OfficeReport[]> {
  const forms = reportedIn(query.window).filter(({ path }) => query.form === null || path === query.form);
  const tables = await Promise.all(forms.map((record) => tableNamed(record.table)));
  return asCaller(
    caller,
    async (tx) => {
      const reports: OfficeReport[] = [];
      for (const [place, record] of forms.entries()) {
        const table = tables[place];
        if (!table) continue;
        const parameters = new Parameters();
        const condition = conditionOf(record, table, query, parameters);
        const rows = await tx.unsafe<Omit<OfficeReport, "path" | "label">[]>(
          `select o.office, o.region_name, o.province_name, coalesce(r.rows, 0)::integer as rows, to_json(r.last_entry) #>> '{}' as last_entry
           from public.offices o
           left join (
             select office, count(*) as rows, max(time_stamp) as last_entry from public.${identifier(record.table)} where ${condition} group by office
           ) r using (office)
           where o.province_name is not null and o.office = any ((select private.offices_to_read())::text[])
             ${query.all ? "" : "and r.rows is null"}
           order by o.region_name, o.province_name`,
          parameters.values,
        );
        reports.push(...rows.map((row) => ({ path: record.path, label: record.label, ...row })));
      }
      return reports;
    },
    { timeout: 30_000, replica: true },
  );
}

function conditionOf(record: AnyRecord, table: Table, query: ReportQuery, parameters: Parameters): string {
  const conditions: string[] = [];
  if (table.columns.has("reporting_year") && table.columns.has("reporting_quarter")) {
    conditions.push(`reporting_year = ${parameters.add(query.year, "integer")}`);
    if (query.quarter) conditions.push(`reporting_quarter = ${parameters.add(query.quarter, "text")}`);
  } else {
    const first = query.quarter ? (Number(query.quarter[1]) - 1) * 3 : 0;
    const start = parameters.add(`${query.year}-${String(first + 1).padStart(2, "0")}-01`, "timestamp");
    conditions.push(`time_stamp >= ${start} at time zone 'Asia/Manila'`);
    conditions.push(
      `time_stamp < (${start} + interval '${query.quarter ? 3 : 12} months') at time zone 'Asia/Manila'`,
    );
  }
  if (record.window === "status") {
    conditions.push(query.window === "target" ? "status = 'Target'" : "status is distinct from 'Target'");
  }
  return conditions.join(" and ");
}
