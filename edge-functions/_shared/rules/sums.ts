/** Computes totals from their parts, and describes totals that differ from the sum of their parts. */
import { formatNumber } from "./numbers.ts";
import { enumerate } from "./text.ts";

type Amount = number | null | undefined;

/** Returns the sum of the parts, or null if a part has no value. */
export function sumOfParts(parts: readonly Amount[]): number | null {
  if (parts.length === 0) return null;
  let sum = 0;
  for (const part of parts) {
    if (part === null || part === undefined) return null;
    sum += part;
  }
  // Rounds the sum, because 0.1 + 0.2 must equal a typed 0.3.
  return Number.isInteger(sum) ? sum : Number(sum.toPrecision(15));
}

/** True if a total equals the sum of its parts, or if one of these values is missing. */
export function equalsSumOfParts(total: Amount, parts: readonly Amount[]): boolean {
  const sum = sumOfParts(parts);
  return sum === null || total === null || total === undefined || total === sum;
}

/** Returns a message such as "All members is 12 but male and female add up to 13". */
export function describeWrongTotal(
  total: { label: string; value: number },
  parts: readonly { label: string }[],
  sum: number,
): string {
  const names = enumerate(shortLabels(parts.map((part) => part.label)));
  return `${total.label} is ${formatNumber(total.value)} but ${names} add up to ${formatNumber(sum)}`;
}

/** Shortens labels: removes the last words that all labels have in common, and lowercases the first letter. */
export function shortLabels(labels: readonly string[]): string[] {
  const words = labels.map((label) => label.split(" "));
  let common = 0;
  const shortest = Math.min(...words.map((list) => list.length));
  while (common < shortest - 1 && new Set(words.map((list) => list.at(-1 - common))).size === 1) common++;
  return words.map((list) => {
    const text = (common > 0 && labels.length > 1 ? list.slice(0, -common) : list).join(" ");
    return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  });
}
