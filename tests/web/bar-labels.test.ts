/** Labels at the ends of a chart's bars. Only figures of the same unit may be added up. */
import { describe, expect, it } from "vitest";
import { dashboards } from "#shared/charts/dashboards/index.ts";
import type { ChartSpec } from "#shared/charts/dashboards/spec.ts";
import { figureNamed } from "#shared/charts/figures/index.ts";
import { labelsOf } from "../../web/src/features/charts/drawing/labels.ts";
import { barsOf } from "../../web/src/features/charts/figures/figures.ts";

const row = (values: Record<string, number>) => ({ key: "a", label: "A", ...values });
const texts = (...given: Parameters<typeof labelsOf>) =>
  labelsOf(...given).map(({ text, end }) => [text, end]);

describe("Labels at the ends of a chart's bars", () => {
  it('The label of a stacked bar with 503 trained and 29 untrained participants is "503 of 532".', () => {
    const series = [
      { key: "trained", label: "Trained" },
      { key: "untrained", label: "Not trained", rest: true },
    ];
    const chart = { shape: "stacked", series } as const;
    expect(texts(chart, row({ trained: 503, untrained: 29 }), false)).toEqual([["503 of 532", 532]]);
    expect(texts(chart, row({ trained: 0, untrained: 29 }), false)).toEqual([["0 of 29", 29]]);
    expect(texts(chart, row({}), false)).toEqual([["", 0]]);
  });

  it("The label of a stacked bar that consists of men and women shows the sum of both.", () => {
    const series = [
      { key: "Male", label: "Male" },
      { key: "Female", label: "Female" },
    ];
    expect(texts({ shape: "stacked", series }, row({ Male: 3, Female: 4 }), false)).toEqual([["7", 7]]);
  });

  it("A stacked chart that counts both ARBs and ARCs shows a separate bar for each of the two units.", () => {
    const series = [
      { key: "arbs_with", label: "", counts: "arbs" },
      { key: "arbs_without", label: "", counts: "arbs", rest: true },
      { key: "arcs_with", label: "", counts: "arcs" },
      { key: "arcs_without", label: "", counts: "arcs", rest: true },
    ];
    const values = row({ arbs_with: 40, arbs_without: 10, arcs_with: 2, arcs_without: 1 });
    expect(texts({ shape: "stacked", series }, values, false)).toEqual([
      ["40 of 50", 50],
      ["2 of 3", 3],
    ]);
  });

  it("If a chart shows several bars side by side for one group, each bar has its own label.", () => {
    const series = ["target", "accomplished", "matched", "unmet"].map((key) => ({ key, label: key }));
    const values = row({ target: 100, accomplished: 5, matched: 4, unmet: 96 });
    expect(texts({ shape: "bars", series }, values, false)).toEqual([
      ["100", 100],
      ["5", 5],
      ["4 (4% of target)", 4],
      ["96", 96],
    ]);
  });
});

/** Returns the unit that a figure counts, such as participants. */
const unitOf = (set: string) => figureNamed(set)?.subject;

const charts = Object.values(dashboards).flatMap((board) =>
  board.charts.map((chart): [string, ChartSpec] => [`${board.name}: ${chart.key}`, chart]),
);

it.each(charts)("The chart %s stacks and adds up only figures that count the same unit.", (_, chart) => {
  const seriesOf = (cell: (typeof chart.cells)[number]) => ("key" in cell.series ? cell.series : null);
  if (chart.shape === "stacked") {
    const series = chart.cells.flatMap((cell) => seriesOf(cell) ?? []);
    for (const bar of barsOf({ shape: "stacked", series })) {
      const onBar = chart.cells.filter((cell) => bar.some(({ key }) => key === seriesOf(cell)?.key));
      const groups = new Set(onBar.map(({ group }) => JSON.stringify(group)));
      for (const group of groups) {
        const units = onBar
          .filter((cell) => JSON.stringify(cell.group) === group)
          .map(({ set }) => unitOf(set));
        expect(new Set(units).size, group).toBe(1);
      }
    }
  }
  if (chart.overlapping) return;
  // In the Excel file of a chart, each series is a column with a sum in the footer. So a series may have only one unit.
  for (const series of new Set(chart.cells.map((cell) => JSON.stringify(cell.series)))) {
    const cells = chart.cells.filter((cell) => JSON.stringify(cell.series) === series);
    expect(new Set(cells.map(({ set }) => unitOf(set))).size, series).toBe(1);
  }
});
