/**
 * Matches place names to the names in the place book, the official list of places (PSGC). For example, "Sta. Rosa" and
 * "Pe¤aranda" match towns. The SQL functions `private.place_key`, `normalize_place_name` and `region_keys` have the
 * same rules.
 */

export type PlaceLevel = "region" | "province" | "muncity" | "barangay";

/** Abbreviations in place names, with the words that they abbreviate. */
const words: Readonly<Record<string, string>> = {
  bgy: "barangay",
  brgy: "barangay",
  bry: "barangay",
  capt: "captain",
  dist: "district",
  dr: "doctor",
  gen: "general",
  gov: "governor",
  lt: "lieutenant",
  mt: "mount",
  nstra: "nuestra",
  pob: "poblacion",
  pres: "president",
  pto: "puerto",
  sen: "senator",
  sgt: "sergeant",
  sra: "senora",
  st: "saint",
  sta: "santa",
  sto: "santo",
};

const cityOf = /^(?:science |island garden )?city of (.+)$/;
const cityLast = /^(.+?)(?: science| island garden)? city(?: of)?$/;

/**
 * Normalizes a place name: lower case, no accents, full words for abbreviations, "X City" for "City of X". Returns an
 * empty text for an empty name.
 */
export function normalizePlaceName(level: PlaceLevel, name: string): string {
  const spelled = plainWords(name)
    .split(" ")
    .map((word) => (Object.hasOwn(words, word) ? words[word] : word))
    .join(" ");
  switch (level) {
    case "muncity": {
      const town = spelled.replace(/^municipality of /, "").replace(/ capital$/, "");
      return town.replace(cityOf, "$1 city").replace(cityLast, "$1 city");
    }
    case "barangay":
      return spelled.replace(/\bbarangay no\b/, "barangay");
    case "province":
      return spelled.replace(/^province of /, "").replace(/ province$/, "");
    case "region":
      return spelled.replace(/ region$/, "");
  }
}

/**
 * Normalizes a place name so that different names of one place become equal: also removes "city", "barangay" and
 * "poblacion".
 */
export function placeKey(level: PlaceLevel, name: string): string {
  const spelled = normalizePlaceName(level, name);
  if (level === "muncity") return spelled.replace(/ city$/, "");
  if (level !== "barangay") return spelled;
  const rest = spelled.split(" ").filter((word) => word !== "barangay" && word !== "poblacion");
  return rest.join(" ") || spelled;
}

const romanNumbers = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii"];

/**
 * Returns all normalized names of a region. "Region III (Central Luzon)" is also called "Region 3" and "Central Luzon".
 */
export function regionKeys(name: string): string[] {
  const parts = /^([^(]*)\(([^)]*)\)\s*$/.exec(name);
  const keys = [name, parts?.[1] ?? "", parts?.[2] ?? ""].map((part) =>
    normalizePlaceName("region", part).replace(
      /^region (\d{1,2}) ?([ab]?)(?= |$)/,
      (whole, number, letter) => {
        const roman = romanNumbers[Number(number)];
        return roman ? `region ${roman}${letter && ` ${letter}`}` : whole;
      },
    ),
  );
  return [...new Set(keys.filter(Boolean))];
}

/**
 * Finds the place with the given name among places with the same parent. Tries the exact name, then the normalized
 * name, then the `placeKey`. Returns null if no place matches, and "several" if several places match.
 */
export function resolvePlace(
  level: PlaceLevel,
  name: string,
  names: Iterable<string>,
): { name: string } | "several" | null {
  const known = [...new Set(names)];
  if (known.includes(name)) return { name };
  if (level === "region") {
    const keys = regionKeys(name);
    return only(known.filter((name) => regionKeys(name).some((key) => keys.includes(key))));
  }
  const key = placeKey(level, name);
  const alike = key === "" ? [] : known.filter((name) => placeKey(level, name) === key);
  const spelling = normalizePlaceName(level, name);
  const same = alike.filter((name) => normalizePlaceName(level, name) === spelling);
  return same.length === 1 ? only(same) : only(alike);
}

const only = (names: readonly string[]): { name: string } | "several" | null =>
  names[0] === undefined ? null : names.length === 1 ? { name: names[0] } : "several";

/** Restores an ñ that a wrong character encoding changed or replaced by a question mark. */
function repaired(name: string): string {
  return name
    .normalize("NFC")
    .replace(/Ã±|¤/g, "ñ")
    .replace(/Ã[‘\u0091]|¥/g, "Ñ")
    .replace(/([A-Za-z])[?\ufffd](?=[A-Za-z])/g, "$1n");
}

const plainWords = (name: string): string =>
  repaired(name)
    .replace(/['’‘`´ʼ]/g, "")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
