/** Generates agrarian reform communities and the barangays they cover, with invented names at real places. */
import { districtOf, type GazetteerProvince } from "../lib/gazetteer.ts";
import { plainName, shortTownName } from "../lib/names.ts";
import type { Random } from "../lib/random.ts";

export interface Arc {
  arc_id: string;
  arc_name: string;
  arc_type: string;
  year_launched: number;
  arc_classification: string;
  region_name: string;
  province_name: string;
  muncity_name: string;
  barangay_name: string | null;
  cd: string | null;
  remarks: string | null;
  process_stage: string | null;
}

export interface ArcBarangay {
  arc_id: string;
  region_name: string;
  province_name: string;
  muncity_name: string;
  barangay_name: string;
  cd: string | null;
  remarks: string | null;
  status: string | null;
}

export interface ArcWithBarangays {
  arc: Arc;
  cluster: string | null;
  barangays: ArcBarangay[];
}

const TYPES = [
  ["Regular", 60],
  ["Expanded", 15],
  ["SARC - Geographically Isolated", 6],
  ["SARC - Calamity Prone", 6],
  ["SARC - Special Tribal", 4],
  ["SARC - Peace Development Zone", 4],
  ["SARC - Agro-Tourism", 2],
  ["ARC Cluster", 3],
] as const;

const CLASSIFICATIONS = [
  ["Prime", 3],
  ["Semi-Prime", 3],
  ["Satellite", 4],
] as const;

/**
 * Generates the ARC with number `sequence` in the province. The ARC is in one town and covers two to six of its
 * barangays, four on average. An ARC covers fewer barangays if its town has fewer.
 */
export function makeArc(random: Random, province: GazetteerProvince, sequence: number): ArcWithBarangays {
  const town = random.pick(province.towns);
  const covered = random.sample(town.barangays, random.int(2, 6));
  const place = { region_name: province.region, province_name: province.name, muncity_name: town.name };
  const arcId = `ARC-${province.code}-${String(sequence).padStart(4, "0")}`;
  const cd = districtOf(province.name, town.name);
  const short = shortTownName(town.name);
  const title = random.chance(0.5) ? short : `${plainName(covered[0] ?? short)}-${short}`;
  return {
    arc: {
      arc_id: arcId,
      arc_name: `${title} ARC ${sequence}`,
      arc_type: random.weighted(TYPES),
      year_launched: random.int(1993, 2022),
      arc_classification: random.weighted(CLASSIFICATIONS),
      ...place,
      barangay_name: covered[0] ?? null,
      cd,
      remarks: random.chance(0.1) ? "Boundaries for validation with the municipal office." : null,
      process_stage: random.chance(0.5) ? "Approved" : "Pending",
    },
    cluster: random.chance(0.4) ? `${province.name} ARC Cluster ${1 + (sequence % 4)}` : null,
    barangays: covered.map((barangay) => ({
      arc_id: arcId,
      ...place,
      barangay_name: barangay,
      cd,
      remarks: null,
      status: random.weighted([
        ["Accomplished", 9],
        ["Target", 1],
      ] as const),
    })),
  };
}
