/** Columns and rules shared by the generated records of all types. */
import type { AnyRecord, RuleValue } from "#shared/records/vocabulary/types.ts";
import { sumOfParts } from "#shared/rules/sums.ts";
import type { Country, Profile } from "../country/country.ts";
import type { Row } from "../lib/bulk.ts";
import { addDays, earlier, yearOf } from "../lib/calendar.ts";
import type { Random } from "../lib/random.ts";

/**
 * Whether a product or support has a target, an accomplishment, or both. matched: both. unmet: only a target.
 * unplanned: only an accomplishment.
 */
export type TargetMatch = "matched" | "unmet" | "unplanned";

/**
 * Returns the stage and the time of entry for a row about the given day. The row is entered up to 20 days after that
 * day, but not after today. Most rows of earlier years are approved. Many rows of the current year are still pending.
 */
export function bookkeeping(
  random: Random,
  country: Country,
  day: string,
): { time_stamp: string; process_stage: string | null; remarks: string | null } {
  const entered = earlier(addDays(day, random.int(0, 20)), country.plan.today);
  const approved = yearOf(day) < country.lastYear ? 0.9 : 0.4;
  const hour = String(random.int(8, 16)).padStart(2, "0");
  const minute = String(random.int(0, 59)).padStart(2, "0");
  return {
    time_stamp: `${entered}T${hour}:${minute}:00+08:00`,
    process_stage: random.chance(approved) ? "Approved" : random.chance(0.9) ? "Pending" : null,
    remarks: random.chance(0.08) ? random.pick(REMARKS) : null,
  };
}

const REMARKS = [
  "Supporting documents on file at the provincial office.",
  "For validation with the municipal office.",
  "Attendance sheet and photos attached to the report.",
  "As reported by the development facilitator.",
  "Figures updated after the field visit.",
] as const;

/**
 * A row that is being built. Its object literal must start with a plain property. V8 takes a hundred times as long for
 * an object literal that starts with a spread.
 */
export type Draft = Record<string, Row[string]>;

/**
 * Fills in the computed fields of a row by the rules of the registry. Totals are filled in first, because other rules
 * use them. `entered` is the day on which the row was entered.
 */
export function complete<D extends Draft>(record: AnyRecord, row: D, entered: string): D {
  const target: Draft = row;
  for (const { total, parts } of record.sums ?? []) {
    target[total] = sumOfParts(parts.map((part) => row[part] as number | null));
  }
  for (const { field, from, compute } of record.computed ?? []) {
    target[field] = compute(
      from.map((name) => (row[name] ?? null) as RuleValue),
      entered,
    );
  }
  return row;
}

/** Returns a random amount between two limits, with centavos. */
export const amountBetween = (random: Random, low: number, high: number): number =>
  random.int(Math.round(low * 100), Math.round(high * 100)) / 100;

/** Splits a number of people into men and women, roughly in the proportion of the organization's members. */
export function bySex(random: Random, profile: Profile, all: number): { men: number; women: number } {
  const share = Math.min(0.95, Math.max(0.05, profile.menShare + (random.next() - 0.5) * 0.3));
  const men = Math.round(all * share);
  return { men, women: all - men };
}

/** Returns "Yes" with the given probability. */
export const yesNo = (random: Random, share: number): "Yes" | "No" => (random.chance(share) ? "Yes" : "No");

/** Returns one of the projects that cover the organization, or null if there are none. */
export const projectOf = (random: Random, { projects }: Profile) =>
  projects.length === 0 ? null : random.pick(projects);

/** Buyers of organizations' products: institutions by kind, without names of persons. */
export const buyers = [
  ["Provincial hospital", "Hospital"],
  ["District jail kitchen", "Institutional - government"],
  ["School feeding programme, division office", "Institutional - government"],
  ["Municipal government", "LGU"],
  ["Town market traders", "Trader"],
  ["Regional rice traders", "Trader"],
  ["Food processing company", "Processor"],
  ["Supermarket chain", "Retailer"],
  ["Pasalubong centre", "Retailer"],
  ["Fruit exporter", "Exporter"],
  ["Trade fair visitors", "Walk-in"],
] as const;
