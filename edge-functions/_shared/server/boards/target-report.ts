/**
 * `POST /api/targetaccompfme`: the report of targets, accomplishments and their matches, by region, by province and in
 * total (spec section 7). Counts ARBOs, items of support, their quantity, and ARCs, in the same sets of rows as the
 * charts of Form 11.
 */

import type { TargetReport, TargetReportRow } from "../../charts/figures/types.ts";
import { targetColumns, targetSets } from "../../charts/target-report.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { Parameters } from "../db/database.ts";
import { type Filters, pick } from "../figures/chart-filters.ts";
import { drillOf } from "../figures/drill.ts";
import { dimensionsOf } from "../figures/marks.ts";
import { type Count, countStatement, setNamed } from "../figures/tally.ts";

const timeout = 20_000;

const levels = {
  targetAccompDataRegion: ["region_name"],
  targetAccompDataProvince: ["region_name", "province_name"],
  targetAccompDataCentral: [],
} as const;

/** Reads the report of targets and accomplishments. @throws Problem of kind `unauthenticated`, `too_many`. */
export async function targetReport(caller: Caller, filters: Filters): Promise<TargetReport> {
  const columns = Object.entries(targetSets);
  const counts = Object.values(levels).flatMap((by) =>
    columns.map(([, set]): Count => ({ set, where: {}, by })),
  );
  const statement = countStatement(counts, filters, new Parameters());
  const [row] = await asCaller(
    caller,
    (tx) => tx.unsafe<Record<string, unknown>[]>(statement.text, statement.parameters.values),
    { timeout, replica: true },
  );
  const answers = statement.read(row ?? {});
  const none = Object.fromEntries(columns.map(([column]) => [column, 0]));
  const rowsOf = (level: number): TargetReportRow[] => {
    const rows = new Map<string, TargetReportRow>();
    columns.forEach(([column], at) => {
      for (const { values, value } of answers[level * columns.length + at] ?? []) {
        const [region_name = null, province_name = null] = values;
        const key = JSON.stringify(values);
        const line = rows.get(key) ?? { region_name, province_name, ...none };
        rows.set(key, line);
        line[column] = value;
      }
    });
    const nameOf = (line: TargetReportRow) =>
      `${line.region_name ?? "\uffff"} / ${line.province_name ?? "\uffff"}`;
    return [...rows.values()].sort((a, b) => nameOf(a).localeCompare(nameOf(b), "en"));
  };
  return {
    targetAccompDataRegion: rowsOf(0),
    targetAccompDataProvince: rowsOf(1),
    targetAccompDataCentral: rowsOf(2),
    columns: targetColumns,
    drills: Object.fromEntries(
      columns.map(([column, key]) => {
        const { set, subject } = setNamed(key);
        return [column, drillOf(key, set, subject, pick(filters, dimensionsOf(set, subject)), {})];
      }),
    ),
  };
}
