/** All record types, in the order of the forms menu. A new record type is added here. */

import { reportSchedules } from "./administration/report-schedules.ts";
import { uac } from "./administration/uac.ts";
import { arbMarketingAssistanceMonitoring } from "./forms/arb-marketing-assistance-monitoring.ts";
import { arboMarketingTarget } from "./forms/arbo-marketing-target.ts";
import { arboMasterlist } from "./forms/arbo-masterlist.ts";
import { arboTraining } from "./forms/arbo-training.ts";
import { arcBarangaysCovered } from "./forms/arc-barangays-covered.ts";
import { arcMasterlist } from "./forms/arc-masterlist.ts";
import { attachment } from "./forms/attachment.ts";
import { farmersTrackingIncome } from "./forms/farmers-tracking-income.ts";
import { fmeInventoryTable } from "./forms/fme-inventory-table.ts";
import { fmeRentalMonitoring } from "./forms/fme-rental-monitoring.ts";
import { form5Accomp, form5AnnualTarget } from "./forms/form-5.ts";
import { form7Accomp, form7Proddev, qtrSalesReport } from "./forms/form-7.ts";
import { form10 } from "./forms/form-10.ts";
import { form11Accomp, form11FarmInfo, form11Target } from "./forms/form-11.ts";
import { form11Geotag } from "./forms/form-11-geotag.ts";
import { fmeAnnualUpdating, inventoryStatusMonitoring } from "./forms/inventory-status-monitoring.ts";
import { participant } from "./forms/participant.ts";
import { projectList } from "./forms/project-list.ts";
import { salesTransaction } from "./forms/sales-transaction.ts";
import type { AnyRecord } from "./vocabulary/types.ts";

export const records: readonly AnyRecord[] = [
  arboMasterlist,
  arcMasterlist,
  arcBarangaysCovered,
  projectList,
  form5AnnualTarget,
  form5Accomp,
  arboTraining,
  participant,
  form7Proddev,
  form7Accomp,
  qtrSalesReport,
  form10,
  form11Target,
  form11Accomp,
  form11FarmInfo,
  form11Geotag,
  inventoryStatusMonitoring,
  fmeAnnualUpdating,
  fmeInventoryTable,
  fmeRentalMonitoring,
  arbMarketingAssistanceMonitoring,
  salesTransaction,
  arboMarketingTarget,
  farmersTrackingIncome,
  uac,
  reportSchedules,
];

/** Record types with endpoints but without a screen. Their rows are shown on the screens of other record types. */
export const withoutScreen: readonly AnyRecord[] = [attachment];

// The API serves all rows of a table. If several screens show a table, the API uses the description of the first one,
// without its `fixed` values.
const byPath = new Map<string, AnyRecord>();
for (const { fixed: _, ...record } of [...records, ...withoutScreen]) {
  for (const path of [record.path, ...(record.aliases ?? [])]) {
    if (!byPath.has(path)) byPath.set(path, record);
  }
}
const byRoute = new Map(records.map((record) => [record.route, record]));

/** Returns the record type with this path or alias; undefined for an unknown path. */
export const recordByPath = (path: string): AnyRecord | undefined => byPath.get(path);

/** Returns the record type of the screen /homepage/<tab>/<route>; undefined if there is no such screen. */
export const recordByRoute = (route: string): AnyRecord | undefined => byRoute.get(route);

/**
 * Returns the screen that lists a row. A table can have several screens. The result is the one whose `fixed` status
 * equals the row's status, or else the table's first screen.
 */
export function screenOf(table: string, status: string | null): AnyRecord | undefined {
  const over = records.filter((record) => record.table === table);
  return over.find(({ fixed }) => status !== null && fixed?.status === status) ?? over[0];
}
