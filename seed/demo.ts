/** The demo's records: a few invented organizations and communities, densest in the demo users' own province. */
import type postgres from "postgres";
import { insertRows, type Row } from "./lib/bulk.ts";
import { type GazetteerProvince, readGazetteer } from "./lib/gazetteer.ts";
import { createRandom } from "./lib/random.ts";
import { type Arbo, makeArbo } from "./records/arbo.ts";
import { type ArcWithBarangays, makeArc } from "./records/arc.ts";
import type { UserIds } from "./users.ts";

/** Records of each province: 60 ARBOs and 15 ARCs in three regions. */
const PROVINCES = [
  { province: "Nueva Ecija", arbos: 25, arcs: 6 },
  { province: "Tarlac", arbos: 5, arcs: 2 },
  { province: "Bulacan", arbos: 4, arcs: 1 },
  { province: "Pampanga", arbos: 4, arcs: 1 },
  { province: "Bataan", arbos: 2, arcs: 0 },
  { province: "Zambales", arbos: 2, arcs: 0 },
  { province: "Aurora", arbos: 1, arcs: 0 },
  { province: "Leyte", arbos: 6, arcs: 2 },
  { province: "Samar", arbos: 3, arcs: 1 },
  { province: "Bukidnon", arbos: 5, arcs: 2 },
  { province: "Misamis Oriental", arbos: 3, arcs: 0 },
] as const;

export interface DemoRecords {
  province: GazetteerProvince;
  arcs: ArcWithBarangays[];
  arbos: Arbo[];
}

/** The demo's records by province; the same seed number gives the same records. */
export function makeDemoRecords(seedNumber: number): DemoRecords[] {
  const gazetteer = readGazetteer();
  return PROVINCES.map((wanted) => {
    const province = gazetteer.province(wanted.province);
    const random = createRandom(`demo/${seedNumber}/${province.code}`);
    const arcs = Array.from({ length: wanted.arcs }, (_, index) => makeArc(random, province, index + 1));
    const taken = new Set<string>();
    const arbos = Array.from({ length: wanted.arbos }, (_, index) =>
      makeArbo(random, { province, arcs, sequence: index + 1, taken }),
    );
    return { province, arcs, arbos };
  });
}

/** Saves the demo's records, each in the name of the officer of its place. Returns how many rows were put in. */
export async function seedDemoRecords(
  tx: postgres.TransactionSql,
  users: UserIds,
  seedNumber: number,
): Promise<number> {
  let count = 0;
  for (const { province, arcs, arbos } of makeDemoRecords(seedNumber)) {
    const author = users.get(officerOf(province)) ?? null;
    const load = async (table: string, rows: readonly Row[]) => {
      count += await insertRows(tx, { table, rows, author });
    };
    await load(
      "arc_masterlist",
      arcs.map(({ arc }) => ({ ...arc })),
    );
    await load(
      "arc_barangays_covered",
      arcs.flatMap(({ barangays }) => barangays.map((row) => ({ ...row }))),
    );
    await load("arbo_masterlist", arbos);
  }
  return count;
}

function officerOf(province: GazetteerProvince): string {
  if (province.name === "Nueva Ecija") return "provincial";
  return province.region === "Region III (Central Luzon)" ? "regional" : "central";
}
