/**
 * Converts place names to present ones. Replaces region numbers, short names and former names, and corrects the region
 * of provinces that moved to another region. The import, the forms and the API do this before they search for a name in
 * the place book, the official list of places (PSGC).
 */
import { normalizePlaceName } from "../rules/places.ts";
import { dividedProvinces, movedProvinces, provinceNames, regionNames, townNames } from "./former-names.ts";

export interface WrittenPlace {
  region_name?: unknown;
  province_name?: unknown;
  muncity_name?: unknown;
}

export type PlaceField = keyof WrittenPlace;

export interface PresentPlace {
  /** Fields whose present name differs from the given name. */
  changed: Partial<Record<PlaceField, string>>;
  notes: { field: PlaceField; reason: string }[];
}

/** Returns the text of a cell. Accepts numbers, because a spreadsheet stores the region "3" as a number. */
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : "";

/** Returns the present names of a place. Unknown names stay unchanged. */
export function presentPlace(place: WrittenPlace): PresentPlace {
  const written = {
    region_name: textOf(place.region_name),
    province_name: textOf(place.province_name),
    muncity_name: textOf(place.muncity_name),
  };
  const changed: PresentPlace["changed"] = {};
  const notes: PresentPlace["notes"] = [];
  const province = presentProvince(written.province_name) ?? written.province_name;
  const key = regionKey(written.region_name);
  const region = nameOfRegion(key) ?? written.region_name;
  const moved = movedProvinces.find(
    ({ from, provinces }) => key !== null && from.includes(key) && provinces.includes(province),
  );
  const now = nameOfRegion(moved?.to ?? null) ?? region;
  const town = presentTown(written.muncity_name, province) ?? written.muncity_name;
  const set = (field: PlaceField, name: string, reason: string) => {
    if (name === written[field]) return;
    changed[field] = name;
    if (!isSpelling(field, written[field], name)) notes.push({ field, reason });
  };
  set(
    "region_name",
    now,
    moved === undefined
      ? `"${written.region_name}" is ${now}`
      : `${province} is in ${now} now, not in ${region}`,
  );
  set("province_name", province, `"${written.province_name}" is ${province} now`);
  set("muncity_name", town, `"${written.muncity_name}" is ${town} now`);
  return { changed, notes };
}

/**
 * True if two names differ only in spelling, such as an abbreviation, so that the user needs no note about the change.
 */
const isSpelling = (field: PlaceField, written: string, name: string): boolean =>
  field === "region_name"
    ? !/armm|mindanao/i.test(written) && presentRegion(written) === name
    : normalizePlaceName(levels[field], written) === normalizePlaceName(levels[field], name);

const levels = { region_name: "region", province_name: "province", muncity_name: "muncity" } as const;

const romans = "|i|ii|iii|iv|v|vi|vii|viii|ix|x|xi|xii|xiii|xiv|xv|xvi|xvii|xviii".split("|");
/**
 * Number of the Negros Island Region (XVIII), which is usually called by its name. No region has a number from 14 to
 * 17.
 */
const negrosIsland = 18;

/**
 * Returns the region number with its letter: "4b" for "Region IV-B". Also reads "R3", "Reg. III", "RO 4A" and "III".
 * Returns null for any other text.
 */
function regionNumber(spelled: string): string | null {
  const plain = spelled
    .replace(/^(?:dar|department of agrarian reform) /, "")
    .replace(/^(?:region(?:al)?(?: office)?|reg|rgn|rg|ro)(?: (?:no|number))? ?(?=[\divx])/, "")
    .replace(/^r(?=[\s\divx])/, "")
    .trim();
  const [, figure = "", letter = ""] = /^(\d{1,2}|[ivx]+) ?([ab]?)$/.exec(plain) ?? [];
  const number = /^\d/.test(figure) ? Number(figure) : romans.indexOf(figure);
  if (number === negrosIsland) return "nir";
  return number >= 1 && number <= 13 ? `${number}${letter}` : null;
}

const nameOfRegion = (key: string | null): string | null =>
  regionNames.find((region) => region.key === key)?.name ?? null;

/** Returns the present name of the region that a text means; null if the region is unknown. */
export const presentRegion = (written: string): string | null => nameOfRegion(regionKey(written));

/**
 * Returns the key of the region that a text means. If the text contains two names, as in "Region III (Central Luzon)",
 * both must mean the same region.
 */
function regionKey(written: string): string | null {
  const [, outside = "", inside = ""] = /^([^(]*)\(([^)]*)\)\s*$/.exec(written) ?? [];
  const whole = keyNamed(written);
  if (whole !== null) return whole;
  if (inside !== "") {
    const [first, second] = [keyNamed(outside), keyNamed(inside)];
    // "Region III (Central Visayas)" is contradictory, because Region III is Central Luzon.
    if (first !== null && second !== null) return first === second ? first : null;
    return first ?? (/\d|region|^[ivx]+ *$/i.test(outside) ? null : second);
  }
  // Matches texts such as "Region III - Central Luzon" and "Region IV-B MIMAROPA".
  const [first = "", ...rest] = written.split(/\s*[-–—:,/]\s+|\s+[-–—:,/]\s*/);
  const [, numbered = "", named = ""] =
    /^(.*?(?:\d|[ivx])(?:[ -]?[ab])?) +([a-z]{4}.*)$/i.exec(written) ?? [];
  return sameKey(first, rest.join(" ")) ?? sameKey(numbered, named);
}

