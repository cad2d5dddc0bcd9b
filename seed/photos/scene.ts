/**
 * The pictures of the demo's photos: a drawn piece of land, and on it what was given. Before and after of one support
 * show the same land; nothing is written in the picture.
 */
import type { Random } from "../lib/random.ts";
import { Canvas, type Colour, mixed } from "./canvas.ts";
import { drawSubject, type Subject } from "./subjects.ts";

export interface Scene {
  subject: Subject;
  kind: "before" | "after";
  /** The same stream for all photos of one support: hills, trees and the ground. */
  land: Random;
  /** The light and the stand of this photo. */
  light: Random;
}

const width = 640;
const height = 480;
const brown: Colour = [150, 118, 82];
const grounds: readonly Colour[] = [
  [104, 150, 62],
  [126, 158, 70],
  [88, 138, 66],
];
const skies: readonly (readonly [Colour, Colour])[] = [
  [
    [92, 156, 214],
    [206, 228, 240],
  ],
  [
    [122, 172, 216],
    [236, 232, 214],
  ],
  [
    [150, 170, 188],
    [222, 226, 226],
  ],
];

/** The canvas with the scene; the same streams draw the same points. */
export function drawScene(scene: Scene): Canvas {
  const { subject, kind } = scene;
  const canvas = new Canvas(width, height);
  // Streams of its own, so that what is drawn twice is the same.
  const [land, light] = [scene.land.fork("drawn"), scene.light.fork("drawn")];
  const horizon = land.int(225, 260);
  const [above, below] = light.pick(skies);
  canvas.fade(0, horizon, above, below);
  clouds(canvas, light, mixed(below, [255, 255, 255], 0.6));
  hills(canvas, land, horizon, below);
  const green = land.pick(grounds);
  const ground = kind === "before" ? mixed(brown, green, 0.25) : green;
  canvas.fade(horizon, height, mixed(ground, [255, 255, 255], 0.18), mixed(ground, [0, 0, 0], 0.12));
  furrows(canvas, land.int(-60, 60), horizon, mixed(ground, [0, 0, 0], kind === "before" ? 0.12 : 0.16));
  trees(canvas, land, horizon);
  const stand = { x: 320 + light.int(-50, 50), y: 400 + light.int(-10, 14) };
  const paint = land.fork("paint");
  if (kind === "before") emptyPlace(canvas, stand, subject);
  else drawSubject(canvas, subject, stand, paint);
  return canvas;
}

function clouds(canvas: Canvas, light: Random, colour: Colour): void {
  for (let count = light.int(1, 3); count > 0; count--) {
    const [x, y, size] = [light.int(40, 600), light.int(35, 130), light.int(22, 40)];
    canvas.oval(x, y, size * 2, size * 0.5, colour);
    canvas.oval(x - size * 0.6, y - size * 0.3, size, size * 0.5, colour);
    canvas.oval(x + size * 0.5, y - size * 0.4, size * 1.1, size * 0.6, colour);
  }
}

function hills(canvas: Canvas, land: Random, horizon: number, haze: Colour): void {
  for (const share of [0.62, 0.4]) {
    const colour = mixed([62, 98, 84], haze, share);
    const tops = Array.from({ length: 9 }, (_, step) => {
      const high = share > 0.5 ? land.int(30, 95) : land.int(10, 45);
      return [step * 80, horizon - high] as const;
    });
    canvas.polygon([[0, horizon], ...tops, [width, horizon]], colour);
  }
}

/** Rows of the field, which meet at the horizon. */
function furrows(canvas: Canvas, shift: number, horizon: number, colour: Colour): void {
  const meeting = 320 + shift;
  for (let at = -9; at <= 9; at++) {
    const foot = meeting + at * 130;
    canvas.polygon(
      [
        [meeting + at * 14, horizon],
        [meeting + at * 14 + 1.5, horizon],
        [foot + 26, height],
        [foot, height],
      ],
      colour,
    );
  }
}

function trees(canvas: Canvas, land: Random, horizon: number): void {
  for (let count = land.int(3, 6); count > 0; count--) {
    const [x, size] = [land.int(10, 630), land.int(16, 30)];
    const crown: Colour = land.pick([
      [48, 98, 52],
      [62, 112, 58],
      [40, 86, 58],
    ]);
    canvas.box(x - 2, horizon - size * 0.4, 4, size * 0.7, [92, 70, 50]);
    canvas.oval(x, horizon - size * 0.8, size * 0.8, size * 0.7, crown);
    canvas.oval(x + size * 0.4, horizon - size * 0.5, size * 0.6, size * 0.5, mixed(crown, [0, 0, 0], 0.12));
  }
}

/** The place before anything came: bare soil with pegs, and stubble where things will move over it. */
function emptyPlace(canvas: Canvas, { x, y }: { x: number; y: number }, subject: Subject): void {
  canvas.oval(x, y, 190, 34, [168, 138, 102]);
  canvas.oval(x + 20, y + 4, 140, 22, [176, 148, 112]);
  if (subject === "hall" || subject === "workshop") {
    const corners = [
      [x - 150, y + 6],
      [x + 160, y + 10],
      [x + 110, y - 24],
      [x - 100, y - 26],
    ] as const;
    for (const [index, [fromX, fromY]] of corners.entries()) {
      const [toX, toY] = corners[(index + 1) % corners.length] ?? [fromX, fromY];
      canvas.polygon(
        [
          [fromX, fromY - 20],
          [toX, toY - 20],
          [toX, toY - 18],
          [fromX, fromY - 18],
        ],
        [226, 206, 150],
      );
      canvas.box(fromX - 3, fromY - 26, 6, 30, [112, 84, 56]);
    }
    return;
  }
  for (let tuft = 0; tuft < 26; tuft++) {
    const [at, foot] = [x - 190 + ((tuft * 67) % 380), y - 24 + ((tuft * 29) % 56)];
    for (const lean of [-6, 0, 6]) {
      canvas.polygon(
        [
          [at - 2, foot],
          [at + 2, foot],
          [at + lean, foot - 16],
        ],
        [196, 172, 96],
      );
    }
  }
}
