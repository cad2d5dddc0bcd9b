/** The demo records: a small country of invented organizations, most of them in the province of the demo users. */
import { manilaToday } from "#shared/rules/dates.ts";
import type { Database } from "#shared/server/sql/sql.ts";
import { type CountryPlan, makeCountry, plannedRows, type Reporting } from "./country/country.ts";
import { generators } from "./generators.ts";
import { insertRows, type Row } from "./lib/bulk.ts";
import { readGazetteer } from "./lib/gazetteer.ts";
import { once, reserveIds } from "./lib/once.ts";
import type { UserIds } from "./users.ts";

/** Records per province: in total 60 ARBOs and 15 ARCs in three regions. Three offices have not reported recently. */
const PROVINCES: readonly (readonly [name: string, arbos: number, arcs: number, reporting?: Reporting])[] = [
  ["Nueva Ecija", 25, 6],
  ["Tarlac", 5, 2],
  ["Bulacan", 4, 1],
  ["Pampanga", 4, 1],
  ["Bataan", 2, 0],
  ["Zambales", 2, 0, "last quarter"],
  ["Aurora", 1, 0, "last year"],
  ["Leyte", 6, 2],
  ["Samar", 3, 1, "last quarter"],
  ["Bukidnon", 5, 2],
  ["Misamis Oriental", 3, 0],
];

/** Returns the plan of the demo country. The same day and seed number always give the same records. */
export function demoPlan(seedNumber: number, today: string): CountryPlan {
  const gazetteer = readGazetteer();
  return {
    label: `demo/${seedNumber}`,
    today,
    provinces: PROVINCES.map(([name, arbos, arcs, reporting = "up to date"]) => ({
      province: gazetteer.province(name),
      arbos,
      arcs,
      reporting,
    })),
    firstArc: 1,
    firstArbo: 1,
    rows: {
      arbo_trainings: 130,
      participants: 1_000,
      form7_proddevs: 60,
      fme_inventory_table: 160,
      arb_marketing_assistance_monitoring: 110,
    },
  };
}

/**
 * Saves all demo records in one transaction. The author of a record is the demo user who administers the record's
 * office (officerOf). Returns the number of inserted rows, or null if this database already had the demo records.
 */
export async function seedDemo(sql: Database, users: UserIds, seedNumber: number): Promise<number | null> {
  return once(sql, "demo", async (tx) => {
    const plan = demoPlan(seedNumber, manilaToday());
    const country = makeCountry(plan, await reserveIds(tx, "demo", plannedRows(plan)));
    let count = 0;
    for (const { table, rows } of generators) {
      for (const [officer, own] of byOfficer(rows(country))) {
        count += await insertRows(tx, { table, rows: own, author: users.get(officer) ?? null });
      }
    }
    return count;
  });
}

/** Groups rows by the demo user who becomes their author. */
function byOfficer(rows: Iterable<Row>): Map<string, Row[]> {
  const hands = new Map<string, Row[]>();
  for (const row of rows) {
    const officer = officerOf(row);
    const own = hands.get(officer);
    if (own) own.push(row);
    else hands.set(officer, [row]);
  }
  return hands;
}

/** Returns the demo user who administers the records of a place. */
export function officerOf(row: { region_name?: unknown; province_name?: unknown }): string {
  if (row.province_name === "Nueva Ecija") return "provincial";
  return row.region_name === "Region III (Central Luzon)" ? "regional" : "central";
}
