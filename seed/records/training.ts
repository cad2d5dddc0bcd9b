/** Records of trainings of an organization (Form 5), with their dates and projects. */

import type { Country, Profile } from "../country/country.ts";
import { streamOf } from "../country/country.ts";
import type { Row } from "../lib/bulk.ts";
import { addDays, pickDay, yearOf } from "../lib/calendar.ts";
import { type Programme, programmeColumns } from "../lib/programmes.ts";
import type { Random } from "../lib/random.ts";
import { bookkeeping, projectOf } from "./common.ts";

/**
 * Titles of trainings, each with its category (a value of the dropdown list type-intervention). Titles contain no
 * commas, because Form 10 separates titles by commas.
 */
const TRAININGS = [
  ["Basic Bookkeeping and Simple Accounting", "Organization building"],
  ["Leadership and Values Formation", "Organization building"],
  ["Cooperative Governance and Management", "Organization building"],
  ["Pre-Membership Education Seminar", "Organization building"],
  ["Strategic and Enterprise Planning Workshop", "Enterprise development"],
  ["Farm Business School", "Enterprise development"],
  ["Product Packaging and Labeling", "Enterprise development"],
  ["Food Safety and Good Manufacturing Practices", "Enterprise development"],
  ["Market Matching and Price Negotiation", "Market linkage"],
  ["Agro-Enterprise Clustering", "Market linkage"],
  ["Credit Orientation and Loan Management", "Credit access"],
  ["Financial Literacy for Farmers", "Credit access"],
  ["Organic Fertilizer Production", "Farm inputs"],
  ["Integrated Pest Management", "Training"],
  ["Good Agricultural Practices", "Training"],
  ["Climate-Resilient Farming Technologies", "Training"],
  ["Post-Harvest Handling and Storage", "Training"],
  ["Machinery Operation and Maintenance", "Farm machinery"],
  ["Gender and Development Orientation", "Training"],
] as const;

const CONDUCTED_BY = [
  ["DAR - Provincial Office", 45],
  ["DAR - Regional Office", 12],
  ["State university or college", 8],
  ["DA", 8],
  ["ATI", 7],
  ["DTI", 6],
  ["TESDA", 5],
  ["CDA", 4],
  ["LGU", 4],
  ["NGO", 1],
] as const;

const INPUTS = [
  "Certified seeds, one bag each",
  "Vermicompost starter kit",
  "Starter kit of garden tools",
  "Organic fertilizer, two sacks each",
] as const;

/** Data of a training that is known before the training is held. */
export interface Course {
  training_title: string;
  training_category: string;
  conducted_by: string;
  training_cost: number;
  start_date: string;
  end_date: string;
  training_days: number;
  project: Programme | null;
}

export interface Training extends Course {
  training_id: string;
  agri_inputs: string | null;
  /** True if the training was planned by a target of Form 5. */
  planned: boolean;
}

/** Generates a training that starts within the last four years and ends by `until`. */
export function makeCourse(random: Random, country: Country, profile: Profile, until: string): Course {
  const [training_title, training_category] = random.pick(TRAININGS);
  const training_days = random.int(1, 5);
  const start_date = pickDay(random, country.lastYear, addDays(until, 1 - training_days));
  return {
    training_title,
    training_category,
    conducted_by: random.weighted(CONDUCTED_BY),
    training_cost: training_days * random.int(8, 45) * 1_000,
    start_date,
    end_date: addDays(start_date, training_days - 1),
    training_days,
    project: projectOf(random, profile),
  };
}

/** Returns the trainings of the organization in any order. Repeated calls return the same trainings. */
export function trainingsOf(country: Country, profile: Profile): Training[] {
  const { before, count } = country.share("arbo_trainings", profile);
  const random = streamOf(country, profile, "training");
  return Array.from({ length: count }, (_, place) => ({
    training_id: `TRN-${country.firstIds.arbo_trainings + before + place}`,
    ...makeCourse(random, country, profile, profile.until),
    agri_inputs: random.chance(0.2) ? random.pick(INPUTS) : null,
    planned: random.chance(0.7),
  }));
}

/** Generates rows of public.arbo_trainings. */
export function* trainingRows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    const random = streamOf(country, profile, "training-rows");
    for (const { project, planned: _, ...training } of trainingsOf(country, profile)) {
      yield {
        id: Number(training.training_id.slice("TRN-".length)),
        ...training,
        date_conducted: training.start_date,
        ...programmeColumns(project, yearOf(training.start_date)),
        ...profile.links,
        status: "Accomplished",
        ...bookkeeping(random, country, training.end_date),
      };
    }
  }
}
