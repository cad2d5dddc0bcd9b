/**
 * Records of farmers' income: the proceeds of a delivery sold through the organization, compared with the price that a
 * trader pays.
 */
import { farmersTrackingIncome } from "#shared/records/forms/farmers-tracking-income.ts";
import { roundTo } from "#shared/rules/decimals.ts";
import { type Country, streamOf } from "../country/country.ts";
import type { Row } from "../lib/bulk.ts";
import { pickDay, reportedOn, yearOf } from "../lib/calendar.ts";
import { programmeColumns } from "../lib/programmes.ts";
import { amountBetween, bookkeeping, buyers, bySex, complete, projectOf } from "./common.ts";

/**
 * Numbers of income records (deliveries) per organization, each with a weight. Organizations with projects (`covered`)
 * have more deliveries.
 */
const DELIVERIES = {
  covered: [
    [0, 35],
    [1, 25],
    [2, 20],
    [4, 20],
  ],
  uncovered: [
    [0, 85],
    [1, 15],
  ],
} as const;

/** Generates rows of public.farmers_tracking_income. */
export function* incomeRows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    const random = streamOf(country, profile, "income");
    const { name, unit, price, volume } = profile.crop;
    const kind = profile.projects.length > 0 ? "covered" : "uncovered";
    for (let turn: number = random.weighted<number>(DELIVERIES[kind]); turn > 0; turn--) {
      const day = pickDay(random, country.lastYear, profile.until);
      const project = projectOf(random, profile);
      const price_per_unit = amountBetween(random, price[0], price[1]);
      const share = (low: number, high: number) =>
        roundTo(price_per_unit * (low + random.next() * (high - low)), 2);
      const volume_sold = amountBetween(random, volume[0], volume[1]);
      const arbs = bySex(random, profile, random.int(3, 40));
      const others = bySex(random, profile, random.int(0, 10));
      yield complete(
        farmersTrackingIncome,
        {
          status: "Accomplished",
          ...reportedOn(day),
          ...programmeColumns(project, yearOf(day)),
          ...profile.links,
          arb_nonarb: random.chance(0.85) ? "ARB" : "Non-ARB",
          clusters_involved: profile.links.arc_cluster_name,
          male_arb: arbs.men,
          female_arb: arbs.women,
          male_non_arb: others.men,
          female_non_arb: others.women,
          delivery_date: day,
          crop_sold: name,
          buyer_name: random.pick(buyers)[0],
          volume_sold,
          unit,
          price_per_unit,
          production_cost_per_unit: share(0.35, 0.6),
          post_harvest_cost_per_unit: share(0.03, 0.1),
          marketing_cost_per_unit: share(0.02, 0.08),
          // Traders usually pay less than the organization's buyers. Sometimes traders pay more, for a harvest that
          // they financed with a loan.
          trader_market_price_per_unit: share(0.75, 1.03),
          trader_arrangement: random.pick([
            "Pick-up at farm",
            "Pick-up at farm",
            "Delivered",
            "Cash advance/credit-tied",
            "Commission",
          ]),
          trader_marketing_cost_per_unit: share(0, 0.03),
          arbo_incentive: random.chance(0.5) ? share(5, 20) : 0,
          ...bookkeeping(random, country, day),
        },
        day,
      );
    }
  }
}
