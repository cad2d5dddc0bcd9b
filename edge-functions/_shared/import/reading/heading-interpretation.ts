/**
 * Finds the fields that a heading can mean (spec section 5). Compares the words of the heading, in any order, with
 * names, labels and groups of fields. Also uses the headings above it.
 */
import type { AnyRecord, Field } from "../../records/vocabulary/types.ts";
import { foldHeading, foldText } from "../../rules/text.ts";
import { fixedChoice } from "../../validate/parse-field.ts";
import { headingParts, isMoney, unitOf } from "./units.ts";
import { joining, lastLetters, ofPeriod, sameWord, sidesOfPeriod } from "./words/heading-words.ts";

/** Heading of one column. */
export interface HeadingText {
  /** Text of the heading cell, including units and remarks in brackets. */
  text: string;
  /** Texts in the heading rows above this heading, such as group headings, from top to bottom. */
  above: string;
}

export interface Interpretation {
  /** Field that the heading means. Null if no field matches or the user must choose. */
  field: string | null;
  /** If `field` is null: the fields among which the user must choose. Empty if no field matches. */
  candidates: readonly string[];
  /**
   * True if the heading is exactly the name or label of the field. A column with an exact heading takes precedence
   * over other columns for the same field.
   */
  exact: boolean;
}

type Words = ReadonlySet<string>;

const longestHeading = 200;

/**
 * Converts a text to a set of normalized words, so that "No. of male members" equals "Male members", and plurals equal
 * singulars.
 */
