/** Computes ages and age groups from birthdays (spec section 3, participants). */

/** Age groups in the department's statistics, youngest first. Youth is 15 to 30, senior is 60 and above. */
export const ageGroups = ["Below 15", "15 to 30", "31 to 59", "60 and above"] as const;
export type AgeGroup = (typeof ageGroups)[number];

/** Highest accepted age in years. */
export const oldestAge = 130;

/**
 * Returns the age in full years on a day; null if the day is before the birthday. Both dates are in ISO format. A
 * birthday on 29 February counts as 1 March in other years.
 */
export function ageOn(birthday: string, day: string): number | null {
  if (day < birthday) return null;
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5) < birthday.slice(5) ? years - 1 : years;
}

export function ageGroup(years: number): AgeGroup {
  if (years < 15) return "Below 15";
  if (years <= 30) return "15 to 30";
  return years < 60 ? "31 to 59" : "60 and above";
}
