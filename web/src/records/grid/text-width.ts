/** Measures texts as the browser draws them, so that columns fit their content. */

const [regular, bold] = [400, 600];
const pens = new Map<number, CanvasRenderingContext2D | null>();

/** Average width of a bold character in pixels. Used where texts can't be measured, such as in unit tests. */
const ofCharacter = 8;

/** Returns the width of a text in pixels, at the font size of the table. */
function textWidth(text: string, weight: number): number {
  if (typeof CanvasRenderingContext2D === "undefined") return text.length * ofCharacter;
  let pen = pens.get(weight);
  if (pen === undefined) {
    pen = document.createElement("canvas").getContext("2d");
    if (pen) pen.font = `${weight} 13px ${getComputedStyle(document.body).fontFamily}`;
    pens.set(weight, pen);
  }
  return pen ? pen.measureText(text).width : text.length * ofCharacter;
}

export const boldWidth = (text: string): number => textWidth(text, bold);

/** Minimum and maximum width in pixels of a column with names. A longer name wraps to two lines. */
export const nameWidths = { least: 150, most: 314 };

/**
 * Width in pixels of a cell's horizontal padding and of the line between columns. The sort arrow is drawn in the
 * padding.
 */
export const cellPadding = 25;

/** True if a name wraps to two lines, because it is too long even for a column of the maximum width. */
export const isWrapped = (name: string): boolean => boldWidth(name) > nameWidths.most - cellPadding;

/** Ratio of the small font size to the normal font size of the table. */
const small = 12 / 13;

/**
 * Returns how a cell shows a text, in one of three ways: in the normal font, in the small font, or in the small font on
 * two lines.
 * @param width Width of the column in pixels.
 */
export function fitOf(text: string, width: number): "fits" | "small" | "wrapped" {
  const [wanted, room] = [textWidth(text, regular), width - cellPadding];
  if (wanted <= room) return "fits";
  return wanted * small <= room ? "small" : "wrapped";
}
