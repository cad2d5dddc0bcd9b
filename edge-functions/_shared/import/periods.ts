/**
 * Reads the quarter and the year of a row from texts that name both, such as "Q1 2025" in a column of quarters or of
 * years.
 */
import type { AnyRecord, Field } from "../records/vocabulary/types.ts";
import { parseField } from "../validate/parse-field.ts";
import { isFilled } from "./keys.ts";
import { parsePeriod } from "./reading/words/periods.ts";

interface Reported {
  /** Values of the row by field. Periods are replaced by the quarter and the year that they name. */
  input: Record<string, unknown>;
  refuse: (field: string, reason: string) => void;
  note: (field: string, reason: string) => void;
}

/**
 * Replaces each text that names a quarter or a year. A year beside the quarter fills a blank year of the row, and must
 * not contradict it. The same applies to a quarter in a column of years.
 */
export function readPeriods({ fields }: AnyRecord, { input, refuse, note }: Reported): void {
  for (const field of fields) {
    if (field.kind !== "quarter" && field.kind !== "year") continue;
    const { name, kind, group } = field;
    const text = input[name];
    if (typeof text !== "string" || parseField(field, text).ok) continue;
    const period = parsePeriod(text, kind === "quarter");
    if (period === null) continue;
    const quoted = `"${text.trim()}"`;
    const noYear = kind === "year" && period.year === null ? "names no year" : undefined;
    const problem = (kind === "quarter" ? period.quarterProblem : undefined) ?? period.yearProblem ?? noYear;
    if (problem) refuse(name, `${quoted} ${problem}`);
    const [own, other] = kind === "quarter" ? [period.quarter, period.year] : [period.year, period.quarter];
    if (problem || own === null) continue;
    input[name] = own;
    const wanted = kind === "quarter" ? "year" : "quarter";
    const pair = fields.find((one) => one.group === group && one.kind === wanted);
    if (other === null && kind === "quarter") continue;
    if (other === null || !pair) note(name, `of ${quoted}, only the ${kind} is used`);
    else if (!isFilled(input[pair.name])) {
      input[pair.name] = other;
      note(name, `${quoted} is read as ${own} and ${other}`);
    } else if (reportedValue(pair, input[pair.name]) !== other)
      refuse(name, `${quoted} contradicts the ${pair.label.toLowerCase()}, ${input[pair.name]}`);
  }
}

/** Returns the value of a field; if the text names a period, its quarter or year. */
function reportedValue(field: Field, value: unknown): unknown {
  const reading = parseField(field, value);
  if (reading.ok) return reading.value;
  const period = parsePeriod(String(value), field.kind === "quarter");
  return (field.kind === "quarter" ? period?.quarter : period?.year) ?? null;
}
