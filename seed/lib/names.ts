/**
 * Invented names of organizations, in the style of real names: a virtue or image in a local language, a place, and a
 * kind of organization. Names of persons are not used.
 */
import type { Random } from "./random.ts";

/** Endings of names of organizations, by organization type (a value of a dropdown list). */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  "Multi-Purpose Cooperative": ["Multi-Purpose Cooperative", "Farmers Multi-Purpose Cooperative"],
  "Agriculture Cooperative": ["Agriculture Cooperative", "Farmers Agriculture Cooperative"],
  "Consumer Cooperative": ["Farmers Consumers Cooperative"],
  "Credit Cooperative": ["Farmers Credit Cooperative"],
  "ARB Cooperative": ["Agrarian Reform Beneficiaries Cooperative", "ARB Cooperative"],
  "Farmers Association": ["Farmers Association", "United Farmers Association", "Farmers Association Inc."],
  "Irrigators Association": ["Irrigators Association", "Farmers Irrigators Association Inc."],
  "Women's Association": ["Rural Women's Association", "Women Planters Association"],
  "People's Organization": ["Samahang Magsasaka", "People's Organization"],
  Federation: ["Federation of Farmers Associations"],
};

const IMAGES = [
  "Bagong Sibol",
  "Bagong Umaga",
  "Bigkis Bukid",
  "Binhi ng Pag-asa",
  "Buklod Ani",
  "Hiyas ng Kabukiran",
  "Isang Diwa",
  "Kabalikat sa Bukid",
  "Kaisahan",
  "Lakas Bukirin",
  "Lunting Parang",
  "Luntian",
  "Maalwan",
  "Malasakit",
  "Masagana",
  "Masikap",
  "Matatag",
  "Maunlad",
  "Nagkaisang Lakas",
  "Pag-asa ng Nayon",
  "Pagsisikap",
  "Sagana sa Ani",
  "Sama-Samang Sikap",
  "Sibol Yaman",
  "Sikap at Tiyaga",
  "Silangang Ani",
  "Tagumpay",
  "Tanglaw",
  "Tulong-Tulong",
  "Unang Ani",
] as const;

const ORG_TYPES = [
  ["Multi-Purpose Cooperative", 24],
  ["Agriculture Cooperative", 12],
  ["Consumer Cooperative", 2],
  ["Credit Cooperative", 2],
  ["ARB Cooperative", 14],
  ["Farmers Association", 28],
  ["Irrigators Association", 9],
  ["Women's Association", 4],
  ["People's Organization", 4],
  ["Federation", 1],
] as const;

/**
 * Returns a random organization type of the dropdown list. Types that are common in reality are returned more often.
 */
export function pickOrgType(random: Random): string {
  return random.weighted(ORG_TYPES);
}

/**
 * Returns a new name for an organization of the type in the barangay and town, and adds the name to `taken`. Appends a
 * number if all generated names are in `taken` already.
 */
export function organizationName(
  random: Random,
  orgType: string,
  place: { barangay: string; town: string },
  taken: Set<string>,
): string {
  const town = shortTownName(place.town);
  const barangay = plainName(place.barangay);
  for (let attempt = 0; ; attempt++) {
    const kind = random.pick(KINDS[orgType] ?? ["Farmers Association"]);
    const image = random.pick(IMAGES);
    const opening = random.weighted([
      [barangay, 4],
      [image === barangay ? barangay : `${image} ng ${barangay}`, 3],
      [`${image} ${town}`, 2],
      [image, 1],
    ] as const);
    const name = attempt < 8 ? `${opening} ${kind}` : `${opening} ${kind} ${taken.size}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

/** Returns the short name that names of organizations use for a town: "City of Palayan" becomes "Palayan". */
export function shortTownName(town: string): string {
  return town.replace(/^(Science )?City of /u, "").replace(/ City$/u, "");
}

/** Returns the name of a place without an addition in brackets: "San Juan (Pob.)" of the PSGC becomes "San Juan". */
export function plainName(name: string): string {
  return name.replace(/\s*\([^)]*\)/gu, "").trim() || name;
}
