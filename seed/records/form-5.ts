/**
 * Records of Form 5. A target is for a person and a training. An accomplishment is for an organization, a project and a
 * quarter. Some targets have no accomplishment.
 */
import { form5AnnualTarget } from "#shared/records/forms/form-5.ts";
import { type Country, type Profile, streamOf } from "../country/country.ts";
import type { Row } from "../lib/bulk.ts";
import { dayBetween, reportedOn, yearOf } from "../lib/calendar.ts";
import { programmeColumns } from "../lib/programmes.ts";
import type { Random } from "../lib/random.ts";
import { bookkeeping, complete } from "./common.ts";
import { personOf } from "./participant.ts";
import { type Course, makeCourse, trainingsOf } from "./training.ts";

/**
 * Returns the planned trainings of an organization: those that were held, and sometimes one that has not been held yet.
 */
function plansOf(
  random: Random,
  country: Country,
  profile: Profile,
): (Course & { training_id: string | null; agri_inputs: string | null })[] {
  const held = trainingsOf(country, profile).filter(({ planned }) => planned);
  const wanting = profile.projects.length === 0 ? 0.1 : 0.5;
  // A training that has not been held yet ends by the last day of the year.
  const open = random.chance(wanting)
    ? [makeCourse(random, country, profile, `${country.lastYear}-12-31`)]
    : [];
  return [
    ...held.map(({ planned: _, ...training }) => training),
    ...open.map((course) => ({ ...course, training_id: null, agri_inputs: null })),
  ];
}

/** Generates rows of public.form_5_annualtargets: planned participants of trainings. */
export function* form5TargetRows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    const random = streamOf(country, profile, "form-5-target");
    for (const { project, ...plan } of plansOf(random, country, profile)) {
      const year = yearOf(plan.start_date);
      const people = random.int(3, 8);
      for (let ordinal = 0; ordinal < people; ordinal++) {
        const entry = bookkeeping(random, country, dayBetween(random, `${year}-01-05`, `${year}-03-20`));
        yield complete(
          form5AnnualTarget,
          {
            reporting_year: year,
            ...programmeColumns(project, year),
            ...profile.links,
            crop_product: profile.crop.name,
            current_it_status: profile.itStatus,
            current_it_level: profile.itLevel,
            ...plan,
            date_conducted: null,
            ...personOf(country, profile, ordinal),
            status: "Target",
            ...entry,
          },
          entry.time_stamp.slice(0, 10),
        );
      }
    }
  }
}

/** Generates rows of public.form_5_accomps: one row per organization, project and quarter, if a training was held. */
export function* form5AccompRows(country: Country): Iterable<Row> {
  for (const profile of country.profiles) {
    const random = streamOf(country, profile, "form-5-accomp");
    const seen = new Set<string>();
    for (const { project, end_date } of trainingsOf(country, profile)) {
      const period = reportedOn(end_date);
      const key = `${project?.subpsp_name} ${period.reporting_year} ${period.reporting_quarter}`;
      if (seen.has(key)) continue;
      seen.add(key);
      yield {
        status: "Accomplished",
        ...period,
        ...programmeColumns(project, period.reporting_year),
        ...profile.links,
        crop_product: profile.crop.name,
        ...bookkeeping(random, country, end_date),
      };
    }
  }
}
