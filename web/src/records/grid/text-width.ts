/** Width of texts in the table as the browser draws them, so that columns are as wide as their content needs. */

let pen: CanvasRenderingContext2D | null = null;

/** Average width of a bold character in pixels, for environments that draw nothing, such as unit tests. */
const ofCharacter = 8;

/** Returns the width of a text in pixels, in the text size of the table and in bold. */
export function boldWidth(text: string): number {
  if (typeof CanvasRenderingContext2D === "undefined") return text.length * ofCharacter;
  if (pen === null) {
    pen = document.createElement("canvas").getContext("2d");
    if (pen) pen.font = `600 13px ${getComputedStyle(document.body).fontFamily}`;
  }
  return pen ? pen.measureText(text).width : text.length * ofCharacter;
}

/** Limits in pixels of the width of a column with names. A longer name wraps to two lines. */
export const nameWidths = { least: 150, most: 314 };

/** Horizontal padding of a cell in pixels, with the line between columns. The sort arrow is in the padding. */
export const cellPadding = 25;

/** True if a name is wider than the widest column with names, so that it wraps. */
export const isWrapped = (name: string): boolean => boldWidth(name) > nameWidths.most - cellPadding;
