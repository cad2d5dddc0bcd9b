/** Records of Form 7: products that organizations planned or developed, and the sales of the products per quarter. */
import { form7Proddev, qtrSalesReport } from "#shared/records/forms/form-7.ts";
import { roundTo } from "#shared/rules/decimals.ts";
import { type Country, type Profile, streamOf } from "../country/country.ts";
import type { Row } from "../lib/bulk.ts";
import { addDays, dayBetween, earlier, pickDay, reportedOn, yearOf } from "../lib/calendar.ts";
import type { Product } from "../lib/crops.ts";
import { type Programme, programmeColumns } from "../lib/programmes.ts";
import { bookkeeping, buyers, bySex, complete, projectOf, type TargetMatch } from "./common.ts";
import { type Training, trainingsOf } from "./training.ts";

const MEETINGS = [
  ["matched", 55],
  ["unmet", 25],
  ["unplanned", 20],
] as const satisfies readonly (readonly [TargetMatch, number])[];

const REGISTRATIONS = [
  ["None", 60],
  ["FDA-LTO", 18],
  ["CPR", 10],
  ["Trademark", 5],
  ["Organic/PhilGAP", 4],
  ["Halal", 3],
] as const;

const INSTRUMENTS = ["Marketing Agreement", "Memorandum of Agreement", "Purchase Order", "Verbal"] as const;
const UNITS = {
  Fresh: "kg",
  "Processed food": "pack",
  Beverage: "bottle",
  Feed: "sack",
  "Handicraft/non-food": "pc",
};

interface Sale {
  day: string;
  volume: number;
  sales: number;
  buyer: string;
  instrument: string;
  arbs: { men: number; women: number };
}

interface Development {
  /** Id of the target; null for products without a target. */
  proddev_id: number | null;
  meeting: TargetMatch;
  product: Product;
  unit: string;
  day: string;
  project: Programme | null;
  training: Training | null;
  registration: string;
  sales: Sale[];
}

/** Returns the products of an organization, with their sales. */
function developmentsOf(country: Country, profile: Profile): Development[] {
  const random = streamOf(country, profile, "product");
  const trainings = trainingsOf(country, profile);
  const { before, count } = country.share("form7_proddevs", profile);
  return Array.from({ length: count }, (_, place) => {
    const meeting = random.weighted(MEETINGS);
    const product = profile.crop.products[place % profile.crop.products.length] as Product;
    // A product that is planned but not developed yet is due by the end of the year.
    const last = meeting === "unmet" ? `${country.lastYear}-12-31` : profile.until;
    const day = pickDay(random, country.lastYear, last);
    const training = trainings.find(({ end_date }) => end_date <= day) ?? null;
    return {
      proddev_id: meeting === "unplanned" ? null : country.firstIds.form7_proddevs + before + place,
      meeting,
      product,
      unit: UNITS[product.type as keyof typeof UNITS] ?? "pc",
      day,
      project: training?.project ?? projectOf(random, profile),
      training,
      registration: random.weighted(REGISTRATIONS),
      sales: meeting === "unmet" ? [] : salesOf(country, profile, place, day),
    };
  });
}

/**
 * Generates the sales of a product: at most one per period of 91 days. The first period begins ten days after the
 * development. The last period ends on the day up to which the office has reported.
 */
function salesOf(country: Country, profile: Profile, place: number, developed: string): Sale[] {
  const random = streamOf(country, profile, `sales-${place}`);
  const price = random.int(40, 180);
  const sales: Sale[] = [];
  for (let from = addDays(developed, 10); from < profile.until; from = addDays(from, 91)) {
    if (random.chance(0.3)) continue;
    const to = addDays(from, 90);
    const volume = random.int(20, 900);
    sales.push({
      day: dayBetween(random, from, earlier(to, profile.until)),
      volume,
      sales: Math.round(volume * price * (0.9 + random.next() * 0.2)),
      buyer: random.pick(buyers)[0],
      instrument: random.pick(INSTRUMENTS),
      arbs: bySex(random, profile, random.int(5, 40)),
    });
  }
  return sales;
}

const productColumns = ({ product, registration }: Development, crop: string) => ({
  type_product: product.type,
  raw_materials: crop,
  service_developed: null,
  product_developed: product.made,
  product_name: product.name,
  registration,
});

/** Generates rows of public.form7_proddevs: the planned products. */
export function* form7TargetRows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    const random = streamOf(country, profile, "form-7-target");
    for (const development of developmentsOf(country, profile)) {
      const { proddev_id, day, project, training } = development;
      if (proddev_id === null) continue;
      const year = yearOf(day);
      const planned = dayBetween(random, `${year}-01-05`, `${year}-03-20`);
      const arbs = bySex(random, profile, random.int(10, 60));
      yield complete(
        form7Proddev,
        {
          id: proddev_id,
          ...reportedOn(planned),
          ...programmeColumns(project, year),
          ...profile.links,
          training_title: training?.training_title ?? null,
          training_id: training?.training_id ?? null,
          date_conducted: training?.start_date ?? null,
          start_date: training?.start_date ?? null,
          end_date: training?.end_date ?? null,
          training_category: training?.training_category ?? null,
          conducted_by: training?.conducted_by ?? null,
          training_cost: training?.training_cost ?? null,
          agri_inputs: null,
          ...productColumns(development, profile.crop.name),
          date_developed: null,
          sales_generated: random.int(20, 400) * 1_000,
          volume_produced: random.int(100, 4_000),
          unit_measure: development.unit,
          marketing_instrument: random.pick(INSTRUMENTS),
          name_buyer: random.pick(buyers)[0],
          male_arbs: arbs.men,
          female_arbs: arbs.women,
          status: "Target",
          ...bookkeeping(random, country, planned),
        },
        planned,
      );
    }
  }
}

/** Generates rows of public.form7_accomps: the developed products, planned or not. */
export function* form7AccompRows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    const random = streamOf(country, profile, "form-7-accomp");
    for (const development of developmentsOf(country, profile)) {
      const { meeting, day, project, training, sales } = development;
      if (meeting === "unmet") continue;
      yield {
        status: "Accomplished",
        ...reportedOn(day),
        ...programmeColumns(project, yearOf(day)),
        ...profile.links,
        training_title: training?.training_title ?? null,
        training_id: training?.training_id ?? null,
        start_date: training?.start_date ?? null,
        end_date: training?.end_date ?? null,
        ...productColumns(development, profile.crop.name),
        date_developed: day,
        sales_generated: sales.reduce((sum, sale) => sum + sale.sales, 0),
        ...bookkeeping(random, country, day),
      };
    }
  }
}

/** Generates rows of public.qtr_sales_reports. */
export function* salesReportRows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    const random = streamOf(country, profile, "sales-report");
    for (const { proddev_id, project, unit, day, sales } of developmentsOf(country, profile)) {
      for (const sale of sales) {
        yield complete(
          qtrSalesReport,
          {
            status: "Accomplished",
            ...reportedOn(sale.day),
            ...programmeColumns(project, yearOf(day)),
            ...profile.links,
            proddev_id,
            transaction_date: sale.day,
            volume_produced: roundTo(sale.volume * 1.1, 2),
            unit_measure: unit,
            sales_generated: sale.sales,
            marketing_instrument: sale.instrument,
            name_buyer: sale.buyer,
            male_arbs: sale.arbs.men,
            female_arbs: sale.arbs.women,
            ...bookkeeping(random, country, sale.day),
          },
          sale.day,
        );
      }
    }
  }
}
