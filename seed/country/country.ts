/**
 * Data shared by all generators: the provinces with their communities and organizations, the number of records per
 * organization, and the ids that the rows will have. The demo data covers a few provinces, the national data all of
 * them.
 */

import { endOfQuarterBefore, endOfYearBefore } from "../lib/calendar.ts";
import { type Crop, pickCrop } from "../lib/crops.ts";
import type { GazetteerProvince } from "../lib/gazetteer.ts";
import { type Programme, readProgrammes } from "../lib/programmes.ts";
import { createRandom, type Random } from "../lib/random.ts";
import { shareOut } from "../lib/share-out.ts";
import { type Arbo, makeArbo } from "./arbo.ts";
import { type ArcWithBarangays, makeArc } from "./arc.ts";

/** Tables with a planned number of rows. The rows are distributed over the organizations. */
export const plannedTables = [
  "arbo_trainings",
  "participants",
  "form7_proddevs",
  "fme_inventory_table",
  "arb_marketing_assistance_monitoring",
] as const;
export type PlannedTable = (typeof plannedTables)[number];

/** Tables whose row ids the generators assign, so that other rows can refer to these rows before they are saved. */
export const numberedTables = ["arbo_masterlist", ...plannedTables] as const;
export type NumberedTable = (typeof numberedTables)[number];

/** Day up to which an office has reported: today, the end of the last quarter, or the end of the last year. */
export type Reporting = "up to date" | "last quarter" | "last year";

export interface ProvincePlan {
  province: GazetteerProvince;
  arcs: number;
  arbos: number;
  reporting: Reporting;
}

export interface CountryPlan {
  /** Prefix of the name of each random number stream. Contains the seed number. */
  label: string;
  /**
   * Day in Manila on which the data is generated. No record has a later date. The records cover the last four years.
   */
  today: string;
  provinces: readonly ProvincePlan[];
  /** Numbers at which the ARC IDs and the ARBO IDs of each province start. */
  firstArc: number;
  firstArbo: number;
  /** Number of rows of each table of `plannedTables`, in the whole country. */
  rows: Readonly<Record<PlannedTable, number>>;
}

/** Data of an organization. The generators use this data to generate the organization's records. */
export interface Profile {
  /** Id of the organization in the masterlist. */
  id: number;
  /** Index of the organization in `Country.profiles`. */
  index: number;
  arbo_id: string;
  /** Columns of the organization, its location and its ARC. All records of the organization have these columns. */
  links: Readonly<ReturnType<typeof linksOf>>;
  itStatus: string | null;
  itLevel: string | null;
  menShare: number;
  crop: Crop;
  /** Projects that cover the organization; may be empty. */
  projects: readonly Programme[];
  /** Day up to which the organization's office has reported. */
  until: string;
}

export interface Country {
  plan: CountryPlan;
  /** The last of the four years that the records cover. */
  lastYear: number;
  arcs: ReadonlyMap<string, readonly ArcWithBarangays[]>;
  profiles: readonly Profile[];
  firstIds: Readonly<Record<NumberedTable, number>>;
  /**
   * Returns how many rows of the table the organization has (`count`), and how many all organizations with a lower
   * index have (`before`).
   */
  share(table: PlannedTable, profile: Profile): { before: number; count: number };
}

/**
 * Returns the number of rows of each table in `numberedTables`. These numbers are known before any row is generated.
 */
export function plannedRows(plan: CountryPlan): Record<NumberedTable, number> {
  const arbos = plan.provinces.reduce((sum, province) => sum + province.arbos, 0);
  return { arbo_masterlist: arbos, ...plan.rows };
}

/** Prepares a country. This takes half a second and about 10 MB for 10,000 organizations. */
export function makeCountry(plan: CountryPlan, firstIds: Country["firstIds"]): Country {
  const arcs = new Map(plan.provinces.map((wanted) => [wanted.province.code, makeArcs(plan, wanted)]));
  const programmes = readProgrammes();
  const profiles: Profile[] = [];
  for (const { id, arbo, wanted } of arbosOf(plan, arcs, firstIds.arbo_masterlist)) {
    const random = createRandom(`${plan.label}/profile/${arbo.arbo_id}`);
    profiles.push(profileOf(random, { id, index: profiles.length, arbo, wanted, plan, programmes }));
  }
  const starts = startsOf(plan, profiles);
  return {
    plan,
    lastYear: Number(plan.today.slice(0, 4)),
    arcs,
    profiles,
    firstIds,
    share(table, { index }) {
      const before = starts[table][index] ?? 0;
      return { before, count: (starts[table][index + 1] ?? before) - before };
    },
  };
}

