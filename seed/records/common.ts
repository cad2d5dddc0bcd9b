/** Columns and rules that the generated records of every type share. */
import type { AnyRecord, RuleValue } from "#shared/records/vocabulary/types.ts";
import { sumOfParts } from "#shared/rules/sums.ts";
import type { Country, Profile } from "../country/country.ts";
import type { Row } from "../lib/bulk.ts";
import { addDays, earlier, yearOf } from "../lib/calendar.ts";
import type { Random } from "../lib/random.ts";

/** The kinds of records that a target and an accomplishment meet in, or miss each other. */
export type Meeting = "matched" | "unmet" | "unplanned";

/**
 * When a row on that day was entered (some days later, never after today) and what became of it: earlier years are
 * mostly approved, this one's are still waiting in part.
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
 * A row that is being put together. Rows open with a plain property: one that opens with a spread takes a hundred times as
 * long to build in V8, which is minutes at national size.
 */
export type Draft = Record<string, Row[string]>;

/** Fills what follows from other fields, by the rules of the registry: totals first. `entered` is the day of entry. */
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

/** An amount from the lower to the upper bound, with centavos. */
export const amountBetween = (random: Random, low: number, high: number): number =>
  random.int(Math.round(low * 100), Math.round(high * 100)) / 100;

/** Splits a number of people by sex, at about the organization's own share of men. */
export function bySex(random: Random, profile: Profile, all: number): { men: number; women: number } {
  const share = Math.min(0.95, Math.max(0.05, profile.menShare + (random.next() - 0.5) * 0.3));
  const men = Math.round(all * share);
  return { men, women: all - men };
}

/** "Yes" in that share of the cases. */
export const yesNo = (random: Random, share: number): "Yes" | "No" => (random.chance(share) ? "Yes" : "No");

/** One of the projects that cover the organization; null for one that none does. */
export const projectOf = (random: Random, { projects }: Profile) =>
  projects.length === 0 ? null : random.pick(projects);

/** What may buy from organizations: institutions by kind, no person's name. */
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
