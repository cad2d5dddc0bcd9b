/** Records of Form 10: the enterprise that resulted from the trainings of a year, with its credit and its milestone. */

import { type Country, streamOf } from "../country/country.ts";
import type { Row } from "../lib/bulk.ts";
import { addDays, dayBetween, earlier, reportedOn, yearOf } from "../lib/calendar.ts";
import { programmeColumns } from "../lib/programmes.ts";
import { bookkeeping } from "./common.ts";
import { trainingsOf } from "./training.ts";

const CREDIT = [
  ["None", 40],
  ["CAP-PBD Window III", 20],
  ["APCP", 12],
  ["ARISE-ARBs", 8],
  ["E-ARISE-ARBs", 8],
  ["AFFORD-ARBs", 4],
  ["ALERT-ARBOs", 4],
  ["Savings mobilization", 4],
] as const;

/** The eight steps of agro-enterprise clustering, in order. An organization advances one step per year. */
const MILESTONES = [
  "Site selection",
  "Product and market identification",
  "Supply chain study",
  "Cluster formation",
  "Cluster planning",
  "Test marketing",
  "Scaling up",
  "Cluster strengthening",
] as const;

/** Generates rows of public.form_10: one per year in which an organization had a training. */
export function* form10Rows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    const random = streamOf(country, profile, "form-10");
    const trainings = trainingsOf(country, profile).sort((a, b) => (a.start_date < b.start_date ? -1 : 1));
    let step = random.int(0, 4);
    for (const year of new Set(trainings.map(({ start_date }) => yearOf(start_date)))) {
      const held = trainings.filter(({ start_date }) => yearOf(start_date) === year);
      const last = held.at(-1);
      if (!last || random.chance(0.15)) continue;
      const soon = addDays(last.end_date, 60);
      const start_date = dayBetween(random, last.end_date, earlier(soon, profile.until));
      yield {
        status: "Accomplished",
        ...reportedOn(start_date),
        ...programmeColumns(last.project, year),
        ...profile.links,
        training_title: [...new Set(held.map(({ training_title }) => training_title))],
        training_id: last.training_id,
        num_arb_participants: random.int(12, 40) * held.length,
        type_enterprise: profile.crop.enterprise,
        credit_services: random.weighted(CREDIT),
        milestone_activity: MILESTONES[Math.min(step++, MILESTONES.length - 1)] ?? null,
        start_date,
        duration: random.int(1, 12) * 15,
        ...bookkeeping(random, country, start_date),
      };
    }
  }
}
