/**
 * Texts that mean "no value", such as "N/A". If "N/A" were read as an ID, all rows with it would look like the same
 * record.
 */
import type { AnyRecord, Field } from "../records/vocabulary/types.ts";
import { foldText } from "../rules/text.ts";

const words = new Set(
  (
    "na|nan|none|nil|null|no id|no arbo id|no number|none yet|not yet|no data|not applicable|not available|not assigned|" +
    "unassigned|unknown|undefined|tba|tbd|tbf|to be assigned|to be announced|to be determined|to follow|pending|" +
    "for validation|for verification|for issuance|for registration|wala|wala pa|walang id|blank|empty|no|x|xx|xxx|xxxx"
  ).split("|"),
);

/** True if a text means that there is no value, such as "N/A", "-", "0", "none", "TBA" or "?". */
export function isPlaceholder(text: string): boolean {
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
