/** Reads the rows of one sheet of an Excel workbook. */
import { cellFromSpreadsheet, type RawCell, type TextRun } from "#shared/import/reading/cells.ts";
import { addressOf, type BookLimits, type BookSheet, isoDay, lookOf, rangeOf, SheetBuilder } from "./book.ts";
import { numberInFormat, type Render } from "./number-format.ts";
import {
  type CellStyle,
  type CellText,
  type Package,
  type Relationship,
  TextReader,
  unescaped,
} from "./xlsx-parts.ts";
import type { Attributes } from "./xml-events.ts";

interface Look {
  limits: BookLimits;
  render: Render;
  date1904: boolean;
  uncomputed: boolean;
  texts: readonly CellText[];
  styles: readonly CellStyle[];
}

export async function readSheetPart(
  files: Package,
  { name, hidden, part }: { name: string; hidden: boolean; part: string },
  look: Look,
): Promise<BookSheet> {
  // Read the links first, because the link elements come after the cells in the sheet.
  const links = await readLinks(files, part);
  const builder = new SheetBuilder(look.limits);
  const found = await files.read(part, new SheetReader(look, builder, links));
  if (!found) throw new Error(`The sheet ${name} is missing.`);
  return builder.build(name, hidden, look.date1904);
}

async function readLinks(files: Package, part: string): Promise<ReadonlyMap<string, string>> {
  const relationships = await files.relationships(part);
  const links = new Map<string, string>();
  if (![...relationships.values()].some(({ type }) => type === "hyperlink")) return links;
  await files.read(part, {
    open: (name, attributes) => name === "hyperlink" && addLink(links, relationships, attributes),
    close: () => undefined,
    text: () => undefined,
  });
  return links;
}

/** Maximum number of cells that one link may cover. Larger links are ignored. */
const mostLinked = 50_000;

function addLink(
  links: Map<string, string>,
  relationships: ReadonlyMap<string, Relationship>,
  attributes: Attributes,
): void {
  const target = relationships.get(attributes("id") ?? "")?.target;
  const range = rangeOf(attributes("ref") ?? "");
  if (!target || !range) return;
  const { first, last } = range;
  if ((last.row - first.row + 1) * (last.column - first.column + 1) > mostLinked) return;
  for (let row = first.row; row <= last.row; row++) {
    for (let column = first.column; column <= last.column; column++) links.set(`${row} ${column}`, target);
  }
}

/** Cell that is being read. */
interface OpenCell {
  row: number;
  column: number;
  type: string;
  style: CellStyle | undefined;
  value: string | null;
  formula: string | null;
  inline: boolean;
}

class SheetReader {
  private readonly look: Look;
  private readonly builder: SheetBuilder;
  private readonly links: ReadonlyMap<string, string>;
  private readonly inline = new TextReader();
  private row = 0;
  private column = -1;
  private cell: OpenCell | null = null;
  private into: "value" | "formula" | null = null;

  constructor(look: Look, builder: SheetBuilder, links: ReadonlyMap<string, string>) {
    this.look = look;
    this.builder = builder;
    this.links = links;
  }

  open(name: string, attributes: Attributes): void {
    if (this.cell) {
      this.openInside(this.cell, name, attributes);
      return;
    }
    switch (name) {
      case "row": {
        // A row or cell without an address follows the previous row or cell.
        this.row = Number(attributes("r") ?? this.row + 1);
        this.column = -1;
        const flat = isTrue(attributes("customHeight")) && Number(attributes("ht")) === 0;
        if (isTrue(attributes("hidden")) || flat) this.builder.hideRow(this.row);
        break;
      }
      case "c":
        this.openCell(attributes);
        break;
      case "col":
        if (isTrue(attributes("hidden")) || Number(attributes("width") ?? 1) === 0) {
          this.builder.hideColumns(Number(attributes("min")) - 1, Number(attributes("max")) - 1);
        }
        break;
      case "mergeCell":
        this.builder.merge(rangeOf(attributes("ref") ?? ""));
        break;
    }
  }

  private openCell(attributes: Attributes): void {
    const address = addressOf(attributes("r") ?? "");
    this.row = address?.row ?? this.row;
    this.column = address?.column ?? this.column + 1;
    this.cell = {
      row: this.row,
      column: this.column,
      type: attributes("t") ?? "n",
      style: this.look.styles[Number(attributes("s") ?? 0)],
      value: null,
      formula: null,
      inline: false,
    };
  }

  private openInside(cell: OpenCell, name: string, attributes: Attributes): void {
    if (cell.inline) this.inline.open(name, attributes);
    else if (name === "is") cell.inline = true;
    else if (name === "v") this.into = "value";
    else if (name === "f") {
      this.into = "formula";
      cell.formula ??= "";
    }
    if (name === "v") cell.value ??= "";
  }

  text(text: string): void {
    if (!this.cell) return;
    if (this.cell.inline) this.inline.text(text);
    else if (this.into === "value") this.cell.value += text;
    else if (this.into === "formula") this.cell.formula += text;
  }

  close(name: string): void {
    const { cell } = this;
    if (!cell) return;
    if (name === "v" || name === "f") this.into = null;
    if (name === "c") {
      this.cell = null;
      this.add(cell);
    } else if (cell.inline) this.inline.close(name);
  }

  private add(cell: OpenCell): void {
    const { row, column, style } = cell;
    const link = this.links.get(`${row} ${column}`);
    const read = this.valueOf(cell);
    if (read === null) return;
    this.builder.cell(
      row,
      column,
      link ? cellFromSpreadsheet({ ...read, link }) : cellFromSpreadsheet(read),
      lookOf(style?.format ?? "", style?.struck),
    );
  }

  /** Returns null for an empty cell. */
  private valueOf(cell: OpenCell): Parameters<typeof cellFromSpreadsheet>[0] | null {
    const { type, value, style } = cell;
    const formula = cell.formula === null ? {} : { formula: cell.formula };
    if (cell.inline) return { ...textValue(this.inline.take()), ...formula };
    // Distinguish an empty string, which many formulas return, from a formula without a result.
    if (type === "str" && cell.formula !== null) {
      return value === null ? formula : { value: unescaped(value), ...formula };
    }
    if (value === null || (value === "" && type !== "str")) return cell.formula === null ? null : formula;
    switch (type) {
      case "s":
        return { ...textValue(this.sharedText(value)), ...formula };
      case "b":
        return { value: isTrue(value), ...formula };
      case "e":
        return { error: value, ...formula };
      case "d":
        return { value: isoDay(value) ?? value, ...formula };
      case "n":
        // Programs that don't compute formulas write 0 as the result. In their files, a 0 in a formula cell means that
        // there is no result.
        if (this.look.uncomputed && cell.formula !== null && Number(value) === 0) return formula;
        return { ...this.numberValue(value, style?.format ?? ""), ...formula };
      default:
        return { value: unescaped(value), ...formula };
    }
  }

  /** @throws Error if the shared string is missing, because the cell would otherwise silently become blank. */
  private sharedText(index: string): CellText {
    const text = this.look.texts[Number(index)];
    if (text === undefined) throw new Error(`The shared text ${index} is missing.`);
    return text;
  }

  private numberValue(text: string, format: string) {
    const value = Number(text);
    if (!Number.isFinite(value)) return { value: text };
    return numberInFormat(value, format, this.look);
  }
}

const isTrue = (value: string | undefined): boolean => /^(?:1|true|on)$/i.test(value ?? "");

const textValue = (text: CellText): { value: RawCell & string } | { runs: readonly TextRun[] } =>
  typeof text === "string" ? { value: text } : { runs: text };
