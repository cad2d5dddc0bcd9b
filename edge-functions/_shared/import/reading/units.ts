/**
 * Units in headings and title lines, such as "('000)", "(in thousand pesos)" and "(ha)".
 *
 * A unit has a base ("PHP", "ha") and a scale (1,000); either can be missing. Units with different bases, such as two
 * currencies, are never converted into each other.
 */
import type { Field } from "../../records/vocabulary/types.ts";
import { foldText } from "../../rules/text.ts";

export interface Unit {
  /** Base unit, such as PHP, ha or kg. Null if the text only has a scale, such as "thousands". */
  base: string | null;
  /** Number of base units in one unit. */
  scale: number;
  /** The unit as it is in the file. */
  text: string;
}

const scales = wordMap<number>([
  [100, "hundred hundreds"],
  [1e3, "thousand thousands thou '000 000 '000s 000s 000's k libo"],
  [1e6, "million millions mil mill mn mm mio milyon milyones m 000,000 '000,000"],
  [1e9, "billion billions bn bil bilyon b"],
]);

/** Words for units. Each has its base unit, and the number of base units in one unit. */
const bases = wordMap<{ base: string; scale: number }>([
  [{ base: "PHP", scale: 1 }, "php phps p ₱ peso pesos piso"],
  [{ base: "USD", scale: 1 }, "usd us$ $ dollar dollars us"],
  [{ base: "EUR", scale: 1 }, "eur € euro euros"],
  [{ base: "JPY", scale: 1 }, "jpy ¥ yen"],
  [{ base: "ha", scale: 1 }, "ha has hectare hectares ektarya"],
  [{ base: "ha", scale: 1e-4 }, "sqm m2 squaremeter squaremeters sqmeter sqmeters sqmtr sqmtrs"],
  [{ base: "ha", scale: 100 }, "sqkm km2 squarekilometer squarekilometers"],
  [{ base: "ha", scale: 0.404_686 }, "acre acres"],
  [{ base: "kg", scale: 1 }, "kg kgs kilo kilos kilogram kilograms"],
  [{ base: "kg", scale: 1e3 }, "mt mts ton tons tonne tonnes metricton metrictons"],
  [{ base: "kg", scale: 1e-3 }, "g gram grams"],
  [{ base: "m", scale: 1 }, "meter meters metre metres"],
  [{ base: "m", scale: 1e3 }, "km kilometer kilometers"],
  [{ base: "L", scale: 1 }, "l liter liters litre litres"],
  [{ base: "days", scale: 1 }, "day days"],
  [{ base: "days", scale: 7 }, "week weeks"],
  [{ base: "hours", scale: 1 }, "hour hours hr hrs"],
  [{ base: "months", scale: 1 }, "month months"],
  [{ base: "bytes", scale: 1 }, "byte bytes"],
  [{ base: "%", scale: 1 }, "% percent pct"],
  [{ base: "cavans", scale: 1 }, "cavan cavans kaban"],
  [{ base: "sacks", scale: 1 }, "sack sacks bag bags sako"],
]);

/** Words that may be next to a unit and do not change its meaning. */
const fillers = new Set(
  "in of the all are is amount amounts figure figures value values expressed stated note units unit per".split(
    " ",
  ),
);

function wordMap<Value>(entries: readonly (readonly [Value, string])[]): ReadonlyMap<string, Value> {
  return new Map(entries.flatMap(([value, words]) => words.split(" ").map((word) => [word, value] as const)));
}

