/**
 * The generator of a whole country's records, for benchmarks and for trying the product at its real size: 10,000
 * ARBOs, 2,500 ARCs and some 10,000 ARC barangays at scale 1, over all provinces. A seed number gives the same rows.
 *
 * A record type is added as one entry of `generators`.
 */
import type postgres from "postgres";
import { loadRows, type Row } from "./lib/bulk.ts";
import { type GazetteerProvince, readGazetteer } from "./lib/gazetteer.ts";
import { once } from "./lib/once.ts";
import { createRandom, type Random } from "./lib/random.ts";
import { makeArbo } from "./records/arbo.ts";
import { type ArcWithBarangays, makeArc } from "./records/arc.ts";

const ARCS = 2_500;
const ARBOS = 10_000;

/** Numbers in IDs start here, so that they never meet the demo's. */
const FIRST_ARC = 1_001;
const FIRST_ARBO = 10_001;

/** What generators share: the places, and the communities that organizations belong to. */
export interface NationalContext {
  seedNumber: number;
  scale: number;
  provinces: readonly GazetteerProvince[];
  /** ARCs by province code. */
  arcs: ReadonlyMap<string, readonly ArcWithBarangays[]>;
}

export interface Generator {
  table: string;
  /** The rows, in an order in which they can be saved. May be a generator function: rows are drawn as they are sent. */
  rows(context: NationalContext): Iterable<Row>;
}

/** In the order of loading: what is referred to stands before what refers to it. */
export const generators: readonly Generator[] = [
  { table: "arc_masterlist", rows: arcRows },
  { table: "arc_barangays_covered", rows: arcBarangayRows },
  { table: "arbo_masterlist", rows: arboRows },
];

/** Prepares the places and the ARCs. Takes about half a second at scale 1. */
export function nationalContext(seedNumber: number, scale: number): NationalContext {
  const { provinces } = readGazetteer();
  const shares = shareOut(Math.round(ARCS * scale), provinces);
  const arcs = new Map<string, ArcWithBarangays[]>();
  provinces.forEach((province, index) => {
    const random = stream(seedNumber, "arc", province);
    const list = Array.from({ length: shares[index] ?? 0 }, (_, place) =>
      makeArc(random, province, FIRST_ARC + place),
    );
    arcs.set(province.code, list);
  });
  return { seedNumber, scale, provinces, arcs };
}

/** Loads every table that this database has not had yet, each in one transaction. */
export async function seedNational(
  sql: postgres.Sql,
  options: {
    seedNumber: number;
    scale: number;
    author: string | null;
    progress: (line: string) => void;
  },
): Promise<void> {
  let context: NationalContext | null = null;
  for (const { table, rows } of generators) {
    const begun = Date.now();
    const count = await once(sql, `national/${table}`, async (tx) => {
      context ??= nationalContext(options.seedNumber, options.scale);
      return loadRows(tx, { table, rows: rows(context), author: options.author, rebuildSearch: true });
    });
    if (count === null) continue;
    // Fresh statistics: the first queries would otherwise be planned for an empty table.
    await sql.unsafe(`analyze public.${table}`);
    options.progress(`${table}: ${count} rows in ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  }
}

function* arcRows({ arcs }: NationalContext): Iterable<Row> {
  for (const list of arcs.values()) for (const { arc } of list) yield { ...arc };
}

function* arcBarangayRows({ arcs }: NationalContext): Iterable<Row> {
  for (const list of arcs.values()) {
    for (const { barangays } of list) for (const row of barangays) yield { ...row };
  }
}

function* arboRows({ seedNumber, scale, provinces, arcs }: NationalContext): Iterable<Row> {
  const shares = shareOut(Math.round(ARBOS * scale), provinces);
  for (const [index, province] of provinces.entries()) {
    const random = stream(seedNumber, "arbo", province);
    const setting = { province, arcs: arcs.get(province.code) ?? [], taken: new Set<string>() };
    for (let place = 0; place < (shares[index] ?? 0); place++) {
      yield makeArbo(random, { ...setting, sequence: FIRST_ARBO + place });
    }
  }
}

function stream(seedNumber: number, what: string, province: GazetteerProvince): Random {
  return createRandom(`national/${seedNumber}/${what}/${province.code}`);
}

/** Splits a number over the provinces by their towns: whole shares that add up to it exactly. */
export function shareOut(total: number, provinces: readonly GazetteerProvince[]): number[] {
  const towns = provinces.reduce((sum, province) => sum + province.towns.length, 0);
  let before = 0;
  return provinces.map((province) => {
    const from = Math.round((total * before) / towns);
    before += province.towns.length;
    return Math.round((total * before) / towns) - from;
  });
}
