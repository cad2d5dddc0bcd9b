/**
 * Records of Form 11 and of the annual updating: support planned for organizations, support given, and its state in
 * later years.
 */
import { form11Accomp, form11FarmInfo } from "#shared/records/forms/form-11.ts";
import { type Country, type Profile, streamOf } from "../country/country.ts";
import type { Row } from "../lib/bulk.ts";
import { addDays, dayBetween, pickDay, reportedOn, yearOf } from "../lib/calendar.ts";
import { type Equipment, machines, supplies } from "../lib/equipment.ts";
import { type Programme, programmeColumns } from "../lib/programmes.ts";
import type { Random } from "../lib/random.ts";
import { bookkeeping, bySex, complete, projectOf, type TargetMatch } from "./common.ts";

/** Reasons why a machine does not function. */
const FAULTS = ["Engine trouble, for repair", "Damaged by the typhoon", "Spare parts not available"] as const;
const IDLE = [
  "No trained operator",
  "Out of season",
  "No fuel allocation",
  "Shed still under construction",
] as const;

/** Support for an organization: equipment of one kind, planned or given on one day under a project. */
export interface Support {
  meeting: TargetMatch;
  item: Equipment;
  project: Programme | null;
  day: string;
  /** Number of units given; 0 if the support was only planned. */
  delivered: number;
  /** Number of units planned; 0 if the support was given without a plan. */
  wanted: number;
  costEach: number;
  /** State of each machine that was given. Empty for supplies, which have no rows in the inventory. */
  machines: MachineState[];
}

export interface MachineState {
  fme_inventory_id: string;
  fault: string | null;
  idle: string | null;
}

/**
 * Returns all support that was planned for an organization or given to it: one to three machines at a time, and
 * supplies.
 */
export function supportsOf(country: Country, profile: Profile): Support[] {
  const random = streamOf(country, profile, "support");
  const { before, count } = country.share("fme_inventory_table", profile);
  const supports: Support[] = [];
  const add = (meeting: TargetMatch, item: Equipment, units: number, states: MachineState[] = []) => {
    const last = meeting === "unmet" ? `${country.lastYear}-12-31` : profile.until;
    const [low, high] = item.cost;
    supports.push({
      meeting,
      item,
      project: projectOf(random, profile),
      day: pickDay(random, country.lastYear, last),
      delivered: meeting === "unmet" ? 0 : units,
      wanted: meeting === "unplanned" ? 0 : units + (random.chance(0.2) ? 1 : 0),
      costEach: random.int(low, high) * 1_000,
      machines: states,
    });
  };
  for (let place = 0; place < count; ) {
    const units = Math.min(count - place, random.int(1, 3));
    const first = country.firstIds.fme_inventory_table + before + place;
    const states = Array.from({ length: units }, (_, unit) => stateOf(random, `FME-${first + unit}`));
    add(random.chance(0.7) ? "matched" : "unplanned", random.pick(machines), units, states);
    place += units;
  }
  if (profile.projects.length === 0) return supports;
  for (let more = random.int(0, 2); more > 0; more--) {
    const meeting = random.weighted([
      ["matched", 60],
      ["unmet", 25],
      ["unplanned", 15],
    ] as const);
    add(meeting, random.pick(supplies), random.int(1, 40));
  }
  if (random.chance(0.3)) add("unmet", random.pick(machines), random.int(1, 2));
  return supports;
}

function stateOf(random: Random, id: string): MachineState {
  const state = random.weighted([
    ["works", 80],
    ["broken", 9],
    ["idle", 11],
  ] as const);
  return {
    fme_inventory_id: id,
    fault: state === "broken" ? random.pick(FAULTS) : null,
    idle: state === "idle" ? random.pick(IDLE) : null,
  };
}

const supportColumns = (
  random: Random,
  profile: Profile,
  { item, machines: states }: Support,
  units: number,
) => {
  const all = bySex(random, profile, random.int(15, 120));
  return {
    type_enterprise: profile.crop.enterprise,
    crop_commodity: profile.crop.name,
    scale_production: random.pick(["Small", "Small", "Medium", "Large"]),
    unit_measure: profile.crop.unit,
    type_livelihood: random.pick(["On-farm", "On-farm", "Off-farm"]),
    support_provided: item.kind,
    hard_component: item.name,
    description: item.description,
    quantity_hard: units,
    unit_hard: item.unit,
    functional: states.some(({ fault }) => fault) ? "No" : "Yes",
    utilized: states.some(({ idle, fault }) => idle || fault) ? "No" : "Yes",
    male_arbs: all.men,
    female_arbs: all.women,
    uploadFile: null,
  };
};

/**
 * Generates rows of public.form11_accomps. Support that was planned has a row with the status Target, and support that
 * was given has a row with the status Accomplished.
 */
export function* form11Rows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    const random = streamOf(country, profile, "form-11");
    for (const support of supportsOf(country, profile)) {
      const { day, project, wanted, delivered, costEach } = support;
      const year = yearOf(day);
      const row = (status: "Target" | "Accomplished", on: string, units: number): Row =>
        complete(
          form11Accomp,
          {
            status,
            ...reportedOn(on),
            ...programmeColumns(project, year),
            ...profile.links,
            ...supportColumns(random, profile, support, units),
            total_cost: costEach * units,
            date_distributed: status === "Target" ? null : day,
            ...(status === "Target" && { functional: null, utilized: null }),
            ...bookkeeping(random, country, on),
          },
          on,
        );
      if (wanted > 0) yield row("Target", dayBetween(random, `${year}-01-05`, `${year}-03-20`), wanted);
      if (delivered > 0) yield row("Accomplished", day, delivered);
    }
  }
}

/** Generates rows of public.form11_farm_infos: farms that received some of the support. */
export function* farmInfoRows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    const random = streamOf(country, profile, "farm-info");
    for (const support of supportsOf(country, profile)) {
      const { day, project, delivered, costEach } = support;
      if (delivered === 0 || random.chance(0.6)) continue;
      yield complete(
        form11FarmInfo,
        {
          status: "Accomplished",
          ...reportedOn(day),
          ...programmeColumns(project, yearOf(day)),
          ...profile.links,
          ...supportColumns(random, profile, support, delivered),
          total_cost: costEach * delivered,
          date_distributed: day,
          ...bookkeeping(random, country, day),
        },
        day,
      );
    }
  }
}

/**
 * Generates rows of public.inventory_status_monitoring: one row for each support given, and one for each later year in
 * which its state was recorded.
 */
export function* inventoryStatusRows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    const random = streamOf(country, profile, "inventory-status");
    for (const { item, project, day, delivered } of supportsOf(country, profile)) {
      if (delivered === 0) continue;
      const row = (status: "Accomplished" | "Updated", on: string, quantity: number): Row => ({
        status,
        ...reportedOn(on),
        ...programmeColumns(project, yearOf(day)),
        ...profile.links,
        support_provided: item.kind,
        hard_component: item.name,
        description: item.description,
        quantity,
        unit_hard: item.unit,
        ...bookkeeping(random, country, on),
      });
      yield row("Accomplished", day, delivered);
      let left = delivered;
      for (let on = addDays(day, 365); on <= profile.until; on = addDays(on, 365)) {
        if (random.chance(0.15)) left = Math.max(0, left - 1);
        if (random.chance(0.7)) yield row("Updated", on, left);
      }
    }
  }
}
