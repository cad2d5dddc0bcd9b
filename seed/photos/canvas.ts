/** A canvas for flat shapes. They are drawn twice as fine as the picture and averaged, so that edges are smooth. */
import type { Pixels } from "./png.ts";

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];
export type Spot = readonly [x: number, y: number];

const finer = 2;

export class Canvas {
  private readonly points: Uint8Array;
  private readonly columns: number;
  private readonly rows: number;

  /** Sizes and all places are in points of the picture, from its upper left corner. */
  constructor(width: number, height: number) {
    this.columns = width * finer;
    this.rows = height * finer;
    this.points = new Uint8Array(this.columns * this.rows * 3);
  }

  /** Full width from `top` to `bottom`, from one colour to the other. */
  fade(top: number, bottom: number, from: Colour, to: Colour): void {
    const last = Math.min(this.rows, Math.round(bottom * finer));
    for (let y = Math.round(top * finer); y < last; y++) {
      this.fillLine(y, 0, this.columns, mixed(from, to, (y / finer - top) / (bottom - top)));
    }
  }

  polygon(corners: readonly Spot[], colour: Colour): void {
    const heights = corners.map(([, y]) => y * finer);
    const last = Math.min(this.rows - 1, Math.floor(Math.max(...heights)));
    for (let y = Math.max(0, Math.ceil(Math.min(...heights))); y <= last; y++) {
      const crossings = crossingsAt(corners, (y + 0.5) / finer);
      for (let at = 0; at + 1 < crossings.length; at += 2) {
        const [from = 0, to = 0] = [crossings[at], crossings[at + 1]];
        this.fillLine(y, Math.round(from * finer), Math.round(to * finer), colour);
      }
    }
  }

  box(x: number, y: number, width: number, height: number, colour: Colour): void {
    this.polygon(
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ],
      colour,
    );
  }

  oval(x: number, y: number, across: number, high: number, colour: Colour): void {
    const last = Math.min(this.rows - 1, Math.floor((y + high) * finer));
    for (let row = Math.max(0, Math.ceil((y - high) * finer)); row <= last; row++) {
      const share = ((row + 0.5) / finer - y) / high;
      const half = across * Math.sqrt(Math.max(0, 1 - share * share));
      this.fillLine(row, Math.round((x - half) * finer), Math.round((x + half) * finer), colour);
    }
  }

  pixels(): Pixels {
    return halved({ width: this.columns, height: this.rows, rgb: this.points });
  }

  private fillLine(row: number, from: number, to: number, colour: Colour): void {
    const start = (row * this.columns + Math.max(0, from)) * 3;
    const end = (row * this.columns + Math.min(this.columns, to)) * 3;
    if (start >= end) return;
    this.points.set(colour, start);
    // What is filled is copied behind itself, twice as much each time.
    for (let done = 3; done < end - start; done *= 2) {
      this.points.copyWithin(start + done, start, start + Math.min(done, end - start - done));
    }
  }
}

/** Half as wide and high, each point the mean of four; sides must be even. */
export function halved({ width, height, rgb }: Pixels): Pixels {
  const half = new Uint8Array((width / 2) * (height / 2) * 3);
  const line = width * 3;
  let to = 0;
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      let at = row * line + column * 3;
      for (let channel = 0; channel < 3; channel++, at++, to++) {
        const above = (rgb[at] ?? 0) + (rgb[at + 3] ?? 0);
        half[to] = (above + (rgb[at + line] ?? 0) + (rgb[at + line + 3] ?? 0) + 2) >> 2;
      }
    }
  }
  return { width: width / 2, height: height / 2, rgb: half };
}

/** A colour between two; a share of 0 is the first. */
export function mixed(from: Colour, to: Colour, share: number): Colour {
  const at = (channel: 0 | 1 | 2) => from[channel] + (to[channel] - from[channel]) * share;
  return [at(0), at(1), at(2)];
}

/** Where the edges of a polygon cross a height, from the left. */
function crossingsAt(corners: readonly Spot[], y: number): number[] {
  const found: number[] = [];
  corners.forEach(([bx, by], index) => {
    const [ax, ay] = corners.at(index - 1) ?? [bx, by];
    if (ay > y !== by > y) found.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
  });
  return found.sort((one, other) => one - other);
}