/** Returns the unit that a phrase names; null if the phrase contains a word that does not belong to a unit. */
export function unitPhrase(phrase: string): Unit | null {
  const words = foldText(phrase)
    .replace(/\bsq(?:uare)?\.? ?(?=m|k)/g, "sq")
    .replace(/\bsqmeters?\b|\bsqmtrs?\b/g, "sqm")
    .replace(/\bmetric tons?\b/g, "mt")
    .replace(/\bphilippine pesos?\b/g, "php")
    .replace(/\bus dollars?\b/g, "usd")
    // Splits "P'000", "PHP000" and "Php M" into two words.
    .replace(/(?<![a-z])(php|p|us\$|usd|\$)(?='?0{3})/g, "$1 ")
    .replace(/₱(?=\S)/g, "₱ ")
    .split(/[\s;:/-]+/)
    .map((word) => word.replace(/^[.([]+|[.,)\]]+$/g, ""))
    .filter((word) => word !== "" && !fillers.has(word));
  let [base, scale]: [string | null, number] = [null, 1];
  if (words.length === 0) return null;
  for (const word of words) {
    const [known, factor] = [bases.get(word), scales.get(word)];
    if (known && base === null) {
      base = known.base;
      scale *= known.scale;
    } else if (factor !== undefined) scale *= factor;
    else if (known?.base !== base) return null;
  }
  return { base, scale, text: phrase.trim() };
}

export interface HeadingParts {
  /** Heading without its unit and its remarks in brackets. */
  plain: string;
  unit: Unit | null;
  /** Texts in brackets that are not units, such as "non-ARB" or "2014". */
  remarks: readonly string[];
}

/** Splits a heading into its name, its unit (in brackets or at the end) and other remarks in brackets. */
export function headingParts(heading: string): HeadingParts {
  let unit: Unit | null = null;
  const remarks: string[] = [];
  let plain = heading.replace(/[([]([^)\]]*)[)\]]/g, (_, inside: string) => {
    const named = unitPhrase(inside);
    if (named) unit ??= named;
    else if (inside.trim() !== "") remarks.push(inside.trim());
    return " ";
  });
  const [tail, named] = unit === null ? unitAtEnd(plain.trim()) : ["", null];
  if (named) {
    unit = named;
    plain = plain
      .trim()
      .slice(0, -tail.length)
      .replace(/(?:[\s,;:–—-]|\bin\b)+$/i, "");
  }
  return { plain: plain.replace(/\s+/g, " ").trim(), unit, remarks };
}

const currencies = new Set(["PHP", "USD", "EUR", "JPY"]);
export const isMoney = ({ base }: Unit): boolean => base !== null && currencies.has(base);

/**
 * Finds a unit after a comma, a dash or the word "in". A unit of money can also directly follow the name ("Loans
 * P'000").
 */
function unitAtEnd(heading: string): [string, Unit | null] {
  const parted = /(?:[,;:]|\s[-–—]|\bin\b)\s*([^,;:]*)$/i.exec(heading)?.[1] ?? "";
  const unit = unitPhrase(parted);
  if (unit && parted.length < heading.length) return [parted, unit];
  const words = heading.split(/\s+/);
  for (let start = 1; start < words.length; start++) {
    const tail = heading.slice(heading.lastIndexOf(words.slice(start).join(" ")));
    const money = unitPhrase(tail);
    if (money && (isMoney(money) || (money.base === null && money.scale >= 1000))) {
      return /^[mkb]$/i.test(tail) ? ["", null] : [tail, money];
    }
  }
  return ["", null];
}

/** Returns the unit in a title line, such as "Amounts in thousand pesos". It applies to all amounts of the sheet. */
export function unitOfTitle(title: string): Unit | null {
  const text = title.trim();
  const whole = unitPhrase(text.replace(/^[([]|[)\]]$/g, ""));
  if (whole && whole.base !== null) return whole;
  for (const inside of text.matchAll(/[([]([^)\]]*)[)\]]/g)) {
    const named = unitPhrase(inside[1] ?? "");
    if (named) return named;
  }
  const stated = /\b(?:amounts?|figures?|values?|pesos?|expressed|stated)\b.*?\bin\b\s+(.*?)[.)\]]*$/i.exec(
    text,
  );
  return (
    (stated?.[1] ? unitPhrase(stated[1]) : null) ??
    (whole && /'?000|thousand|million/i.test(text) ? whole : null)
  );
}

/** Returns the unit of a field's numbers; null for plain counts, and for fields whose unit is in another field. */
export const unitOf = (field: Field): Unit | null =>
  field.unit
    ? { base: field.unit, scale: 1, text: field.unit }
    : /\(([^)]*)\)$/.test(field.label)
      ? unitOfBracket(field.label)
      : field.percentage
        ? { base: "%", scale: 1, text: "%" }
        : null;

function unitOfBracket(label: string): Unit | null {
  const inside = /\(([^)]*)\)$/.exec(label)?.[1] ?? "";
  // In a field's label, "(m)" means meters. In other headings, "m" means million.
  return inside === "m" ? { base: "m", scale: 1, text: "m" } : unitPhrase(inside);
}

/**
 * Returns the factor that converts a number from the given unit to the unit of the field; null if no conversion is
 * known.
 */
export function conversion(field: Field, unit: Unit): number | null {
  const own = unitOf(field);
  if (own && foldText(unit.text) === foldText(own.text)) return 1;
  if (unit.base === null) return unit.scale;
  if (!own || own.base !== unit.base) return null;
  return unit.scale / own.scale;
}
