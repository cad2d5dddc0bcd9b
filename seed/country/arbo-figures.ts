/**
 * Generates the numbers of members and the amounts of money of an organization. No part is larger than its total.
 * Amounts are in whole pesos.
 */
import type { Random } from "../lib/random.ts";

type Figures = Record<string, number | string | null>;

const LENDERS = ["CAP-PBD Window III", "APCP", "ARISE-ARBs", "E-ARISE-ARBs", "ALERT-ARBOs"] as const;

/**
 * Returns the numbers of members by sex: members in 2014, current members, ARBs (agrarian reform beneficiaries), and
 * ARBs in the RSBSA (the national register of farmers). The numbers of 2014 are empty for younger organizations. Also
 * returns the numbers of members with paid dues, share capital and savings.
 */
export function makeMembers(random: Random, organized: number): Figures {
  const male = random.int(12, 220);
  const female = random.int(10, 180);
  const arbMale = part(random, male, 0.5);
  const arbFemale = part(random, female, 0.4);
  const rsbsaMale = part(random, arbMale, 0.6);
  const rsbsaFemale = part(random, arbFemale, 0.6);
  return {
    ...makeBaseline(random, organized, male, female),
    total_member_male: male,
    total_member_female: female,
    total_member: male + female,
    no_arb_member_male: arbMale,
    no_arb_member_female: arbFemale,
    no_arb_member_total: arbMale + arbFemale,
    arb_male_registered_rsbsa: rsbsaMale,
    arb_female_registered_rsbsa: rsbsaFemale,
    arb_total_registered_rsbsa: rsbsaMale + rsbsaFemale,
    total_members_with_paid_dues: part(random, male + female, 0.4),
    total_members_with_share_capital: part(random, male + female, 0.3),
    members_with_savings: part(random, male + female, 0.2),
  };
}

/** Returns dues, share capital, savings, assets, liabilities and loans. Liabilities are always below assets. */
export function makeFinances(random: Random, year: number): Figures {
  const assets = Math.round(10 ** (4.7 + 2.6 * random.next()));
  const borrows = random.chance(0.45);
  return {
    total_membership_dues_amount: part(random, Math.round(assets * 0.05), 0.1),
    total_share_capital_amount: part(random, Math.round(assets * 0.4), 0.2),
    total_savings_generated_amount: part(random, Math.round(assets * 0.2), 0.1),
    total_asset: assets,
    total_liabilities: part(random, Math.round(assets * 0.7), 0.1),
    total_amount_of_loans: borrows ? part(random, Math.round(assets * 0.5), 0.2) : 0,
    source_of_loans: borrows ? random.pick(LENDERS) : null,
    latest_audited_fs: random.chance(0.8) ? year - random.int(1, 4) : null,
  };
}

function makeBaseline(random: Random, organized: number, male: number, female: number): Figures {
  if (organized > 2014) {
    return {
      total_male_baseline_2014: null,
      total_female_baseline_2014: null,
      total_total_baseline_2014: null,
      arb_male_baseline_2014: null,
      arb_female_baseline_2014: null,
      arb_total_baseline_2014: null,
    };
  }
  const men = part(random, male, 0.5);
  const women = part(random, female, 0.5);
  const arbMen = part(random, men, 0.5);
  const arbWomen = part(random, women, 0.5);
  return {
    total_male_baseline_2014: men,
    total_female_baseline_2014: women,
    total_total_baseline_2014: men + women,
    arb_male_baseline_2014: arbMen,
    arb_female_baseline_2014: arbWomen,
    arb_total_baseline_2014: arbMen + arbWomen,
  };
}

/** Returns a random whole number between `whole` × `atLeast` and `whole`. `atLeast` is a fraction from 0 to 1. */
function part(random: Random, whole: number, atLeast: number): number {
  return random.int(Math.floor(whole * atLeast), whole);
}
