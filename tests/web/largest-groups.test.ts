/**
 * A chart with many groups draws the largest groups and the sum of the others. Series with the same meaning have the
 * same colour.
 */
import { expect, it } from "vitest";
import { coloursOf, seriesColours } from "../../web/src/features/charts/drawing/colours.ts";
import type { Palette } from "../../web/src/features/charts/drawing/palette.ts";
import { type DrawnChart, figureTable } from "../../web/src/features/charts/figures/figures.ts";
import { groupOthers } from "../../web/src/features/charts/figures/group-others.ts";

const chartOf = (values: readonly number[], more: Partial<DrawnChart> = {}): DrawnChart => ({
  ...{ key: "by_place", title: "By place", help: "", shape: "stacked", unit: "ARBOs", dimensions: [] },
  groups: values.map((_, at) => ({ key: `place ${at}`, label: `Place ${at}` })),
  series: [
    { key: "trained", label: "Trained" },
    { key: "untrained", label: "Not trained" },
  ],
  figures: values.flatMap((value, at) =>
    value === 0
      ? []
      : [{ group: `place ${at}`, series: "trained", value, drill: { route: "", path: "", filters: {} } }],
  ),
  ...more,
});

it("A chart with 17 groups draws the ten largest groups and the sum of the others.", () => {
  const few = chartOf(Array.from({ length: 12 }, () => 1));
  expect(groupOthers(few)).toEqual({ shown: few, left: null });

  const many = chartOf(Array.from({ length: 17 }, (_, at) => 17 - at));
  const { shown, left } = groupOthers(many);
  expect(left?.number).toBe(7);
  expect(shown.groups.map(({ label }) => label)).toEqual([
    ...Array.from({ length: 10 }, (_, at) => `Place ${at}`),
    "7 others",
  ]);
  const figureOf = figureTable(shown);
  expect(figureOf(left?.key ?? "", "trained")?.value).toBe(7 + 6 + 5 + 4 + 3 + 2 + 1);
  expect(figureOf(left?.key ?? "", "untrained")).toBeUndefined();
  const total = (chart: DrawnChart) =>
    chart.groups.reduce((sum, { key }) => sum + (figureTable(chart)(key, "trained")?.value ?? 0), 0);
  expect(total(shown)).toBe(total(many));
});

it('If the sum of the small groups exceeds three times the largest group, a chart draws no "others" bar.', () => {
  const others = (largest: number) => groupOthers(chartOf([largest, ...Array.from({ length: 19 }, () => 3)]));
  expect(others(10).left).toMatchObject({ number: 10, isDrawn: true });
  const { shown, left } = others(9);
  expect(left?.isDrawn).toBe(false);
  expect(shown.groups.at(-1)?.label).toBe("10 others (without a bar)");
  expect(figureTable(shown)(left?.key ?? "", "trained")?.value).toBe(30);
});

it("If a record can belong to several groups of a chart, the chart does not add up the small groups.", () => {
  const { shown, left } = groupOthers(
    chartOf(
      Array.from({ length: 13 }, () => 2),
      { overlapping: true },
    ),
  );
  expect(left?.number).toBe(3);
  expect(shown.groups).toHaveLength(10);
});

const colours = Object.fromEntries(
  [
    "done",
    "planned",
    "matched",
    "undone",
    "unplanned",
    "arbos",
    "arcs",
    "people",
    "male",
    "female",
    "faded",
  ].map((name) => [name, name]),
) as Palette["colours"];
const palette = { colours, shades: ["1", "2", "3", "4", "5", "6"], steps: [], text: "", line: "", panel: "" };

it("A series has the same colour in every chart.", () => {
  const outcomes = ["target", "accomplished", "matched", "unmet", "unplanned"];
  expect(coloursOf(outcomes, palette)).toEqual(["planned", "done", "matched", "undone", "unplanned"]);
  expect(coloursOf(["trained", "untrained"], palette)).toEqual(["done", "undone"]);
  const other = coloursOf(["Operational", "arbos", "Non-operational"], palette);
  expect(other[1]).toBe("arbos");
  expect(new Set(other).size).toBe(3);
});

it("A chart that compares periods shows the periods in shades of one colour.", () => {
  const periods = (number: number) =>
    seriesColours(
      chartOf([], {
        periods: true,
        series: Array.from({ length: number }, (_, at) => ({ key: `${at}`, label: `${at}` })),
      }),
      palette,
    );
  expect(periods(1)).toEqual(["6"]);
  expect(periods(2)).toEqual(["1", "6"]);
  expect(periods(3)).toEqual(["2", "4", "6"]);
  expect(periods(6)).toEqual(["1", "2", "3", "4", "5", "6"]);
});
