/**
 * Records of marketing: the targets of organizations, the assistance that they got, and the sales during the
 * assistance.
 */
import { arbMarketingAssistanceMonitoring } from "#shared/records/forms/arb-marketing-assistance-monitoring.ts";
import { salesTransaction } from "#shared/records/forms/sales-transaction.ts";
import { product, roundTo } from "#shared/rules/decimals.ts";
import { type Country, type Profile, streamOf } from "../country/country.ts";
import type { Row } from "../lib/bulk.ts";
import { dayBetween, pickDay, pickYear, reportedOn, yearOf } from "../lib/calendar.ts";
import { type Crop, crops } from "../lib/crops.ts";
import { type Programme, programmeColumns } from "../lib/programmes.ts";
import type { Random } from "../lib/random.ts";
import { amountBetween, bookkeeping, buyers, bySex, complete, projectOf } from "./common.ts";
import { trainingsOf } from "./training.ts";

const ASSISTANCE = [
  "Market matching with institutional buyers",
  "Facilitated the marketing agreement",
  "Participation in the provincial trade fair",
  "Price monitoring and buyer referral",
] as const;

/** Programmes whose value in the dropdown list program-covered is not their abbreviation. */
const LISTED: Readonly<Record<string, string>> = { FBS: "Farm Business School" };

interface Sale {
  day: string;
  volume: number;
  price: number;
  buyer: readonly [string, string];
}

interface Assistance {
  id: number;
  project: Programme | null;
  commodity: Crop;
  from: string;
  to: string;
  sales: Sale[];
}

/**
 * Returns the marketing assistance records of an organization. Each record covers the first days of a month, up to a
 * random day.
 */
function assistanceOf(country: Country, profile: Profile): Assistance[] {
  const random = streamOf(country, profile, "marketing");
  const { before, count } = country.share("arb_marketing_assistance_monitoring", profile);
  const others = Object.values(crops);
  return Array.from({ length: count }, (_, place) => {
    const day = pickDay(random, country.lastYear, profile.until);
    const from = `${day.slice(0, 8)}01`;
    const commodity: Crop = random.chance(0.85) ? profile.crop : random.pick(others);
    return {
      id: country.firstIds.arb_marketing_assistance_monitoring + before + place,
      project: projectOf(random, profile),
      commodity,
      from,
      to: day,
      sales: Array.from({ length: random.int(1, 3) }, () => ({
        day: dayBetween(random, from, day),
        volume: amountBetween(random, commodity.volume[0], commodity.volume[1]),
        price: amountBetween(random, commodity.price[0], commodity.price[1]),
        buyer: random.pick(buyers),
      })),
    };
  });
}

/**
 * Returns values for the form's two groups of columns, "Raw" and "Farmers": in each group, the numbers of ARBs and
 * non-ARBs by sex.
 */
function sellers(random: Random, profile: Profile) {
  const [arbRaw, otherRaw] = [
    bySex(random, profile, random.int(4, 60)),
    bySex(random, profile, random.int(0, 20)),
  ];
  const [arb, other] = [bySex(random, profile, random.int(2, 40)), bySex(random, profile, random.int(0, 12))];
  return {
    arb_male_raw: arbRaw.men,
    arb_female_raw: arbRaw.women,
    nonarb_male_raw: otherRaw.men,
    nonarb_female_raw: otherRaw.women,
    arb_male_farmer: arb.men,
    arb_female_farmer: arb.women,
    nonarb_male_farmer: other.men,
    nonarb_female_farmer: other.women,
  };
}

/** Generates rows of public.arb_marketing_assistance_monitoring. */
export function* assistanceRows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    const random = streamOf(country, profile, "assistance-rows");
    for (const { id, project, commodity, from, to, sales } of assistanceOf(country, profile)) {
      const abbreviation = project?.subpsp_abbreviation ?? "No Project";
      yield complete(
        arbMarketingAssistanceMonitoring,
        {
          id,
          ...reportedOn(to),
          ...programmeColumns(project, yearOf(to)),
          ...profile.links,
          prj_assistance_category: "Market linkage",
          dar_projects: LISTED[abbreviation] ?? abbreviation,
          transaction_from: from,
          transaction_to: to,
          darpo_assistance: random.pick(ASSISTANCE),
          ...sellers(random, profile),
          special_commodity: random.chance(0.1) ? `Organic ${commodity.name.toLowerCase()}` : null,
          type_commodity: commodity.name,
          total_volume: roundTo(
            sales.reduce((sum, sale) => sum + sale.volume, 0),
            2,
          ),
          total_gross: Math.round(sales.reduce((sum, sale) => sum + product(sale.volume, sale.price), 0)),
          status: "Accomplished",
          ...bookkeeping(random, country, to),
        },
        to,
      );
    }
  }
}

/** Generates rows of public.sales_transactions. */
export function* salesRows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    const random = streamOf(country, profile, "sales-rows");
    const {
      arboPrimaryKey,
      arbo_id,
      arbo_name,
      region_name,
      province_name,
      muncity_name,
      barangay_name,
      cd,
    } = profile.links;
    for (const { id, commodity, sales } of assistanceOf(country, profile)) {
      for (const { day, volume, price, buyer } of sales) {
        yield complete(
          salesTransaction,
          {
            mark_assist_id: id,
            arboPrimaryKey,
            arbo_id,
            arbo_name,
            region_name,
            province_name,
            muncity_name,
            barangay_name,
            cd,
            transaction_date: day,
            commodity: commodity.name,
            type_buyer: buyer[1],
            buyer_name: buyer[0],
            buying_arrangement: random.pick([
              "Prevailing market price",
              "Pick-up",
              "Delivered",
              "Fixed price",
            ]),
            term_payment: random.pick([
              "Cash on delivery",
              "Cash on delivery",
              "7 days",
              "15 days",
              "30 days",
            ]),
            volume,
            unit_measure: commodity.unit,
            price_per_unit: price,
            status: "Accomplished",
            ...bookkeeping(random, country, day),
            process_stage: null,
          },
          day,
        );
      }
    }
  }
}

/**
 * Generates rows of public.arbo_marketing_targets. Most commodities with a target were later sold, and some were not.
 */
export function* marketingTargetRows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    const random = streamOf(country, profile, "marketing-target");
    const wanted = new Map<string, { year: number; project: Programme | null; commodity: string }>();
    const want = (year: number, project: Programme | null, commodity: string) =>
      wanted.set(`${year} ${project?.subpsp_name} ${commodity}`, { year, project, commodity });
    for (const { to, project, commodity } of assistanceOf(country, profile)) {
      if (random.chance(0.75)) want(yearOf(to), project, commodity.name);
    }
    if (profile.projects.length > 0 && random.chance(0.35)) {
      want(pickYear(random, country.lastYear), projectOf(random, profile), profile.crop.name);
    }
    const training = trainingsOf(country, profile)[0];
    for (const { year, project, commodity } of wanted.values()) {
      yield {
        reporting_year: year,
        ...programmeColumns(project, year),
        ...profile.links,
        target_commodity: commodity,
        training_id: training && random.chance(0.5) ? training.training_id : null,
        status: "Target",
        ...bookkeeping(random, country, dayBetween(random, `${year}-01-05`, `${year}-03-20`)),
      };
    }
  }
}
