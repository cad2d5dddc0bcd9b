/** Width of texts in the table as the browser draws them, so that columns are as wide as their content needs. */

let pen: CanvasRenderingContext2D | null = null;

/** Average width of a bold character in pixels, for environments that draw nothing, such as unit tests. */
const ofCharacter = 8;

/** Returns the width of a text in pixels, in bold and in the font size of the table. */
export function boldWidth(text: string): number {
  if (typeof CanvasRenderingContext2D === "undefined") return text.length * ofCharacter;
  if (pen === null) {
    pen = document.createElement("canvas").getContext("2d");
    if (pen) pen.font = `600 13px ${getComputedStyle(document.body).fontFamily}`;
  }
  return pen ? pen.measureText(text).width : text.length * ofCharacter;
}

/** Minimum and maximum width in pixels of a column with names. A name that needs more space wraps to two lines. */
export const nameWidths = { least: 150, most: 314 };

/** Horizontal padding of a cell plus the line between columns, in pixels. The sort arrow is in the padding. */
export const cellPadding = 25;

/** True if a name does not fit on one line of a column with the maximum width, so that the name wraps. */
export const isWrapped = (name: string): boolean => boldWidth(name) > nameWidths.most - cellPadding;
