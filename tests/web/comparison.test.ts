/** Periods that a chart is compared over, and how its figures stand side by side. */
import { expect, it } from "vitest";
import type { Chart } from "#shared/charts/figures/types.ts";
import { comparable, periodsOf, sideBySide } from "../../web/src/features/charts/comparison.ts";

const chart = (values: Record<string, number>, more: Partial<Chart> = {}): Chart => ({
  key: "trained_by_region",
  title: "Trained by region",
  help: "",
  shape: "stacked",
  unit: "participants",
  groups: [...new Set(Object.keys(values).map((key) => key.split("/")[0] ?? ""))].map((key) => ({
    key,
    label: `Region ${key}`,
  })),
  series: [
    { key: "target", label: "Target" },
    { key: "done", label: "Trained" },
  ],
  figures: Object.entries(values).map(([key, value]) => {
    const [group = "", series = ""] = key.split("/");
    return {
      group,
      series,
      value,
      drill: { route: "Participant", path: "participant", filters: { of: value } },
    };
  }),
  dimensions: ["year_from", "year_to", "region_name"],
  ...more,
});

it("takes the last three years, those that filters name, and six at most", () => {
  const years = (chosen: Record<string, string>) => periodsOf("years", chosen).map(({ key }) => Number(key));
  const [, , now = 0] = years({});
  expect(years({})).toEqual([now - 2, now - 1, now]);
  expect(years({ year_to: "2024" })).toEqual([2022, 2023, 2024]);
  expect(years({ year_from: "2023", year_to: "2024" })).toEqual([2023, 2024]);
  expect(years({ year_from: "1999", year_to: "2024" })).toEqual([2019, 2020, 2021, 2022, 2023, 2024]);
  expect(years({ year_from: "2025", year_to: "2024" })).toEqual([2025]);
});

it("keeps the other filters in each period", () => {
  expect(periodsOf("quarters", { year_to: "2025", fund_source: "ARF", reporting_quarter: "Q4" })[1]).toEqual({
    key: "Q2",
    label: "Q2 2025",
    where: { fund_source: "ARF", year_from: "2025", year_to: "2025", reporting_quarter: "Q2" },
  });
});

it("compares what follows the years or quarters, and nothing that is withheld", () => {
  expect(comparable(chart({}))).toEqual(["years"]);
  expect(comparable(chart({}, { dimensions: ["year_from", "reporting_quarter"] }))).toEqual([
    "years",
    "quarters",
  ]);
  expect(comparable(chart({}, { dimensions: ["region_name"] }))).toEqual([]);
  expect(comparable(chart({}, { withheld: "Personal data." }))).toEqual([]);
});

it("puts one series of each period beside the other, each with its own list", () => {
  const periods = periodsOf("years", { year_from: "2024", year_to: "2025" });
  const now = chart({ "III/done": 5, "III/target": 9, "X/done": 2 });
  const compared = sideBySide(now, [chart({ "III/done": 3 }), now], periods, "done");
  expect(compared.title).toBe("Trained by region: Trained");
  expect(compared.shape).toBe("bars");
  expect(compared.groups.map(({ key }) => key)).toEqual(["III", "X"]);
  expect(compared.series.map(({ label }) => label)).toEqual(["2024", "2025"]);
  expect(
    compared.figures.map(({ group, series, value, drill }) => [group, series, value, drill.filters.of]),
  ).toEqual([
    ["III", "2024", 3, 3],
    ["III", "2025", 5, 5],
    ["X", "2025", 2, 2],
  ]);
});
