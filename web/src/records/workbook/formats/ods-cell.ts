/** Reads one cell of an OpenDocument spreadsheet: its typed value, what the sheet shows, and how its text looks. */
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

/** How a text looks, by the name of its style. */
export interface OdsStyle {
  struck: boolean;
  raised: boolean;
  /** Of tables. */
  hidden: boolean;
}

const plain: OdsStyle = { struck: false, raised: false, hidden: false };

/** Elements inside a paragraph whose texts are not the cell's: comments, pictures, notes, and how a word is pronounced. */
const foreign = new Set(["annotation", "frame", "note", "ruby-text"]);
const isParagraph = (name: string): boolean => name === "p" || name === "h";

/** Collects the paragraphs of a cell. Feed it the elements inside the cell. */
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
    this.runs.push({ text, ...(struck ? { struck } : {}), ...(raised ? { raised } : {}) });
  }

  get isWritten(): boolean {
    return this.paragraphs > 0;
  }

  /** The runs that look different; undefined where all text looks alike. */
  get different(): readonly TextRun[] | undefined {
    return this.runs.some(({ struck, raised }) => struck || raised) ? this.runs : undefined;
  }

  get shown(): string {
    return this.runs.map(({ text }) => text).join("");
  }
}

/** The value of a cell by its attributes and its text. */
export function odsCell(attributes: Attributes, text: OdsText): RawCell {
  // "of:=SUM([.A1:.A2])": the prefix names the language of the formula.
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
      // LibreOffice writes an empty paragraph for the empty text of a formula, and none for no result.
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
  // LibreOffice keeps TRUE of a workbook as 1 that is shown so.
  if (/^(?:TRUE|FALSE)$/.test(shown)) return { value: value !== 0 };
  const said = shownNumber(value, isSame(shown, value) ? "General" : "as shown", () => shown);
  return said === null ? { value } : { value, shown: said };
}

/** Whether a text is the number with as many digits as there was room for: "1.5E+020". "007" is more than the number. */
const isSame = (shown: string, value: number): boolean =>
  /^-?(?!0\d)[\d.]+(?:E[+-]\d+)?$/.test(shown) && Math.abs(Number(shown) - value) <= Math.abs(value) * 1e-9;

/** "PT10H30M00S" as the time of the day with which spreadsheets begin to count. */
function timeOf(text: string): Date | null {
  const [, hours, minutes = "0", seconds = "0"] = /^PT(\d+)H(?:(\d+)M)?(?:([\d.]+)S)?/.exec(text) ?? [];
  if (hours === undefined) return null;
  return spreadsheetDay((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400);
}

/** The unit of a cell: per cent, or its currency where that is a foreign one. */
export function odsUnit(attributes: Attributes): string | undefined {
  const type = attributes("value-type");
  return type === "percentage"
    ? "%"
    : type === "currency"
      ? unitOfFormat(attributes("currency") ?? "")
      : undefined;
}