/** Returns the region key that both names have, or null if their keys differ. */
function sameKey(one: string, other: string): string | null {
  const key = keyNamed(one);
  return key === keyNamed(other) ? key : null;
}

const regionKeysByName: ReadonlyMap<string, string> = new Map(
  regionNames.flatMap(({ key, name, also }) => {
    const [, outside = "", inside = ""] = /^([^(]*)\(([^)]*)\)$/.exec(name) ?? [];
    const names = [name, outside, inside].map((part) => normalizePlaceName("region", part));
    return [...names, ...also].filter((one) => one !== "").map((one) => [one, key] as const);
  }),
);

function keyNamed(written: string): string | null {
  const spelled = normalizePlaceName("region", written);
  return regionKeysByName.get(spelled.replace(/^dar /, "")) ?? regionNumber(spelled);
}

const shortWords: Readonly<Record<string, string>> = {
  occ: "occidental",
  occi: "occidental",
  occid: "occidental",
  occdtl: "occidental",
  or: "oriental",
  ori: "oriental",
  orient: "oriental",
  ortl: "oriental",
  nva: "nueva",
  nv: "nueva",
  zambo: "zamboanga",
  mis: "misamis",
  neg: "negros",
  cam: "camarines",
  maguin: "maguindanao",
  so: "south",
  sur: "sur",
  no: "north",
  prov: "",
  del: "",
  de: "",
  of: "",
};

const norteSur = new Set("agusan surigao lanao ilocos zamboanga camarines davao maguindanao".split(" "));

/** Returns the words of a province name in alphabetical order, with abbreviations expanded. */
function provinceKey(name: string): string {
  const words = normalizePlaceName("province", name)
    .split(" ")
    .map((word) => (Object.hasOwn(shortWords, word) ? shortWords[word] : word))
    .filter((word) => word !== "");
  const [first = "", second = ""] = words;
  const last = words.at(-1) ?? "";
  if (words.length === 2 && first === "n" && /^(?:ecija|vizcaya)$/.test(second)) words[0] = "nueva";
  else if (words.length === 2 && Object.hasOwn(sides, first) && /^(?:samar|leyte|cotabato)$/.test(second)) {
    words[0] = (second === "cotabato" ? sides[first]?.replace("ern", "") : sides[first]) ?? first;
  } else if (norteSur.has(first) && last === "n") words[words.length - 1] = "norte";
  else if (norteSur.has(first) && last === "s") words[words.length - 1] = "sur";
  return words.sort().join(" ");
}

const sides: Readonly<Record<string, string>> = {
  n: "northern",
  north: "northern",
  s: "southern",
  south: "southern",
  e: "eastern",
  w: "western",
};

/** Present names of provinces that have several spellings, by the normalized words of each spelling. */
const provinces: ReadonlyMap<string, string> = new Map(
  [
    ...Object.entries(provinceNames).flatMap(([name, also]) =>
      [name, ...also].map((one) => [one, name] as const),
    ),
    ...(
      "Nueva Ecija|Nueva Vizcaya|Occidental Mindoro|Oriental Mindoro|Negros Occidental|Negros Oriental|Misamis Occidental|" +
      "Misamis Oriental|Davao Occidental|Davao Oriental|Davao del Norte|Davao del Sur|Agusan del Norte|Agusan del Sur|" +
      "Surigao del Norte|Surigao del Sur|Lanao del Norte|Lanao del Sur|Zamboanga del Norte|Zamboanga del Sur|" +
      "Zamboanga Sibugay|Ilocos Norte|Ilocos Sur|Camarines Norte|Camarines Sur|Maguindanao del Norte|" +
      "Maguindanao del Sur|South Cotabato|Northern Samar|Eastern Samar|Southern Leyte"
    )
      .split("|")
      .map((name) => [name, name] as const),
  ].map(([written, name]) => [provinceKey(written), name]),
);

/** Returns the present name of a province from a former or other name; null for any other text. */
export function presentProvince(written: string): string | null {
  if (written === "") return null;
  const [, outside = "", inside = ""] = /^([^(]*)\(([^)]*)\)\s*$/.exec(written) ?? [];
  const found = provinces.get(provinceKey(written)) ?? provinces.get(provinceKey(outside));
  return found ?? (inside !== "" ? (provinces.get(provinceKey(inside)) ?? null) : null);
}

/** Returns the provinces into which the named province was divided; empty if it was not divided. */
export const successorProvinces = (written: string): readonly string[] =>
  dividedProvinces[normalizePlaceName("province", written)] ?? [];

/**
 * Returns the name of a town as in the place book, the official list of places; null if the name does not change.
 * Replaces a former name, and removes a second name in brackets, because the place book contains neither.
 */
function presentTown(written: string, province: string): string | null {
  if (written === "") return null;
  const outside = written.replace(/\s*\([^)]*\)\s*$/, "").trim();
  const known = townNames[province] ?? {};
  const found = [written, outside].map((name) => known[normalizePlaceName("muncity", name)]).find(Boolean);
  return found ?? (outside !== "" && outside !== written ? outside : null);
}
