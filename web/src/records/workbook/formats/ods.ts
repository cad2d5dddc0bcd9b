/**
 * Reads OpenDocument spreadsheets (.ods, .fods; ISO 26300). SheetJS drops cells that lack text or have quotes in
 * attributes, and shifts the cells after them. SheetJS also reads TRUE as 1, and loses superscript and struck-through
 * text, links and hidden rows.
 */
import { isBlankCell, type RawCell } from "#shared/import/reading/cells.ts";
import { type BookLimits, type BookSheet, type CellLook, SheetBuilder } from "./book.ts";
import { FileProblem } from "./file-problem.ts";
import { isPartialDate, type OdsStyle, OdsText, odsCell, odsUnit } from "./ods-cell.ts";
import { ignore, Package } from "./xlsx-parts.ts";
import { type Attributes, decodeXml, XmlEvents } from "./xml-events.ts";
import type { ZipEntry } from "./zip-guard.ts";

/**
 * @throws FileProblem for text documents, presentations and encrypted files.
 * @throws Error for unreadable files.
 */
export async function readOds(
  bytes: Uint8Array<ArrayBuffer>,
  entries: readonly ZipEntry[],
  limits: BookLimits,
): Promise<BookSheet[]> {
  const files = new Package(bytes, entries);
  let encrypted = false;
  await files.read("META-INF/manifest.xml", {
    ...ignore,
    open: (name) => {
      encrypted ||= name === "encryption-data";
    },
  });
  if (encrypted)
    throw new FileProblem("The workbook is protected by a password. Save it without a password.");
  const reader = new OdsReader(limits);
  if (!(await files.read("content.xml", reader))) throw new Error("There is no content in the package.");
  return reader.sheets();
}

/** Reads a spreadsheet that is one XML file (.fods). */
export function readFlatOds(bytes: Uint8Array, limits: BookLimits): BookSheet[] {
  const reader = new OdsReader(limits);
  const events = new XmlEvents(reader);
  events.write(decodeXml(bytes));
  events.end();
  return reader.sheets();
}

interface OpenCell {
  attributes: Attributes;
  text: OdsText;
}

interface OpenRow {
  attributes: Attributes;
  cells: OpenCell[];
}

const count = (attributes: Attributes, name: string): number =>
  Math.max(1, Number(attributes(name) ?? 1) || 1);
const isHidden = (attributes: Attributes): boolean =>
  /^(?:collapse|filter)$/.test(attributes("visibility") ?? "");

class OdsReader {
  private readonly limits: BookLimits;
  private readonly styles = new Map<string, OdsStyle>();
  private readonly found: BookSheet[] = [];
  private style: OdsStyle | null = null;
  /** Kind of the document: the name of the first element in its body. */
  private kind: string | null = null;
  private inBody = false;
  private date1904 = false;
  private builder: SheetBuilder | null = null;
  private look = { name: "", hidden: false };
  private row = 0;
  private column = 0;
  private cells: OpenRow | null = null;
  private cell: OpenCell | null = null;
  private skipped = 0;

  constructor(limits: BookLimits) {
    this.limits = limits;
  }

  sheets(): BookSheet[] {
    if (this.kind === null) throw new Error("There is no document in the file.");
    if (this.kind === "spreadsheet") return this.found;
    throw new FileProblem(
      "The file is not a spreadsheet. Copy its table into a spreadsheet and save that as .ods.",
    );
  }

  open(name: string, attributes: Attributes): void {
    if (this.skipped > 0) this.skipped++;
    else if (this.cell) this.cell.text.open(name, attributes);
    else if (this.builder) this.openInTable(this.builder, name, attributes);
    else this.openOutside(name, attributes);
  }

  text(text: string): void {
    if (this.skipped === 0) this.cell?.text.text(text);
  }

  close(name: string): void {
    if (this.skipped > 0) this.skipped--;
    else if (name === "table-cell" || name === "covered-table-cell") this.cell = null;
    else if (this.cell) this.cell.text.close(name);
    else if (name === "table-row") this.closeRow();
    else if (name === "table") this.closeTable();
    else if (name === "style") this.style = null;
  }

