/**
 * Records of a whole country, for benchmarks and for trying the product at its real size. At scale 1: 10,000 ARBOs,
 * 2,500 ARCs with about 10,000 barangays, 10,000 trainings, 300,000 participants, 30,000 machines and the other
 * tables in proportion, in all provinces. The same seed number gives the same rows.
 */
import { manilaToday } from "#shared/rules/dates.ts";
import type { Database } from "#shared/server/sql/sql.ts";
import {
  type Country,
  type CountryPlan,
  makeCountry,
  plannedRows,
  type Reporting,
} from "./country/country.ts";
import { generators } from "./generators.ts";
import { loadRows } from "./lib/bulk.ts";
import { type GazetteerProvince, readGazetteer } from "./lib/gazetteer.ts";
import { isDone, once, reserveIds } from "./lib/once.ts";
import { createRandom } from "./lib/random.ts";
import { shareOut } from "./lib/share-out.ts";
import { qualified, rebuildFigures } from "./lib/without-indexes.ts";

/**
 * Numbers at which the ARC IDs and the ARBO IDs of each province start. They are higher than those of the demo data, so
 * that no ID of the national data is in the demo data.
 */
const FIRST_ARC = 1_001;
const FIRST_ARBO = 10_001;

/**
 * Relative number of ARCs and ARBOs per town, by the first two digits of the region's PSGC code. Regions that are not
 * listed have 1.
 */
const DENSITY: Readonly<Record<string, number>> = {
  "02": 1.2,
  "03": 1.6,
  "05": 1.3,
  "06": 1.5,
  "08": 1.4,
  "10": 1.3,
  "12": 2.2,
  "13": 0.15,
  "14": 0.6,
  "16": 1.4,
  "18": 2.2,
  "19": 0.7,
};

const REPORTING = [
  ["up to date", 82],
  ["last quarter", 10],
  ["last year", 8],
] as const satisfies readonly (readonly [Reporting, number])[];

/** Returns the plan of the national data. The same day and seed number always give the same records. */
export function nationalPlan(seedNumber: number, scale: number, today: string): CountryPlan {
  const { provinces } = readGazetteer();
  const label = `national/${seedNumber}`;
  const weights = provinces.map(weightOf);
  const all = (number: number) => Math.round(number * scale);
  const arcs = shareOut(all(2_500), weights);
  const arbos = shareOut(all(10_000), weights);
  return {
    label,
    today,
    provinces: provinces.map((province, index) => ({
      province,
      arcs: arcs[index] ?? 0,
      arbos: arbos[index] ?? 0,
      reporting: createRandom(`${label}/reporting/${province.code}`).weighted(REPORTING),
    })),
    firstArc: FIRST_ARC,
    firstArbo: FIRST_ARBO,
    rows: {
      arbo_trainings: all(10_000),
      participants: all(300_000),
      form7_proddevs: all(6_000),
      fme_inventory_table: all(30_000),
      arb_marketing_assistance_monitoring: all(12_000),
    },
  };
}

const weightOf = ({ code, towns }: GazetteerProvince): number =>
  towns.length * (DENSITY[code.slice(0, 2)] ?? 1);

/** Loads all tables of the national data that were not loaded yet, each in one transaction. */
export async function seedNational(
  sql: Database,
  options: {
    seedNumber: number;
    scale: number;
    author: string | null;
    progress: (line: string) => void;
  },
): Promise<void> {
  const { seedNumber, scale, author, progress } = options;
  let country: Country | null = null;
  for (const { table, rows, fills = [] } of generators) {
    const part = `national/${table}`;
    if (await isDone(sql, part)) continue;
    country ??= await prepare(sql, seedNumber, scale);
    const made = rows(country);
    const begun = Date.now();
    const load = {
      table,
      rows: made,
      fills,
      author,
      progress: (sent: number) => progress(`${table}: ${sent} rows …`),
    };
    const count = await once(sql, part, (tx) => loadRows(tx, load));
    // Update the planner's statistics. Otherwise the first queries would be planned for empty tables.
    for (const filled of [table, ...fills]) await sql.unsafe(`analyze ${qualified(filled)}`);
    progress(`${table}: ${count} rows in ${secondsSince(begun)} s`);
  }
  const begun = Date.now();
  if ((await once(sql, "national/figures", rebuildFigures)) === null) return;
  await sql.unsafe("analyze");
  progress(`figures in ${secondsSince(begun)} s`);
}

const secondsSince = (begun: number): string => ((Date.now() - begun) / 1000).toFixed(1);

/** Prepares the national data. Takes about half a second at scale 1. */
async function prepare(sql: Database, seedNumber: number, scale: number): Promise<Country> {
  const plan = nationalPlan(seedNumber, scale, manilaToday());
  const firstIds = await sql.begin((tx) => reserveIds(tx, "national", plannedRows(plan)));
  return makeCountry(plan, firstIds);
}
