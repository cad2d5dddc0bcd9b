/** What the demo's photos show after a support was given: machines, vehicles, buildings and goods as flat shapes. */
import type { Random } from "../lib/random.ts";
import { type Canvas, type Colour, mixed, type Spot } from "./canvas.ts";

/** What stands on the land, by the look of it. */
export const subjects = ["tractor", "truck", "hall", "workshop", "sacks"] as const;
export type Subject = (typeof subjects)[number];

interface Stand {
  /** The middle of the subject's foot. */
  x: number;
  y: number;
}

const black: Colour = [34, 34, 36];
const glass: Colour = [186, 214, 226];
const paints: readonly Colour[] = [
  [192, 52, 44],
  [224, 136, 32],
  [38, 98, 168],
  [42, 122, 78],
];

/** @param paint Chooses the colours; the same stream paints the same things alike in all photos of a support. */
export function drawSubject(canvas: Canvas, subject: Subject, stand: Stand, paint: Random): void {
  const colour = paint.pick(paints);
  canvas.oval(stand.x, stand.y + 4, 200, 16, [74, 92, 52]);
  drawings[subject](canvas, stand, colour);
}

const drawings: Record<Subject, (canvas: Canvas, stand: Stand, colour: Colour) => void> = {
  tractor(canvas, { x, y }, colour) {
    const dark = mixed(colour, black, 0.35);
    canvas.box(x + 92, y - 168, 8, 60, black);
    shape(canvas, x, y, dark, [-70, -60, 150, -60, 150, -44, -70, -44]);
    shape(canvas, x, y, colour, [10, -118, 140, -112, 156, -96, 156, -56, 10, -56]);
    shape(canvas, x, y, colour, [-104, -124, -40, -130, 10, -96, 10, -56, -104, -56]);
    shape(
      canvas,
      x,
      y,
      black,
      [-84, -196, 12, -196, 22, -112, 14, -112, 4, -188, -72, -188, -84, -112, -92, -112],
    );
    shape(canvas, x, y, glass, [-70, -186, 2, -186, 12, -112, -80, -112]);
    shape(canvas, x, y, dark, [-96, -206, 18, -206, 24, -194, -100, -194]);
    wheel(canvas, x - 66, y - 56, 60);
    wheel(canvas, x + 118, y - 34, 38);
  },
  truck(canvas, { x, y }, colour) {
    const load = mixed(colour, [236, 238, 236], 0.92);
    shape(canvas, x, y, load, [-190, -170, 70, -170, 70, -52, -190, -52]);
    shape(canvas, x, y, mixed(load, black, 0.14), [-190, -70, 70, -70, 70, -52, -190, -52]);
    for (const rib of [-138, -86, -34, 18]) canvas.box(x + rib, y - 170, 3, 100, mixed(load, black, 0.18));
    shape(canvas, x, y, colour, [76, -136, 140, -136, 176, -88, 190, -80, 190, -40, 76, -40]);
    shape(canvas, x, y, glass, [92, -126, 134, -126, 160, -90, 92, -90]);
    shape(canvas, x, y, black, [-190, -52, 190, -46, 190, -34, -190, -34]);
    canvas.box(x + 182, y - 70, 8, 14, [250, 232, 160]);
    for (const at of [-140, -78, 132]) wheel(canvas, x + at, y - 26, 30);
  },
  hall(canvas, { x, y }, colour) {
    const wall: Colour = [226, 220, 204];
    shape(canvas, x, y, wall, [-210, -120, 130, -120, 130, 0, -210, 0]);
    shape(canvas, x, y, mixed(wall, black, 0.14), [130, -120, 175, -176, 220, -120, 220, -6, 130, 0]);
    shape(canvas, x, y, colour, [-226, -116, -178, -184, 180, -184, 132, -116]);
    shape(
      canvas,
      x,
      y,
      mixed(colour, black, 0.3),
      [132, -116, 180, -184, 232, -116, 222, -116, 178, -172, 142, -116],
    );
    shape(canvas, x, y, [92, 100, 108], [-84, -86, 18, -86, 18, 0, -84, 0]);
    for (const slat of [-72, -56, -40, -24, -8]) canvas.box(x - 84, y + slat, 102, 3, [120, 128, 136]);
    for (const at of [-180, -130, 56]) canvas.box(x + at, y - 84, 34, 28, [110, 140, 152]);
  },
  workshop(canvas, { x, y }, colour) {
    const steel: Colour = [196, 202, 206];
    for (const post of [-190, 182]) canvas.box(x + post, y - 170, 9, 170, [110, 84, 60]);
    shape(canvas, x, y, [178, 96, 66], [-222, -166, -150, -212, 160, -212, 226, -166]);
    shape(canvas, x, y, steel, [-120, -124, -40, -124, -60, -84, -60, -26, -100, -26, -100, -84]);
    shape(canvas, x, y, colour, [-60, -70, 96, -70, 96, -8, -60, -8]);
    shape(canvas, x, y, mixed(colour, black, 0.3), [-60, -22, 96, -22, 96, -8, -60, -8]);
    canvas.oval(x + 10, y - 44, 24, 24, mixed(steel, black, 0.3));
    canvas.oval(x + 10, y - 44, 15, 15, steel);
    for (const lamp of [56, 74]) canvas.oval(x + lamp, y - 54, 5, 5, [244, 214, 96]);
    shape(canvas, x, y, steel, [96, -60, 138, -44, 138, -32, 96, -40]);
    sack(canvas, x + 150, y, [222, 206, 172]);
    for (const foot of [-104, -66, -50, 82]) canvas.box(x + foot, y - 28, 8, 30, black);
  },
  sacks(canvas, { x, y }, colour) {
    const cloth: Colour = mixed([236, 230, 214], colour, 0.1);
    shape(canvas, x, y, [142, 108, 70], [-170, -14, 170, -14, 170, 0, -170, 0]);
    for (const [row, most] of [4, 3, 2].entries()) {
      for (let at = 0; at < most; at++) {
        const left = x + (at - (most - 1) / 2) * 78;
        const foot = y - 12 - row * 44;
        sack(canvas, left, foot, mixed(cloth, black, ((at + row) % 2) * 0.06));
        canvas.box(left - 22, foot - 28, 44, 9, colour);
      }
    }
  },
};

/** A polygon whose corners are given as x, y, x, y from the stand. */
function shape(canvas: Canvas, x: number, y: number, colour: Colour, corners: readonly number[]): void {
  const spots: Spot[] = [];
  for (let at = 0; at + 1 < corners.length; at += 2) {
    spots.push([x + (corners[at] ?? 0), y + (corners[at + 1] ?? 0)]);
  }
  canvas.polygon(spots, colour);
}

function wheel(canvas: Canvas, x: number, y: number, size: number): void {
  canvas.oval(x, y, size, size, black);
  canvas.oval(x, y, size * 0.55, size * 0.55, [214, 190, 92]);
  canvas.oval(x, y, size * 0.2, size * 0.2, black);
}

function sack(canvas: Canvas, x: number, y: number, colour: Colour): void {
  canvas.oval(x, y - 22, 40, 22, mixed(colour, black, 0.16));
  canvas.oval(x - 2, y - 24, 38, 19, colour);
}
