/** Words of headings with the same meaning: abbreviations, synonyms and Filipino words. */

/** Words that do not change the meaning of a heading. */
export const joining: ReadonlySet<string> = new Set(
  "a of the and or for from in to by with ng sa ang mga at".split(" "),
);

/** The word that each line starts with replaces the others. Plurals are in the singular, see `wordsOf`. */
const synonyms = `
  all total overall tot ttl kabuuan kabuuang
  female women babae
  male men lalaki
  member membership mem memb mbr kasapi miyembro
  number no num nbr nr bilang
  beneficiary beneficiarie benepisyaryo
  municipality mun munic munisipyo munisipalidad bayan
  city lungsod siyudad
  province prov lalawigan probinsya
  region rehiyon
  barangay brgy bgy baranggay
  organization org orgn organisation samahan organisasyon
  year yr taon
  month buwan
  quarter kwarter
  date dt petsa
  registration reg regn registered registering rehistro rehistrasyon pagkakarehistro
  organized organised
  amount amt halaga
  liability liab liabilitie pananagutan
  asset ari arian
  address addr tirahan
  agency agcy ahensya
  extension ext
  name pangalan
  full buo buong
  first una unang
  middle gitna gitnang
  sex kasarian
  age edad gulang
  birthday kaarawan
  birth kapanganakan
  remark puna
`;

/** Maps a word to the word with the same meaning that the labels of fields use. */
export const sameWord: ReadonlyMap<string, string> = new Map(
  synonyms
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [word = "", ...others] = line.trim().split(" ");
      return others.map((other): [string, string] => [other, word]);
    }),
);

/** Letters at the end of a heading, as in "Members (M)", or "M", "F" and "T" below "No. of members". */
export const lastLetters: ReadonlyMap<string, string> = new Map([
  ["m", "male"],
  ["f", "female"],
  ["t", "all"],
]);

/** Matches a text that is about a period of days. */
export const ofPeriod = /\b(?:inclusive|dates?|period|duration|schedule|petsa)\b/i;

/** Headings of the first and the last day of a period, and words that labels of such days have. */
export const sidesOfPeriod = [
  {
    side: "from",
    heading: /^(?:date )?(?:from|start(?:ed|s|ing)?|began|mula|simula)(?: date)?$/i,
    inLabel: /\b(?:start|from)\b/i,
  },
  {
    side: "to",
    heading: /^(?:date )?(?:to|until|end(?:ed|s|ing)?|hanggang|katapusan)(?: date)?$/i,
    inLabel: /\b(?:end|to)\b/i,
  },
] as const;
