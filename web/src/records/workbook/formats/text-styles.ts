/**
 * Text styles that change the meaning of a cell: struck-through and superscript text. SheetJS does not report these
 * styles for .xls and .xlsb. Without the styles, 1500 with a footnote mark ¹ would be read as 15001.
 */
import type { TextRun } from "#shared/import/reading/cells.ts";

/** Text styles of a sheet, by cell. The function `textStyleKey` builds the key of a cell. */
export interface SheetTextStyles {
  /** Cells whose whole text is struck through. */
  struck: ReadonlySet<string>;
  /** Text runs of the cells that contain more than one text style. */
  runs: ReadonlyMap<string, readonly TextRun[]>;
}

/**
 * Key of a cell.
 * @param row From 1.
 * @param column From 0.
 */
export const textStyleKey = (row: number, column: number): string => `${row} ${column}`;

/** Style that a font gives to its characters: struck-through or superscript. */
export type Look = Omit<TextRun, "text">;

/** A string, with the positions at which its font changes. */
export interface StyledText {
  text: string;
  fonts: readonly { start: number; font: number }[];
}

/** Collects the text styles of one sheet. */
export class TextStylesBuilder implements SheetTextStyles {
  readonly struck = new Set<string>();
  readonly runs = new Map<string, readonly TextRun[]>();
  private readonly fontLook: (font: number) => Look;

  /** @param fontLook Returns the text style of a font by its number. */
  constructor(fontLook: (font: number) => Look) {
    this.fontLook = fontLook;
  }

  /**
   * Adds the text styles of a cell to the result.
   * @param look The cell's text style. In a cell with several fonts, it applies up to the first font change.
   * @param text The cell's text. Required only for cells that may have several fonts.
   */
  add(key: string, look: Look, text: StyledText | undefined): void {
    const parts = text && text.fonts.length > 0 ? this.runsOf(text, look) : [];
    if (parts.length === 0 ? look.struck : parts.every((part) => part.struck)) this.struck.add(key);
    else if (parts.some((part) => part.struck || part.superscript)) this.runs.set(key, parts);
  }

  /** Splits a string at its changes of font. The first part has the style of the cell. */
  private runsOf({ text, fonts }: StyledText, own: Look): TextRun[] {
    const first = { text: text.slice(0, fonts[0]?.start), ...own };
    const others = fonts.map(({ start, font }, place) => ({
      text: text.slice(start, fonts[place + 1]?.start),
      ...this.fontLook(font),
    }));
    return [first, ...others].filter((run) => run.text !== "");
  }
}

/** Returns the text style of a font from two fields of the font's record, which are equal in .xls and .xlsb. */
export const lookOfFont = (flags: number, position: number): Look => ({
  ...(flags & 8 ? { struck: true } : {}),
  ...(position === 1 ? { superscript: true } : {}),
});
