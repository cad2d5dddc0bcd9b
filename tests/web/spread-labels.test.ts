/** Labels at the ends of a chart's lines must not overlap. */
import { expect, test } from "vitest";
import { spreadLabels } from "../../web/src/features/charts/drawing/spread-labels.ts";

const bounds = { top: 0, bottom: 200 };

test("Labels at the ends of chart lines stay in place if they don't overlap.", () => {
  expect(spreadLabels([20, 60, 120], 13, bounds)).toEqual([20, 60, 120]);
  expect(spreadLabels([], 13, bounds)).toEqual([]);
});

test("A chart moves apart the overlapping labels at the ends of its lines.", () => {
  expect(spreadLabels([100, 102], 12, bounds)).toEqual([95, 107]);
  expect(spreadLabels([102, 100], 12, bounds)).toEqual([107, 95]);
  expect(spreadLabels([50, 50, 50], 12, bounds)).toEqual([38, 50, 62]);
});

test("If separating two overlapping labels moves one of them onto a third label, the chart also moves the third label.", () => {
  expect(spreadLabels([100, 101, 112], 12, bounds)).toEqual([
    expect.closeTo(92.33, 1),
    expect.closeTo(104.33, 1),
    expect.closeTo(116.33, 1),
  ]);
});

test("A chart keeps all labels of its lines inside the drawing.", () => {
  expect(spreadLabels([198, 199, 200], 12, bounds)).toEqual([176, 188, 200]);
  expect(spreadLabels([0, 1], 12, bounds)).toEqual([0, 12]);
  expect(spreadLabels([5, 5, 5, 5, 5], 12, { top: 0, bottom: 40 })).toEqual([0, 10, 20, 30, 40]);
});

test("The labels of random chart lines keep their order.", () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  for (let round = 0; round < 500; round++) {
    const wanted = Array.from({ length: 1 + Math.floor(random() * 12) }, () => random() * 200);
    const middles = spreadLabels(wanted, 13, bounds);
    const order = wanted.map((_, at) => at).sort((one, other) => (wanted[one] ?? 0) - (wanted[other] ?? 0));
    const sorted = order.map((at) => middles[at] ?? Number.NaN);
    expect(Math.min(...sorted)).toBeGreaterThanOrEqual(-1e-6);
    expect(Math.max(...sorted)).toBeLessThanOrEqual(200 + 1e-6);
    for (const [at, middle] of sorted.entries())
      if (at > 0) expect(middle - (sorted[at - 1] ?? 0)).toBeGreaterThanOrEqual(13 - 1e-6);
  }
});
