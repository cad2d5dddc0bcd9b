/**
 * Texts that mean "no value", such as "N/A". If "N/A" were read as an ID, all rows with it would look like the same
 * record.
 */
import type { AnyRecord, Field } from "../records/vocabulary/types.ts";
import { foldText } from "../rules/text.ts";

/** Words that mean "no value" in every field. */
const blankWords =
  "na|nan|none|nil|null|none yet|no data|not applicable|not available|tba|tbd|tbf|to be assigned|to be announced|" +
  "to be determined|to follow|wala|wala pa|blank|empty";
/** Words that mean "no value" in a name or an ID, but may be a choice of a list, or the initial of a name. */
const wordsInKeys =
  "no id|no arbo id|no number|not yet|not assigned|unassigned|unknown|undefined|pending|for validation|" +
  "for verification|for issuance|for registration|walang id|no|x|xx|xxx|xxxx";
const blanks = new Set(blankWords.split("|"));
const placeholders = new Set([...blanks, ...wordsInKeys.split("|")]);

/** True if a name or an ID means that there is no value, such as "N/A", "-", "0", "none", "TBA" or "?". */
export const isPlaceholder = (text: string): boolean => isNoValue(text, placeholders);

/** True if a text means "no value" in every field. False for "Pending", which may be a choice, and for an initial. */
export const isBlankWord = (text: string): boolean => isNoValue(text, blanks);

function isNoValue(text: string, words: ReadonlySet<string>): boolean {
  const folded = foldText(text);
  if (folded === "") return false;
  return (
    /^[^\p{L}\p{N}]+$/u.test(folded) ||
    /^0+$/.test(folded) ||
    words.has(folded.replace(/[^\p{L}\p{N} ]/gu, "").trim())
  );
}

/** True if a text has neither letters nor digits, such as "/", "✓" or "?". Dashes, dots and lines are not marks. */
export const isMark = (text: string): boolean => /^(?![-._\s]+$)[^\p{L}\p{N}]+$/u.test(foldText(text));

/**
 * True if placeholders in the field are read as blank: in names and IDs by which rows are matched, and in references to
 * other records.
 */
export const readsPlaceholderAsBlank = (record: AnyRecord, { name, kind, options }: Field): boolean =>
  kind === "text" &&
  (options?.from === "record" || (record.keys.some((key) => key.includes(name)) && options === undefined));