/** Generates all organizations with their ids, in the order of the provinces. Repeated calls give the same result. */
export function* arbosOf(
  plan: CountryPlan,
  arcs: Country["arcs"],
  firstId: number,
): Iterable<{ id: number; arbo: Arbo; wanted: ProvincePlan }> {
  let id = firstId;
  for (const wanted of plan.provinces) {
    const { province } = wanted;
    const random = createRandom(`${plan.label}/arbo/${province.code}`);
    const setting = { province, arcs: arcs.get(province.code) ?? [], taken: new Set<string>() };
    for (let place = 0; place < wanted.arbos; place++) {
      yield { id: id++, arbo: makeArbo(random, { ...setting, sequence: plan.firstArbo + place }), wanted };
    }
  }
}

/**
 * Returns the stream of random numbers for one part of an organization's records. The stream does not depend on the
 * other parts of the records.
 */
export const streamOf = (country: Country, profile: Profile, part: string): Random =>
  createRandom(`${country.plan.label}/${part}/${profile.arbo_id}`);

function makeArcs(plan: CountryPlan, { province, arcs }: ProvincePlan): ArcWithBarangays[] {
  const random = createRandom(`${plan.label}/arc/${province.code}`);
  return Array.from({ length: arcs }, (_, place) => makeArc(random, province, plan.firstArc + place));
}

function profileOf(
  random: Random,
  facts: {
    id: number;
    index: number;
    arbo: Arbo;
    wanted: ProvincePlan;
    plan: CountryPlan;
    programmes: readonly Programme[];
  },
): Profile {
  const { arbo, wanted, plan } = facts;
  const projects = random.weighted([
    [0, 35],
    [1, 45],
    [2, 20],
  ] as const);
  const ends = {
    "up to date": plan.today,
    "last quarter": endOfQuarterBefore(plan.today),
    "last year": endOfYearBefore(plan.today),
  } as const;
  return {
    id: facts.id,
    index: facts.index,
    arbo_id: arbo.arbo_id,
    links: linksOf(facts.id, arbo),
    itStatus: arbo.it_easy_status_2024 as string | null,
    itLevel: arbo.it_easy_level_2024 as string | null,
    menShare: Number(arbo.total_member_male) / Math.max(1, Number(arbo.total_member)),
    crop: pickCrop(random, wanted.province.code.slice(0, 2)),
    projects: random.sample(facts.programmes, projects),
    until: ends[wanted.reporting],
  };
}

function linksOf(id: number, arbo: Arbo) {
  const text = (column: string) => (arbo[column] ?? null) as string | null;
  return {
    arboPrimaryKey: id,
    arbo_id: arbo.arbo_id,
    arbo_name: arbo.arbo_name,
    region_name: text("region_name"),
    province_name: text("province_name"),
    muncity_name: text("muncity_name"),
    barangay_name: text("barangay_name"),
    cd: text("cd"),
    arc_id: text("arc_id"),
    arc_name: text("arc_name"),
    arc_type: text("arc_type"),
    arc_cluster_name: text("arc_cluster_name"),
  };
}

/**
 * Returns running totals per table of `plannedTables`: entry i is the number of rows of all organizations before
 * organization i. The last entry is the number of all rows.
 */
function startsOf(plan: CountryPlan, profiles: readonly Profile[]): Record<PlannedTable, Uint32Array> {
  const weights = Object.fromEntries(plannedTables.map((table) => [table, [] as number[]])) as Record<
    PlannedTable,
    number[]
  >;
  for (const profile of profiles) {
    const random = createRandom(`${plan.label}/activity/${profile.arbo_id}`);
    // Most rows belong to a few organizations. Some organizations have no rows.
    const activity = profile.projects.length === 0 ? 0.2 : 0.5 + 3 * random.next() ** 2;
    for (const table of plannedTables) weights[table].push(random.chance(0.2) ? 0 : activity);
  }
  const starts = {} as Record<PlannedTable, Uint32Array>;
  for (const table of plannedTables) {
    // Organizations get participants in proportion to their trainings. Some organizations without trainings also get a
    // few participants.
    const trainings = starts.arbo_trainings;
    const shares =
      table === "participants"
        ? weights[table].map((own, i) => 0.05 * own + trainingsAt(trainings, i))
        : weights[table];
    starts[table] = runningTotals(shareOut(plan.rows[table], shares));
  }
  return starts;
}

const trainingsAt = (starts: Uint32Array, index: number): number =>
  (starts[index + 1] ?? 0) - (starts[index] ?? 0);

function runningTotals(counts: readonly number[]): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  for (const [index, count] of counts.entries()) starts[index + 1] = (starts[index] ?? 0) + count;
  return starts;
}
