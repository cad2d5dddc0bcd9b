/** Reads periods that people write in columns of quarters and years, such as "1st Qtr 2025" or "Jan-Mar 2025". */
import { months, type Quarter, quarters } from "../../../rules/periods.ts";
import { foldText } from "../../../rules/text.ts";
import { parseMonth } from "../../../validate/parse-period.ts";

interface Period {
  quarter: Quarter | null;
  year: number | null;
  /** Reason why the text names no single quarter. */
  quarterProblem?: string;
  /** Reason why the text names no single year. */
  yearProblem?: string;
}

const ordinals = [
  "1 1st i first una unang",
  "2 2nd ii second ikalawa ikalawang pangalawa pangalawang",
  "3 3rd iii third ikatlo ikatlong pangatlo pangatlong",
  "4 4th iv fourth ikaapat apat",
].map((words) => words.split(" "));
const quarterWords = new Set("q qtr qtrs quarter quarters kwarter kuwarter".split(" "));
const halfWords = new Set("semester sem half semestre".split(" "));
const fillers = new Set(
  "cy fy year period of for the to until and ng sa na ika taon taong hanggang at".split(" "),
);

/**
 * Returns the quarter and the year that a text names, as far as it names them. Returns null if the text has any other
 * word.
 * @param inQuarters True for a column of quarters, in which "First" and "I" mean a quarter.
 */
export function parsePeriod(text: string, inQuarters: boolean): Period | null {
  const words = foldText(text).match(/\d+(?:st|nd|rd|th)\b|\d+|\p{L}+/gu) ?? [];
  const has = (known: ReadonlySet<string>) => words.some((word) => known.has(word));
  const found = { quarters: new Set<number>(), years: new Set<number>() };
  const inMonths: number[] = [];
  for (const word of words) {
    const month = /^\p{L}{3,}$/u.test(word) ? parseMonth(word) : null;
    const ordinal = ordinals.findIndex((names) => names.includes(word));
    if (/^(?:19|20)\d\d$/.test(word)) found.years.add(Number(word));
    else if (month) inMonths.push(months.indexOf(month));
    else if (ordinal >= 0) {
      // A number alone is not a quarter: "2 2025" may be February.
      const isQuarter = has(quarterWords) || has(halfWords) || (inQuarters && !/^\d$/.test(word));
      if (!isQuarter) return null;
      found.quarters.add(ordinal);
    } else if (!quarterWords.has(word) && !halfWords.has(word) && !fillers.has(word)) return null;
  }
  const [first = 0, ...later] = inMonths;
  // A month beside "1st" is probably a date: "1st of April 2025".
  if (inMonths.length === 1 && found.quarters.size > 0) return null;
  const isWhole = first % 3 === 0 && later.at(-1) === first + 2;
  if (isWhole) found.quarters.add(first / 3);
  const quarterProblem = has(halfWords)
    ? "is a half year, not a quarter"
    : later.length > 0 && !isWhole
      ? "names months that are not a whole quarter"
      : found.quarters.size > 1
        ? "names several quarters"
        : null;
  const [quarter] = quarterProblem === null ? found.quarters : [];
  const [year = null] = found.years.size === 1 ? found.years : [];
  return {
    quarter: quarter === undefined ? null : (quarters[quarter] ?? null),
    year,
    ...(quarterProblem === null ? {} : { quarterProblem }),
    ...(found.years.size > 1 ? { yearProblem: "names several years" } : {}),
  };
}
