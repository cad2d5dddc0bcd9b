/**
 * Generates the rows of a country, table by table, in an order in which they can be saved. There is one generator per
 * record type.
 */

import { arbosOf, type Country } from "./country/country.ts";
import type { Row } from "./lib/bulk.ts";
import { form5AccompRows, form5TargetRows } from "./records/form-5.ts";
import { form10Rows } from "./records/form-10.ts";
import { incomeRows } from "./records/income.ts";
import { machineRows, rentalRows } from "./records/machine.ts";
import { assistanceRows, marketingTargetRows, salesRows } from "./records/marketing.ts";
import { participantRows } from "./records/participant.ts";
import { form7AccompRows, form7TargetRows, salesReportRows } from "./records/product.ts";
import { farmInfoRows, form11Rows, inventoryStatusRows } from "./records/support.ts";
import { trainingRows } from "./records/training.ts";

export interface Generator {
  table: string;
  /**
   * Yields the rows one at a time while they are written to the database, because the national data does not fit into
   * memory at once.
   */
  rows(country: Country): Iterable<Row>;
  /** Other tables that triggers fill when rows of the generator's table are inserted. */
  fills?: readonly string[];
}

/** All generators, sorted so that a table comes after the tables that it refers to. */
export const generators: readonly Generator[] = [
  { table: "arc_masterlist", rows: arcRows },
  { table: "arc_barangays_covered", rows: arcBarangayRows },
  { table: "arbo_masterlist", rows: arboRows },
  { table: "arbo_trainings", rows: trainingRows },
  {
    table: "participants",
    rows: participantRows,
    fills: ["personal.participants_sensitive", "participant_trainings"],
  },
  {
    table: "form_5_annualtargets",
    rows: form5TargetRows,
    fills: ["personal.form_5_annualtargets_sensitive"],
  },
  { table: "form_5_accomps", rows: form5AccompRows },
  { table: "form7_proddevs", rows: form7TargetRows },
  { table: "form7_accomps", rows: form7AccompRows },
  { table: "qtr_sales_reports", rows: salesReportRows },
  { table: "form_10", rows: form10Rows },
  { table: "form11_accomps", rows: form11Rows },
  { table: "form11_farm_infos", rows: farmInfoRows },
  { table: "inventory_status_monitoring", rows: inventoryStatusRows },
  { table: "fme_inventory_table", rows: machineRows },
  { table: "fme_rental_monitoring", rows: rentalRows },
  { table: "arb_marketing_assistance_monitoring", rows: assistanceRows },
  { table: "sales_transactions", rows: salesRows },
  { table: "arbo_marketing_targets", rows: marketingTargetRows },
  { table: "farmers_tracking_income", rows: incomeRows },
];

function* arcRows({ arcs }: Country): Iterable<Row> {
  for (const list of arcs.values()) for (const { arc } of list) yield { ...arc };
}

function* arcBarangayRows({ arcs }: Country): Iterable<Row> {
  for (const list of arcs.values()) {
    for (const { barangays } of list) for (const row of barangays) yield { ...row };
  }
}

function* arboRows({ plan, arcs, firstIds }: Country): Iterable<Row> {
  for (const { id, arbo } of arbosOf(plan, arcs, firstIds.arbo_masterlist)) yield { id, ...arbo };
}
