/** Width of texts in the table as the browser draws them, so that columns are as wide as their content needs. */

const [regular, bold] = [400, 600];
const pens = new Map<number, CanvasRenderingContext2D | null>();

/** Average width of a bold character in pixels, for environments that draw nothing, such as unit tests. */
const ofCharacter = 8;

/** Returns the width of a text in pixels, in the font size of the table. */
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

/** Minimum and maximum width in pixels of a column with names. A name that needs more space wraps to two lines. */
export const nameWidths = { least: 150, most: 314 };

/** Horizontal padding of a cell plus the line between columns, in pixels. The sort arrow is in the padding. */
export const cellPadding = 25;

/** True if a name does not fit on one line of a column with the maximum width, so that the name wraps. */
export const isWrapped = (name: string): boolean => boldWidth(name) > nameWidths.most - cellPadding;

/** Size of the small font divided by the size of the table's font. */
const small = 12 / 13;

/**
 * Decides how a cell shows a text that may be too long for its column: in the table's font, in the small font, or in
 * the small font on two lines.
 * @param width Width of the column in pixels.
 */
export function fitOf(text: string, width: number): "fits" | "small" | "wrapped" {
  const [wanted, room] = [textWidth(text, regular), width - cellPadding];
  if (wanted <= room) return "fits";
  return wanted * small <= room ? "small" : "wrapped";
}
