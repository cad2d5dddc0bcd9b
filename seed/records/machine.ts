/** Records of machines: one inventory row per machine, with its papers and permits, and the rentals of the machine. */
import { fmeInventoryTable } from "#shared/records/forms/fme-inventory-table.ts";
import type { Country, Profile } from "../country/country.ts";
import type { Row } from "../lib/bulk.ts";
import { addDays, dayBetween, reportedOn, yearOf } from "../lib/calendar.ts";
import { shortTownName } from "../lib/names.ts";
import { programmeColumns } from "../lib/programmes.ts";
import { createRandom, type Random } from "../lib/random.ts";
import { bookkeeping, bySex, complete, yesNo } from "./common.ts";
import { type MachineState, type Support, supportsOf } from "./support.ts";

const SUPPLIERS = [
  "Central Plains Farm Machinery",
  "Golden Grain Agri-Equipment",
  "Island Agri-Trading",
  "Harvest Line Industrial Supply",
  "Mabuhay Machineries",
] as const;

/**
 * Ranges for the number of days from today to the expiry of a permit, each with a weight. Some permits are expired,
 * some expire within a quarter, and most are valid for longer.
 */
const EXPIRY = [
  [[-400, -1], 15],
  [[0, 89], 20],
  [[90, 900], 65],
] as const;

/**
 * Yields each machine of an organization with the support under which it was given, and a random stream for the
 * machine.
 */
function* machinesOf(
  country: Country,
  profile: Profile,
): Iterable<{ state: MachineState; support: Support; random: Random }> {
  for (const support of supportsOf(country, profile)) {
    for (const state of support.machines) {
      yield {
        state,
        support,
        random: createRandom(`${country.plan.label}/machine/${state.fme_inventory_id}`),
      };
    }
  }
}

function permitsOf(random: Random, country: Country, makesFood: boolean) {
  const expiry = (granted: string) => {
    const [from, to] = random.weighted<readonly [number, number]>(EXPIRY);
    return granted === "Yes" ? addDays(country.plan.today, random.int(from, to)) : null;
  };
  const permit = (share: number) => (makesFood ? yesNo(random, share) : "No");
  const [fda, cpr, halal] = [permit(0.6), permit(0.4), permit(0.1)];
  return {
    fda_lto_certificate: fda,
    fda_lto_expiry: expiry(fda),
    cpr_registration: cpr,
    cpr_expiry: expiry(cpr),
    halal_registration: halal,
    halal_expiry: expiry(halal),
    npk_certificate: yesNo(random, 0.05),
    environment_certificate: yesNo(random, makesFood ? 0.4 : 0.1),
  };
}

function processingOf(random: Random, profile: Profile, makesFood: boolean) {
  const product = profile.crop.products.find(({ type }) => type === "Processed food" || type === "Beverage");
  const town = shortTownName(profile.links.muncity_name ?? "");
  const processors = (most: number) => (makesFood ? random.int(0, most) : null);
  return {
    enterprise_established: makesFood ? yesNo(random, 0.75) : yesNo(random, 0.3),
    process_product: makesFood ? (product?.made ?? "Processed food") : null,
    process_product_type: makesFood ? (product?.type ?? "Processed food") : null,
    product_brand_name:
      makesFood && random.chance(0.6) ? `${town} ${random.pick(["Delights", "Best", "Harvest"])}` : null,
    male_arb_processors: processors(12),
    female_arb_processors: processors(18),
    male_nonarb_processors: processors(4),
    female_nonarb_processors: processors(6),
  };
}

/**
 * Returns the columns about ownership. The trust agreement is signed on the day the machine is given. The deed of
 * donation follows later or never.
 */
function papersOf(random: Random, day: string, until: string) {
  const trust = random.chance(0.9) ? day : null;
  const after = dayBetween(random, addDays(day, 30), addDays(day, 400));
  const deed = random.chance(0.75) && after <= until ? after : null;
  return {
    ownership_update: deed ? "Owned by the ARBO" : "Under trust agreement",
    trust_agreement_date: trust,
    picture_trust_agreement: null,
    deed_donation_date: deed,
    picture_deed_donation: null,
    acceptance_cert_received: random.weighted([
      ["Received", 80],
      ["Not yet received", 18],
      ["N/A", 2],
    ] as const),
  };
}

function operatorsOf(random: Random, profile: Profile, day: string) {
  const training = random.weighted([
    ["Conducted", 75],
    ["Not conducted", 17],
    ["Scheduled", 8],
  ] as const);
  const after = addDays(day, random.int(0, 45));
  const done = training === "Conducted" && after <= profile.until;
  const trained = bySex(random, profile, random.int(2, 8));
  return {
    om_training_conducted: training === "Conducted" && !done ? "Scheduled" : training,
    om_training_date: done ? after : null,
    om_trained_male: done ? trained.men : null,
    om_trained_female: done ? trained.women : null,
    om_training_not_done_reason: training === "Not conducted" ? "Supplier has not sent a trainer yet" : null,
  };
}

/** Generates rows of public.fme_inventory_table. */
export function* machineRows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    for (const { state, support, random } of machinesOf(country, profile)) {
      const { item, project, day } = support;
      const makesFood = item.makesFood ?? false;
      yield complete(
        fmeInventoryTable,
        {
          id: Number(state.fme_inventory_id.slice("FME-".length)),
          fme_inventory_id: state.fme_inventory_id,
          prj_title: item.name,
          supplier_name: random.pick(SUPPLIERS),
          ...programmeColumns(project, yearOf(day)),
          ...profile.links,
          inventory_conducted: yesNo(random, 0.85),
          nonfunctional_reason: state.fault,
          nonutilized_reason: state.idle,
          ...operatorsOf(random, profile, day),
          ...papersOf(random, day, profile.until),
          ...processingOf(random, profile, makesFood),
          ...permitsOf(random, country, makesFood),
          status: "Accomplished",
          ...bookkeeping(random, country, day),
        },
        day,
      );
    }
  }
}

/** Generates rows of public.fme_rental_monitoring: up to six rentals per working machine. */
export function* rentalRows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    for (const { state, support, random: machine } of machinesOf(country, profile)) {
      const { item, project, day } = support;
      const from = addDays(day, 30);
      if (!item.fee || state.fault || state.idle || from >= profile.until) continue;
      const random = machine.fork("rental");
      for (let turn = random.int(0, 6); turn > 0; turn--) {
        const rented = dayBetween(random, from, profile.until);
        const days = random.int(1, 5);
        const returned = addDays(rented, days - 1);
        const arbs = bySex(random, profile, random.int(1, 8));
        const others = bySex(random, profile, random.int(0, 4));
        yield {
          status: "Accomplished",
          ...reportedOn(rented),
          ...programmeColumns(project, yearOf(day)),
          ...profile.links,
          fme_inventory_id: state.fme_inventory_id,
          specific_fme_rented: item.name,
          transaction_date: rented,
          date_rented: rented,
          date_returned: returned <= profile.until ? returned : null,
          no_units_involved: 1,
          no_male_arbs_renter: arbs.men,
          no_female_arbs_renter: arbs.women,
          no_male_nonarbs_renter: others.men,
          no_female_nonarbs_renter: others.women,
          total_rental_fees: Math.round((item.fee * days * (0.8 + random.next() * 0.4)) / 50) * 50,
          ...bookkeeping(random, country, rented),
        };
      }
    }
  }
}
