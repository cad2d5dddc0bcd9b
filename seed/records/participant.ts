/** Members of an organization and the trainings that they attended or were planned for (Form 5). */
import { participant } from "#shared/records/forms/participant.ts";
import { type Country, type Profile, streamOf } from "../country/country.ts";
import type { Row } from "../lib/bulk.ts";
import { dayBetween, yearOf } from "../lib/calendar.ts";
import { personName, type Sex } from "../lib/people.ts";
import { programmeColumns } from "../lib/programmes.ts";
import { createRandom, type Random } from "../lib/random.ts";
import { bookkeeping, complete, yesNo } from "./common.ts";
import { type Training, trainingsOf } from "./training.ts";

/** Categories of participants with their sub-categories, as in the dropdown lists. */
const CATEGORIES = {
  ARB: ["Member", "Member", "Member", "Officer", "Household member"],
  "Non-ARB": ["Farmer", "Farmer", "Farmworker", "Youth"],
  "ARBO staff": ["Manager", "Bookkeeper", "Operator"],
  Partner: ["LGU", "NGA", "SUC"],
} as const;

const CATEGORY_WEIGHTS = [
  ["ARB", 66],
  ["Non-ARB", 22],
  ["ARBO staff", 9],
  ["Partner", 3],
] as const;

/** Age groups: youngest age, oldest age, and weight. */
const AGES = [
  [[19, 30], 14],
  [[31, 45], 30],
  [[46, 59], 34],
  [[60, 78], 22],
] as const;

/** Share of indigenous people by region. The share is high in the Cordillera, the Bangsamoro and parts of Mindanao. */
const IP_SHARES: Readonly<Record<string, number>> = {
  "14": 0.6,
  "19": 0.25,
  "10": 0.15,
  "11": 0.2,
  "12": 0.2,
  "16": 0.15,
};

const INPUTS = [
  "Certified seeds",
  "Vegetable seeds and seedling trays",
  "Knapsack sprayer",
  "Organic fertilizer",
  "Drip irrigation kit",
] as const;

/** Returns the columns of a person (name, sex, birthday and others) that are the same in all records of the person. */
export function personOf(country: Country, profile: Profile, ordinal: number) {
  const random = createRandom(`${country.plan.label}/person/${profile.arbo_id}/${ordinal}`);
  // A few persons are entered twice, as examples for the list of possible duplicates.
  if (ordinal > 0 && random.chance(0.004)) return identity(country, profile, ordinal - 1);
  return identity(country, profile, ordinal);
}

function identity(country: Country, profile: Profile, ordinal: number) {
  const random = createRandom(`${country.plan.label}/identity/${profile.arbo_id}/${ordinal}`);
  const sex: Sex = random.chance(profile.menShare) ? "Male" : "Female";
  const category = random.weighted(CATEGORY_WEIGHTS);
  const [youngest, oldest] = random.weighted<readonly [number, number]>(AGES);
  const ipShare = IP_SHARES[profile.arbo_id.slice("ARBO-".length, "ARBO-".length + 2)] ?? 0.03;
  const year = country.lastYear - random.int(youngest, oldest);
  return {
    participant_name: personName(random, sex),
    sex,
    participant_category: category,
    participant_sub_category: random.pick(CATEGORIES[category]),
    birthday: dayBetween(random, `${year}-01-01`, `${year}-12-31`),
    is_4ps_beneficiary: yesNo(random, 0.22),
    is_solo_parent: yesNo(random, 0.06),
    is_pwd: yesNo(random, 0.03),
    is_ip: yesNo(random, ipShare),
    agri_technology_inputs_provided: random.chance(0.15) ? random.pick(INPUTS) : null,
  };
}

/**
 * Chooses the trainings of a person. Most persons attended one or several trainings, and a few attended none. Some
 * persons missed a training that was planned for them.
 */
function attendance(
  random: Random,
  trainings: readonly Training[],
): { attended: Training[]; missed: Training[] } {
  if (trainings.length === 0) return { attended: [], missed: [] };
  if (random.chance(0.05)) {
    return { attended: [], missed: random.chance(0.5) ? [random.pick(trainings)] : [] };
  }
  const first = random.pick(trainings);
  const attended = trainings.filter((training) => training === first || random.chance(0.25)).slice(0, 6);
  const rest = trainings.filter((training) => !attended.includes(training));
  return { attended, missed: rest.length > 0 && random.chance(0.05) ? [random.pick(rest)] : [] };
}

/** Generates rows of public.participants. */
export function* participantRows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    const trainings = trainingsOf(country, profile);
    const random = streamOf(country, profile, "participant");
    const { count } = country.share("participants", profile);
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const { attended, missed } = attendance(random, trainings);
      const first = attended[0] ?? missed[0];
      const entry = bookkeeping(random, country, first?.end_date ?? profile.until);
      yield complete(
        participant,
        {
          status: "Accomplished",
          ...personOf(country, profile, ordinal),
          training_id: ids(attended),
          wo_training_id: ids(missed),
          ...programmeColumns(first?.project ?? null, yearOf(first?.start_date ?? profile.until)),
          ...profile.links,
          time_stamp: entry.time_stamp,
          remarks: entry.remarks,
        },
        entry.time_stamp.slice(0, 10),
      );
    }
  }
}

const ids = (trainings: readonly Training[]): string[] | null =>
  trainings.length === 0 ? null : trainings.map((training) => training.training_id);
