/** Ages and age groups from birthdays (spec section 3, participants). */

/** The groups of the department's demographics, youngest first: youth is 15 to 30, senior 60 and above. */
export const ageGroups = ["Below 15", "15 to 30", "31 to 59", "60 and above"] as const;
export type AgeGroup = (typeof ageGroups)[number];

/** Oldest age that is taken. */
export const oldestAge = 130;

/**
 * Full years of age on a day; both dates are ISO. A birthday on 29 February is kept on 1 March in other years. Null when
 * the day is before the birthday.
 */
export function ageOn(birthday: string, day: string): number | null {
  if (day < birthday) return null;
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5) < birthday.slice(5) ? years - 1 : years;
}

/** The group of an age in full years. */
export function ageGroup(years: number): AgeGroup {
  if (years < 15) return "Below 15";
  if (years <= 30) return "15 to 30";
  return years < 60 ? "31 to 59" : "60 and above";
}