  private openOutside(name: string, attributes: Attributes): void {
    if (name === "style") this.openStyle(attributes);
    else if (name === "text-properties" && this.style) {
      this.style.struck = ["text-line-through-style", "text-line-through-type"].some(
        (name) => !/^(?:none)?$/.test(attributes(name) ?? ""),
      );
      this.style.raised = /^(?:super|[1-9])/.test(attributes("text-position") ?? "");
    } else if (name === "table-properties" && this.style)
      this.style.hidden = attributes("display") === "false";
    else if (name === "body") this.inBody = true;
    else if (this.inBody && this.kind === null) this.kind = name;
    else if (name === "null-date") this.date1904 = attributes("date-value")?.startsWith("1904") === true;
    else if (name === "table" && this.kind === "spreadsheet") this.openTable(attributes);
  }

  private openStyle(attributes: Attributes): void {
    const parent = this.styles.get(attributes("parent-style-name") ?? "");
    this.style = { struck: false, raised: false, hidden: false, ...parent };
    this.styles.set(attributes("name") ?? "", this.style);
  }

  private openTable(attributes: Attributes): void {
    this.builder = new SheetBuilder(this.limits);
    const hidden = this.styles.get(attributes("style-name") ?? "")?.hidden === true;
    this.look = { name: attributes("name") ?? "", hidden };
    this.row = 0;
    this.column = 0;
  }

  private openInTable(builder: SheetBuilder, name: string, attributes: Attributes): void {
    switch (name) {
      case "table-column": {
        const repeated = count(attributes, "number-columns-repeated");
        if (isHidden(attributes)) builder.hideColumns(this.column, this.column + repeated - 1);
        this.column += repeated;
        break;
      }
      case "table-row":
        this.cells = { attributes, cells: [] };
        break;
      case "table-cell":
      case "covered-table-cell":
        this.cell = { attributes, text: new OdsText(this.styles) };
        this.cells?.cells.push(this.cell);
        break;
      // Skip drawings, forms, and tables within tables or cells.
      case "shapes":
      case "forms":
      case "table-source":
      case "table":
        this.skipped = 1;
        break;
    }
  }

  private closeRow(): void {
    const { builder, cells: open } = this;
    if (!builder || !open) return;
    const repeated = count(open.attributes, "number-rows-repeated");
    const cells = this.cellsOf(open);
    const isBlank = cells.every(({ cell }) => isBlankCell(cell));
    for (let row = this.row + 1; !isBlank && row <= this.row + repeated && !builder.isFull; row++) {
      for (const cell of cells) addCell(builder, row, cell, this.limits);
      if (isHidden(open.attributes)) builder.hideRow(row);
    }
    this.row += repeated;
    this.cells = null;
  }

  private cellsOf({ cells }: OpenRow): RowCell[] {
    let next = 0;
    return cells.map(({ attributes, text }): RowCell => {
      const column = next;
      next += count(attributes, "number-columns-repeated");
      return {
        column,
        last: next - 1,
        cell: odsCell(attributes, text),
        look: {
          struck: this.styles.get(attributes("style-name") ?? "")?.struck === true,
          unit: odsUnit(attributes),
          partialDate: isPartialDate(text.shown),
        },
        wide: count(attributes, "number-columns-spanned"),
        high: count(attributes, "number-rows-spanned"),
      };
    });
  }

  private closeTable(): void {
    if (this.builder) this.found.push(this.builder.build(this.look.name, this.look.hidden, this.date1904));
    this.builder = null;
  }
}

/** Cell of a row. The cell repeats from `column` to `last`, and spans `wide` columns and `high` rows. */
interface RowCell {
  column: number;
  last: number;
  cell: RawCell;
  look: CellLook;
  wide: number;
  high: number;
}

function addCell(builder: SheetBuilder, row: number, from: RowCell, limits: BookLimits): void {
  const { column, last, cell, look, wide, high } = from;
  if (isBlankCell(cell)) return;
  for (let at = column; at <= Math.min(last, limits.columns); at++) builder.cell(row, at, cell, look);
  // Beyond the column limit, add only the last column, so that the note about unread columns can name it.
  if (last > limits.columns) builder.cell(row, last, cell);
  if (wide > 1 || high > 1) {
    builder.merge({ first: { column, row }, last: { column: column + wide - 1, row: row + high - 1 } });
  }
}
