/** Generates ARBO masterlist rows: invented organizations at real places, with consistent figures. */
import { districtOf, type GazetteerProvince } from "../lib/gazetteer.ts";
import { organizationName, pickOrgType } from "../lib/names.ts";
import type { Random } from "../lib/random.ts";
import { makeFinances, makeMembers } from "./arbo-figures.ts";
import type { ArcWithBarangays } from "./arc.ts";

export type ArboValue = string | number | null;

/**
 * Values of a row of public.arbo_masterlist, by column name: all columns that an import can fill, process_stage and
 * status.
 */
export type Arbo = Record<string, ArboValue> & { arbo_id: string; arbo_name: string };

/**
 * Current year of the generated masterlist; all its dates are in earlier years. The year is fixed, so that the same
 * seed always gives the same records.
 */
const DATA_YEAR = 2025;

const LEVELS = [
  ["Level 1", 10],
  ["Level 2", 20],
  ["Level 3", 30],
  ["Level 4", 25],
  ["Level 5", 10],
  ["Not assessed", 5],
] as const;

const OMA_LEVELS = [
  "Level 1 - Low",
  "Level 2 - Lower-Medium",
  "Level 3 - Medium",
  "Level 4 - Higher-Medium",
  "Level 5 - High",
] as const;

const STATUSES = [
  ["Operational", 90],
  ["Non-Operational", 5],
  ["Temporary", 4],
  ["Dissolved", 1],
] as const;

const STAGES = [
  ["Pending", 55],
  ["Approved", 40],
  [null, 5],
] as const;

const REMARKS = [
  "Books of accounts updated by the bookkeeper.",
  "For follow-up: election of officers.",
  "Membership list under validation.",
  "Common service facility in use.",
  "With pending application for a loan.",
] as const;

/** Data of the province from which an organization is generated. */
export interface ArboContext {
  province: GazetteerProvince;
  /** ARCs of the province. About 60 % of the organizations belong to an ARC. */
  arcs: readonly ArcWithBarangays[];
  /** Number of the organization in the province, used at the end of the ARBO ID. */
  sequence: number;
  /** Names of organizations that are already used in the province. */
  taken: Set<string>;
}

/**
 * Generates one organization. Totals equal the sums of their parts, and no group of members is larger than the whole
 * membership.
 */
export function makeArbo(random: Random, setting: ArboContext): Arbo {
  const { province } = setting;
  const home = setting.arcs.length > 0 && random.chance(0.6) ? random.pick(setting.arcs) : null;
  const town = home
    ? (province.towns.find((candidate) => candidate.name === home.arc.muncity_name) ??
      random.pick(province.towns))
    : random.pick(province.towns);
  const barangay = home ? random.pick(home.barangays).barangay_name : random.pick(town.barangays);
  const orgType = pickOrgType(random);
  const name = organizationName(random, orgType, { barangay, town: town.name }, setting.taken);
  const organized = random.int(1988, DATA_YEAR - 3);
  return {
    arbo_id: `ARBO-${province.code}-${String(setting.sequence).padStart(5, "0")}`,
    arbo_name: name,
    region_name: province.region,
    province_name: province.name,
    muncity_name: town.name,
    barangay_name: barangay,
    cd: districtOf(province.name, town.name),
    sitio_purok_street: random.chance(0.7) ? `Purok ${random.int(1, 7)}` : null,
    arbo_service_coverage: random.pick(["Barangay", "Municipal", "Provincial", "Inter-barangay"]),
    arc_id: home?.arc.arc_id ?? null,
    arc_name: home?.arc.arc_name ?? null,
    arc_type: home?.arc.arc_type ?? null,
    arc_cluster_name: home?.cluster ?? null,
    year_organized: organized,
    org_type: orgType,
    enterprises_services_count: random.int(0, 6),
    ...makeAssessments(random, organized),
    ...makeRegistration(random, { orgType, region: province.code.slice(0, 2), organized }),
    ...makeMembers(random, organized),
    ...makeFinances(random, DATA_YEAR),
    remarks: random.chance(0.25) ? random.pick(REMARKS) : null,
    status: "Accomplished",
    process_stage: random.weighted(STAGES),
  };
}

function makeAssessments(random: Random, organized: number): Record<string, ArboValue> {
  const level2019 = organized <= 2019 ? random.weighted(LEVELS) : null;
  const level2024 = random.weighted(LEVELS);
  const statusOf = (level: string) => (level === "Not assessed" ? "Not assessed" : "Assessed");
  return {
    oma_level_2013: organized <= 2013 ? random.pick(OMA_LEVELS) : null,
    itema_status_2019: level2019 === null ? null : statusOf(level2019),
    itema_level_2019: level2019,
    it_easy_status_2024: statusOf(level2024),
    it_easy_level_2024: level2024,
    current_arbo_status: random.weighted(STATUSES),
  };
}

function makeRegistration(
  random: Random,
  facts: { orgType: string; region: string; organized: number },
): Record<string, ArboValue> {
  const registered = Math.min(facts.organized + random.int(0, 2), DATA_YEAR - 1);
  const cooperative = facts.orgType.endsWith("Cooperative");
  const agency = cooperative ? "CDA" : random.pick(["SEC", "DOLE"]);
  const serial = String(random.int(1, 99_999_999)).padStart(8, "0");
  const numbers = {
    CDA: `9520-${facts.region}${serial}`,
    SEC: `CN${registered}${serial.slice(2)}`,
    DOLE: `RO${facts.region}-${registered}-${serial.slice(4)}`,
  } as const;
  const certified = random.chance(0.75);
  return {
    registering_agency: agency,
    registration_number: numbers[agency as keyof typeof numbers],
    date_of_registration: date(random, registered),
    coc_or_cgs_number: certified ? `${cooperative ? "COC" : "CGS"}-${serial.slice(3)}` : null,
    coc_cgs_attachment_link:
      certified && random.chance(0.5) ? `https://files.example/coc/${serial}.pdf` : null,
    latest_date_of_coc_cgs: certified
      ? date(random, Math.max(registered, DATA_YEAR - random.int(1, 3)))
      : null,
  };
}

/** Returns a random ISO date in the year. */
function date(random: Random, year: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${year}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`;
}
