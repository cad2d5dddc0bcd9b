/** Reads one cell of an OpenDocument spreadsheet: its typed value, its displayed text and its text styles. */
import {
  cellFromSpreadsheet,
  type RawCell,
  type TextRun,
  type WrittenCell,
} from "#shared/import/reading/cells.ts";
import { spreadsheetDay } from "#shared/rules/dates.ts";
import { isoDay, unitOfFormat } from "./book.ts";
import { shownNumber } from "./number-format.ts";
import type { Attributes } from "./xml-events.ts";

/** Text and table properties of a named style. */
export interface OdsStyle {
  struck: boolean;
  raised: boolean;
  /** True if a table with this style is hidden. Applies to table styles only. */
  hidden: boolean;
}

const plain: OdsStyle = { struck: false, raised: false, hidden: false };

/** Elements in a paragraph whose text is not content of the cell: comments, pictures, notes, and ruby pronunciation. */
const foreign = new Set(["annotation", "frame", "note", "ruby-text"]);
const isParagraph = (name: string): boolean => name === "p" || name === "h";

/** Collects the text of a cell from the events of all elements inside the cell. */
export class OdsText {
  private readonly styles: ReadonlyMap<string, OdsStyle>;
  private runs: TextRun[] = [];
  private spans: OdsStyle[] = [];
  private paragraphs = 0;
  private inside = false;
  private skipped = 0;
  link: string | undefined;

  constructor(styles: ReadonlyMap<string, OdsStyle>) {
    this.styles = styles;
  }

  open(name: string, attributes: Attributes): void {
    const isForeign = this.inside ? foreign.has(name) : !isParagraph(name);
    if (this.skipped > 0 || isForeign) this.skipped++;
    else if (isParagraph(name)) this.openParagraph();
    else if (name === "span") this.spans.push(this.styles.get(attributes("style-name") ?? "") ?? plain);
    else if (name === "s") this.add(" ".repeat(Math.min(Number(attributes("c") ?? 1), 1000)));
    else if (name === "tab") this.add("\t");
    else if (name === "line-break") this.add("\n");
    else if (name === "a" && !attributes("href")?.startsWith("#")) this.link ??= attributes("href");
  }

  close(name: string): void {
    if (this.skipped > 0) this.skipped--;
    else if (name === "span") this.spans.pop();
    else if (isParagraph(name)) this.inside = false;
  }

  text(text: string): void {
    if (this.inside && this.skipped === 0) this.add(text.replace(/[ \t\r\n]+/g, " "));
  }

  private openParagraph(): void {
    this.inside = true;
    if (this.paragraphs++ > 0) this.add("\n");
  }

  private add(text: string): void {
    const struck = this.spans.some((span) => span.struck);
    const raised = this.spans.some((span) => span.raised);
    this.runs.push({ text, ...(struck ? { struck } : {}), ...(raised ? { superscript: raised } : {}) });
  }

  get isWritten(): boolean {
    return this.paragraphs > 0;
  }

  /** Text runs, if any of them is struck through or superscript; otherwise undefined. */
  get different(): readonly TextRun[] | undefined {
    return this.runs.some(({ struck, superscript }) => struck || superscript) ? this.runs : undefined;
  }

  get shown(): string {
    return this.runs.map(({ text }) => text).join("");
  }
}

/** Returns the value of a cell from its attributes and its text. */
export function odsCell(attributes: Attributes, text: OdsText): RawCell {
  // Remove the prefix and the "=". In "of:=SUM([.A1:.A2])", the prefix "of:" names the formula language.
  const formula = attributes("formula")?.replace(/^(?:\w+:)?=/, "");
  return cellFromSpreadsheet({
    ...written(attributes, text),
    ...(formula === undefined ? {} : { formula }),
    ...(text.link ? { link: text.link } : {}),
  });
}

function written(attributes: Attributes, text: OdsText): WrittenCell {
  const type = attributes("value-type");
  const shown = text.shown.trim();
  switch (type) {
    case undefined:
      // LibreOffice writes an empty paragraph if a formula returns an empty text, and no paragraph if the formula has
      // no result.
      return text.isWritten ? { value: text.shown } : {};
    case "error":
      return { error: shown || "#N/A" };
    case "boolean":
      return { value: attributes("boolean-value") === "true" };
    case "date":
      return { value: isoDay(attributes("date-value") ?? "") ?? shown };
    case "time":
      return { value: timeOf(attributes("time-value") ?? "") ?? shown };
    case "float":
    case "percentage":
    case "currency":
      return numberValue(attributes("value") ?? "", shown, text);
    default:
      return text.different ? { runs: text.different } : { value: attributes("string-value") || text.shown };
  }
}

function numberValue(written: string, shown: string, text: OdsText): WrittenCell {
  const value = Number(written);
  if (written === "" || !Number.isFinite(value)) return { value: shown };
  if (text.different) return { runs: text.different };
  // LibreOffice stores the value TRUE of an Excel workbook as the number 1 with the text "TRUE".
  if (/^(?:TRUE|FALSE)$/.test(shown)) return { value: value !== 0 };
  const displayed = shownNumber(value, isSame(shown, value) ? "General" : "as shown", () => shown);
  return displayed === null ? { value } : { value, shown: displayed };
}

/**
 * True if the text is only the number itself, such as "1.5E+020". The text may differ by at most a billionth of the
 * number. False for "007".
 */
const isSame = (shown: string, value: number): boolean =>
  /^-?(?!0\d)[\d.]+(?:E[+-]\d+)?$/.test(shown) && Math.abs(Number(shown) - value) <= Math.abs(value) * 1e-9;

/** Converts a duration such as "PT10H30M00S" to a time on day 0 of the spreadsheet's date system. */
function timeOf(text: string): Date | null {
  const [, hours, minutes = "0", seconds = "0"] = /^PT(\d+)H(?:(\d+)M)?(?:([\d.]+)S)?/.exec(text) ?? [];
  if (hours === undefined) return null;
  return spreadsheetDay((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400);
}

/**
 * True if the text of a date cell lacks the day, the month or the year, such as "Mar-21" or "March 15". Accepts a month
 * word in any language. Ignores the time in the text.
 */
export function isPartialDate(shown: string): boolean {
  const day = shown.replace(/\d{1,2}:\d{2}(?::\d{2})?.*$/, "");
  const numbers = day.match(/\d+/g) ?? [];
  const hasMonthName = /\p{L}{3}/u.test(day);
  const isWhole =
    numbers.length + (hasMonthName ? 1 : 0) >= 3 || numbers.some((digits) => digits.length === 8);
  return numbers.length > 0 && !isWhole;
}

/** Returns the unit of a cell: "%" or a foreign currency. Undefined for other cells. */
export function odsUnit(attributes: Attributes): string | undefined {
  const type = attributes("value-type");
  return type === "percentage"
    ? "%"
    : type === "currency"
      ? unitOfFormat(attributes("currency") ?? "")
      : undefined;
}