function wordsOf(text: string): Set<string> {
  const words = foldText(text)
    // Expand abbreviations such as "Reg'd" and "Org'd".
    .replace(/\breg(?:'?d|\.d)\b\.?/g, "registration")
    .replace(/\borg(?:'?d|\.d|z'?d)\b\.?/g, "organized")
    .replace(/^(?:no\.?|number|#|count|bilang)(?: of| ng|(?=\s))/, " ")
    .replace(/['’]s(?!\p{L})/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !joining.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(?<![su])s$/, "") : word));
  const letter = lastLetters.get(words.at(-1) ?? "");
  if (letter) words.splice(-1, 1, letter);
  return new Set(words.map((word) => sameWord.get(word) ?? word));
}

const keyOf = (words: Words): string => [...words].sort().join(" ");
const within = (words: Words, whole: Words): boolean => [...words].every((word) => whole.has(word));
const union = (one: Words, other: Words): Set<string> => new Set([...one, ...other]);
const closeness = (one: Words, other: Words): number => {
  const all = union(one, other).size;
  return all === 0 ? 0 : [...one].filter((word) => other.has(word)).length / all;
};
const yearsIn = (words: Words): string[] => [...words].filter((word) => /^(?:19|20)\d\d$/.test(word));

/** Normalized names of one field, for comparing with headings. */
interface Named {
  name: string;
  /** Field name, normalized. */
  folded: string;
  /** Label and other headings of the field, normalized. */
  written: Words;
  /**
   * Labels and other headings of the field, each with its words in alphabetical order, so that word order does not
   * matter.
   */
  keys: Words;
  label: Words;
  group: Words;
}

const namedFields = new WeakMap<AnyRecord, readonly Named[]>();

function fieldsNamed(record: AnyRecord): readonly Named[] {
  const known = namedFields.get(record);
  if (known) return known;
  const made = record.fields.map((field) => named(record, field));
  namedFields.set(record, made);
  return made;
}

function named(record: AnyRecord, { name, label, group, headings = [] }: Field): Named {
  const groupLabel = record.groups.find(({ key }) => key === group)?.label ?? "";
  const plain = headingParts(label).plain;
  // A heading such as "City" also matches the label "Municipality/City".
  const parts = label.includes(" ") ? [] : label.split("/");
  const texts = [label, plain, ...parts, ...headings];
  return {
    name,
    folded: foldHeading(name),
    written: new Set([...texts, `${groupLabel} ${label}`].map(foldHeading)),
    keys: new Set(texts.map((text) => keyOf(wordsOf(text)))),
    label: wordsOf(plain),
    group: wordsOf(headingParts(groupLabel).plain),
  };
}

const vocabularies = new WeakMap<AnyRecord, Words>();

const sharesWord = (record: AnyRecord, text: string): boolean => {
  const known = vocabularyOf(record);
  return known.has(foldHeading(text)) || [...wordsOf(text)].some((word) => known.has(word));
};

/** Returns all words in the names, labels and groups of the fields. Also returns each whole name and label. */
function vocabularyOf(record: AnyRecord): Words {
  const known = vocabularies.get(record);
  if (known) return known;
  const words = new Set(
    fieldsNamed(record).flatMap((field) => [
      ...field.label,
      ...field.group,
      ...namesOf(field),
      ...wordsOf(field.name.replaceAll("_", " ")),
      ...field.written,
      foldHeading(field.name),
    ]),
  );
  vocabularies.set(record, words);
  return words;
}

/**
 * True if every word of at least four letters in a text is in the names, labels or groups of the fields. Runs for every
 * row of a file, so the check must be fast.
 */
export function hasOnlyFieldWords(record: AnyRecord, text: string): boolean {
  const known = vocabularyOf(record);
  const isKnown = (word: string) =>
    known.has(word) || known.has(word.replace(/s$/, "")) || sameWord.has(word.replace(/s$/, ""));
  return text.length <= longestHeading && (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).every(isKnown);
}

/**
 * Matches remarks in brackets after a heading that do not change which field the heading means, such as "(optional)".
 */
const harmless =
  /^(?:[mdy]{1,4}[-/. ][mdy]{1,4}[-/. ][mdy]{1,4}|optional|required|if any|if applicable|please specify|pls\.? ?specify|specify|y ?\/ ?n|yes ?\/ ?no|m ?\/ ?f|male ?\/ ?female|year|current|latest|to date|actual|e\.?g\.?.*|(?:as of|cy|fy)? ?.*\b20\d\d)$/i;

const interpretations = new WeakMap<AnyRecord, Map<string, Interpretation>>();

/** Returns the fields that a heading can mean, by its text and the headings above it. */
export function interpretHeading(record: AnyRecord, heading: HeadingText): Interpretation {
  const known = interpretations.get(record) ?? new Map<string, Interpretation>();
  interpretations.set(record, known);
  const key = `${heading.above}\n\n${heading.text}`;
  const meaning = known.get(key) ?? interpretInGroup(record, withoutNumbering(heading));
  // Limit the size of the cache, because cells of data rows are also interpreted.
  if (known.size > 5000) known.clear();
  known.set(key, meaning);
  return meaning;
}

/** Removes the number of a column in front of its heading, as in "(1) Region" or "2. Province". */
const withoutNumbering = ({ text, above }: HeadingText): HeadingText => ({
  text: text.replace(/^\s*(?:\(?\d{1,2}[.)]|[a-h]\))\s*(?=\p{L})/u, ""),
  above,
});

function interpretInGroup(record: AnyRecord, heading: HeadingText): Interpretation {
  const day = interpretEndOfPeriod(record, heading);
  if (day) return day;
  const own = withGroupAbove(record, heading, interpret(record, heading));
  const meaning = own.field || own.candidates.length > 0 ? own : interpretPart(record, heading);
  return withoutCountedAmount(record, heading, meaning);
}

/**
 * Interprets the heading of the first or the last day of a period, such as "From" below "Inclusive dates", or "Date
 * from". It means a date of the record type that must not be before or after another date. The user must choose if the
 * label of this date does not name the same side of the period. Returns null for any other heading, and below a
 * heading about another subject, such as "Contract period".
 */
function interpretEndOfPeriod(record: AnyRecord, { text, above }: HeadingText): Interpretation | null {
  const side = sidesOfPeriod.find(({ heading }) => heading.test(text.trim()))?.side;
  const [order, ...more] = record.dateOrders ?? [];
  const whole = `${above} ${text}`;
  if (!side || !order || more.length > 0 || !ofPeriod.test(whole)) return null;
  const known = union(vocabularyOf(record), general);
  if (![...upperWords(above)].every((word) => known.has(word) || ofPeriod.test(word))) return null;
  const field = order[side];
  const label = record.fields.find(({ name }) => name === field)?.label ?? "";
  const isNamed = sidesOfPeriod.some((one) => one.side === side && one.inLabel.test(label));
  return { field: isNamed ? field : null, candidates: isNamed ? [] : [field], exact: false };
}

/**
 * Interprets a heading below the heading of a field, such as "Last" below "Name of participant" or "M" below "Sex". It
 * means this field if it names one of the field's choices, or if both headings together contain a heading of the field,
 * such as "Last name".
 */
function interpretPart(record: AnyRecord, { text, above }: HeadingText): Interpretation {
  const whole = above === "" ? null : interpretHeading(record, { text: above, above: "" }).field;
  const field = record.fields.find(({ name }) => name === whole);
  const keys = fieldsNamed(record).find(({ name }) => name === whole)?.keys ?? [];
  const heading = wordsOf(text);
  const both = union(heading, wordsOf(above));
  const isPart = [...keys]
    .map((key) => new Set(key.split(" ")))
    .some((key) => within(heading, key) && within(key, both));
  const isMeant =
    field !== undefined && (choiceNamed(field, text) !== undefined || (heading.size > 0 && isPart));
  return { field: isMeant ? field.name : null, candidates: [], exact: false };
}

/** Returns the fixed choice of a field that a heading names, such as Male for "M"; undefined if it names none. */
export const choiceNamed = (field: Field, heading: string): string | undefined =>
  fixedChoice(field, heading.replace(/[.:]+$/, ""));

/** One-word headings that are also common in tables about other subjects. */
const vague = new Set(
  "age all amount birthday category cost date gender id name price quantity sex status title type unit volume".split(
    " ",
  ),
);

/**
 * Words that a text above a heading has if it does not name another subject. They are words for people in general, as
 * in "Farmers", words of groups, as in "Personal information", and words of titles, as in "Attendance sheet".
 */
const general = new Set(
  (
    "arb attendee beneficiary farmer member person respondent " +
    "basic data demographic detail info information personal profile " +
    "annex attendance department form list masterlist philippine report republic sheet"
  ).split(" "),
);
/** Matches the words of dates and periods. They are not subjects. */
const ofDate =
  /^(?:\d+(?:st|nd|rd|th)?|q[1-4]|[cf]y|year|quarter|month|date|as|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december)$/;

/**
 * Corrects the field found for a heading if the headings above contradict this field.
 * - The headings above may contain words of other fields whose labels also contain the heading. Then the user must
 *   choose between these fields and the field found. The user is not asked if the words of the headings match exactly
 *   one label completely.
 * - A vague heading such as "Name" can be about another subject, such as "Trainer". If no word above belongs to the
 *   field or the record type, the user decides.
 */
function withGroupAbove(
  record: AnyRecord,
  { text, above }: HeadingText,
  meaning: Interpretation,
): Interpretation {
  const own = fieldsNamed(record);
  const field = own.find(({ name }) => name === meaning.field);
  // A field name with an underscore is written by a program, and means this field.
  if (!field || text.includes("_")) return meaning;
  const [heading, upper] = [wordsOf(headingParts(text).plain), upperWords(above)];
  const known = allWords(field);
  const others = [...upper].filter((word) => !known.has(word) && !heading.has(word));
  if (others.length === 0) return meaning;
  const explains = (rival: Named) => others.filter((word) => allWords(rival).has(word)).length;
  const alike = own.filter((rival) => rival !== field && within(heading, rival.label));
  const most = Math.max(1, ...alike.map(explains));
  const rivals = alike.filter((rival) => explains(rival) === most);
  const whole = union(heading, upper);
  const [exact, ...more] = rivals.filter((one) => within(one.label, whole) && within(whole, allWords(one)));
  if (exact && more.length === 0) return { field: exact.name, candidates: [], exact: false };
  const subjects = union(union(known, wordsOf(`${record.noun.one} ${record.label}`)), general);
  const isVague = heading.size === 1 && [...heading].every((word) => vague.has(word));
  const said = [...upper].filter((word) => !ofDate.test(word));
  const isElsewhere = isVague && said.length > 0 && !said.some((word) => subjects.has(word));
  if (rivals.length === 0 && !isElsewhere) return meaning;
  return { field: null, candidates: [...rivals, field].map(({ name }) => name), exact: false };
}

/** Returns all words that belong to a field: those of its label, its group, its other headings and its name. */
const allWords = (field: Named): Set<string> =>
  union(union(field.label, field.group), union(namesOf(field), wordsOf(field.name.replaceAll("_", " "))));

/**
 * Match headings and group headings of counts. A group heading with only "No." is not matched, because it is the
 * heading of row numbers.
 */
const counts = {
  text: /^\s*(?:nos?\b|num(?:ber)?\b|nbr\b|nr\b|#|count\b|bilang\b)/i,
  of: /^\s*(?:(?:(?:nos?|num(?:ber)?|nbr|nr)\b\.?|#|count) of|bilang ng)\b/i,
};

/**
 * If a heading such as "No. of loans" matches a field with an amount of money, the user must choose the field, because
 * the heading may mean a count. A heading such as "No. of units" never means a text, such as the name of the unit.
 */
function withoutCountedAmount(
  record: AnyRecord,
  { text, above }: HeadingText,
  meaning: Interpretation,
): Interpretation {
  const field = record.fields.find(({ name }) => name === meaning.field);
  if (field?.kind === "text" && counts.of.test(text)) return { field: null, candidates: [], exact: false };
  const unit = field ? unitOf(field) : null;
  const isCount = counts.text.test(text) || counts.of.test(above);
  if (!field || !unit || !isMoney(unit) || !isCount) return meaning;
  return { field: null, candidates: [field.name], exact: false };
}

function interpret(record: AnyRecord, { text, above }: HeadingText): Interpretation {
  const nothing: Interpretation = { field: null, candidates: [], exact: false };
  if (text.trim() === "") return nothing;
  const own = fieldsNamed(record);
  // Return early, because most data cells share no word with any field.
  if (text.length > longestHeading || !sharesWord(record, text)) return nothing;
  const folded = foldHeading(text);
  const byName = own.find((field) => field.folded === folded);
  if (byName) return { field: byName.name, candidates: [], exact: true };
  const { plain, remarks, unit } = headingParts(text);
  // A single letter in brackets can be a word instead of a unit: "Members (M)" means male members.
  const said = unit && /^[mkb]$/i.test(unit.text) ? [...remarks, unit.text] : remarks;
  const inFull = said.length > 0 ? choose(own, `${plain} ${said.join(" ")}`, text, above) : nothing;
  if (inFull.field || inFull.candidates.length > 0) return inFull;
  const first = choose(own, plain, text, above);
  // "Total male members" is about male members, so ignore "total".
  const half = /\b(?:total|all|overall)\b/i.test(plain) && /\b(?:male|female|men|women)\b/i.test(plain);
  const meaning =
    half && first.field === null && first.candidates.length === 0
      ? choose(own, plain.replace(/\b(?:total|all|overall)\b/gi, " "), text, above)
      : first;
  const changing = remarks.filter(
    (remark) => !harmless.test(remark) || yearElsewhere(own, meaning.field, remark),
  );
  if (changing.length === 0 || meaning.field === null) return meaning;
  return { field: null, candidates: [meaning.field], exact: false };
}

/**
 * True if the label or group of the field contains years, and the remark after the heading contains none of these
 * years.
 */
const yearElsewhere = (own: readonly Named[], name: string | null, remark: string): boolean => {
  const field = own.find((candidate) => candidate.name === name);
  const years = field ? yearsIn(union(field.label, field.group)) : [];
  return years.length > 0 && !yearsIn(wordsOf(remark)).some((year) => years.includes(year));
};

function choose(own: readonly Named[], plain: string, text: string, above: string): Interpretation {
  const heading = wordsOf(plain);
  if (heading.size === 0) return { field: null, candidates: [], exact: false };
  const upper = upperWords(above);
  // "Male" below "Total members" is about male members, so ignore "total".
  if (heading.has("male") || heading.has("female")) upper.delete("all");
  const whole = union(heading, upper);
  const [folded, foldedPlain] = [foldHeading(text), foldHeading(plain)];
  const written = own.filter((field) => field.written.has(folded) || field.written.has(foldedPlain));
  const worded = namedBy(own, heading);
  const composed = upper.size > 0 ? namedBy(own, whole) : [];
  const explained = [...new Set([...written, ...worded, ...composed])].filter((field) =>
    within(whole, union(union(field.label, field.group), namesOf(field))),
  );
  if (upper.size > 0 && explained.length > 0) {
    const near = (field: Named) => closeness(whole, union(field.label, field.group));
    // If two fields match equally well, prefer the one with an exact label.
    const best = unique(explained, (field) => near(field) + (written.includes(field) ? 1e-6 : 0));
    if (best) return taken(own, best, heading, upper, written.includes(best));
    return { field: null, candidates: explained.map(({ name }) => name), exact: false };
  }
  const candidates = written.length > 0 ? written : worded.length > 0 ? worded : composed;
  const [only] = candidates;
  if (!only) return { field: null, candidates: loosely(own, heading, upper), exact: false };
  if (candidates.length === 1) return taken(own, only, heading, upper, written.length > 0);
  // Fields in different groups can have the same label, such as "Male members". A heading above this one decides
  // between the groups. Without a heading above, the group is clear only if this heading contains all words of exactly
  // one group's name.
  const fitting = candidates.filter((field) => {
    const years = yearsIn(field.group);
    return yearsIn(whole).every((year) => years.length === 0 || years.includes(year));
  });
  const near = upper.size > 0 ? unique(fitting, (field) => closeness(upper, field.group)) : undefined;
  const plainest = upper.size === 0 ? fitting.filter((field) => within(field.group, heading)) : [];
  const chosen = near ?? (plainest.length === 1 ? plainest[0] : undefined);
  const among = candidates.map(({ name }) => name);
  return {
    field: chosen?.name ?? null,
    candidates: among,
    exact: chosen !== undefined && written.length > 0,
  };
}

/**
 * Returns the fields for a short heading such as "Male" below another heading such as "Members as of 2024". The label
 * of such a field contains the short heading, and its other words are in the heading above. The user chooses one of
 * these fields.
 */
const loosely = (own: readonly Named[], heading: Words, upper: Words): string[] =>
  own
    .filter(({ label, group }) => {
      const known = union(label, group);
      return (
        label.size > 0 &&
        within(heading, label) &&
        within(label, union(heading, upper)) &&
        [...upper].some((word) => known.has(word))
      );
    })
    .map(({ name }) => name);

/** Returns the words of the headings above a column, without units. */
const upperWords = (above: string): Set<string> => {
  const { plain, remarks } = headingParts(above);
  return wordsOf([plain, ...remarks].join(" ").replace(/\b(?:current|latest|present|existing)\b/gi, " "));
};

const namesOf = (field: Named): Set<string> => new Set([...field.keys].flatMap((key) => key.split(" ")));

/**
 * Returns the fields that match the words of a heading. A field matches if the words are exactly its label or one of
 * its other headings, in any order. It also matches if the words are its whole label and words of its group.
 */
function namedBy(own: readonly Named[], words: Words): Named[] {
  const key = keyOf(words);
  return own.filter(({ keys, label, group }) => {
    if (keys.has(key)) return true;
    if (label.size === 0 || !within(label, words)) return false;
    return [...words].every((word) => label.has(word) || group.has(word));
  });
}

/**
 * Returns the field with the highest score, or undefined if the score is 0 or another field has the same score.
 * @param figure Returns the score of a field.
 */
function unique(fields: readonly Named[], figure: (field: Named) => number): Named | undefined {
  const ranked = fields.map((field) => ({ field, value: figure(field) })).sort((a, b) => b.value - a.value);
  const [first, second] = ranked;
  if (!first || first.value === 0 || first.value === second?.value) return undefined;
  return first.field;
}

/**
 * Returns the interpretation of a heading that matches `field`. The heading means `field` unless it is ambiguous. The
 * user must then choose between `field` and other fields. A heading is ambiguous if all of these conditions are true:
 * - `field` is in a group for a year, such as "Baseline members 2014".
 * - Neither the heading nor the headings above it contain a word that only that group has.
 * - Groups without a year have fields whose labels contain the same words.
 */
function taken(
  own: readonly Named[],
  field: Named,
  heading: Words,
  upper: Words,
  exact: boolean,
): Interpretation {
  const whole = union(heading, upper);
  const others = own.filter(
    (other) => yearsIn(other.group).length === 0 && other !== field && within(field.label, other.label),
  );
  const dated = yearsIn(field.group).length > 0;
  const names = (word: string) => others.some(({ label, group }) => label.has(word) || group.has(word));
  const grouped = [...field.group].some((word) => whole.has(word) && !names(word));
  if (!dated || grouped || others.length === 0) return { field: field.name, candidates: [], exact };
  return { field: null, candidates: [field, ...others].map(({ name }) => name), exact: false };
}
