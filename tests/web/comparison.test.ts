/** Comparison of a chart over time: which periods are compared, and their figures side by side. */
import { afterEach, expect, it, vi } from "vitest";
import type { Chart } from "#shared/charts/figures/types.ts";
import {
  asLines,
  comparable,
  comparablePeriods,
  percentChange,
  periodsOf,
  sideBySide,
} from "../../web/src/features/charts/figures/comparison.ts";
import { drawnPart } from "../../web/src/features/charts/figures/figures.ts";
import { linesNote, omissionNote } from "../../web/src/features/charts/figures/notes.ts";

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

it("A chart that compares years shows at most six years.", () => {
  const years = (chosen: Record<string, string>) =>
    periodsOf({ by: "years" }, chosen).map(({ key }) => Number(key));
  const [, , now = 0] = years({});
  expect(years({})).toEqual([now - 2, now - 1, now]);
  expect(years({ year_to: "2024" })).toEqual([2022, 2023, 2024]);
  expect(years({ year_from: "2023", year_to: "2024" })).toEqual([2023, 2024]);
  expect(years({ year_from: "1999", year_to: "2024" })).toEqual([2019, 2020, 2021, 2022, 2023, 2024]);
  expect(years({ year_from: "2025", year_to: "2024" })).toEqual([2025]);
});

it("For each quarter, a chart that compares quarters replaces the year and quarter filters and keeps all other filters.", () => {
  expect(
    periodsOf({ by: "quarters" }, { year_to: "2025", fund_source: "ARF", reporting_quarter: "Q4" })[1],
  ).toEqual({
    key: "2025 Q2",
    label: "Q2 2025",
    where: { fund_source: "ARF", year_from: "2025", year_to: "2025", reporting_quarter: "Q2" },
  });
});

it("The app offers comparisons only in charts that can be filtered by year or quarter.", () => {
  expect(comparable(chart({}))).toEqual(["years"]);
  expect(comparable(chart({}, { dimensions: ["year_from", "reporting_quarter"] }))).toEqual([
    "years",
    "quarters",
  ]);
  expect(comparable(chart({}, { dimensions: ["region_name"] }))).toEqual([]);
  expect(comparable(chart({}, { withheld: "Personal data." }))).toEqual([]);
});

it("Each figure of a chart that compares periods links to the rows that it counts.", () => {
  const periods = periodsOf({ by: "years" }, { year_from: "2024", year_to: "2025" });
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

it("Unless the user filters by year, a line chart of quarters shows the last three years.", () => {
  const keys = periodsOf({ by: "quarters", as: "lines" }, { year_from: "2023", year_to: "2024" }).map(
    ({ key }) => key,
  );
  expect(keys).toEqual([2023, 2024].flatMap((year) => ["Q1", "Q2", "Q3", "Q4"].map((q) => `${year} ${q}`)));
  const now = periodsOf({ by: "quarters", as: "lines" }, {});
  const year = new Date().getFullYear();
  expect(now.length).toBeGreaterThanOrEqual(9);
  expect(now.length).toBeLessThanOrEqual(12);
  expect(now.at(-1)?.key.startsWith(String(year))).toBe(true);
});

const years = periodsOf({ by: "years" }, { year_from: "2024", year_to: "2025" });
const before = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`${at}/done`, 10 + at]));

it("A line chart that compares periods draws only the six largest groups.", () => {
  const lines = asLines(chart(before), [chart(before), chart({ "0/done": 100 })], years, "done");
  expect(lines.shape).toBe("lines");
  expect(lines.groups.map(({ key }) => key)).toEqual(["2024", "2025"]);
  expect(lines.series.map(({ key }) => key)).toEqual(["0", "7", "6", "5", "4", "3", "2", "1"]);
  expect(drawnPart(lines).series.map(({ key }) => key)).toEqual(["0", "7", "6", "5", "4", "3"]);
  expect(linesNote(lines)).toBe("6 of 8 lines are drawn: those with the largest figures.");
  const of = lines.figures.filter(({ series }) => series === "0");
  expect(of.map(({ group, value, drill }) => [group, value, drill.filters])).toEqual([
    ["2024", 10, { of: 10 }],
    ["2025", 100, { of: 100 }],
  ]);
});

it("A line chart with at most six groups draws all of them.", () => {
  const few = chart({ "III/done": 5, "X/done": 2 });
  const lines = asLines(few, [few, few], years, "done");
  expect(drawnPart(lines).series).toHaveLength(2);
  expect(linesNote(lines)).toBeNull();
});

it("A chart that compares periods shows only places whose figures are known for every period.", () => {
  const largest = chart({ "III/done": 5, "X/done": 4 }, { omitted: 30 });
  const complete = chart({ "III/done": 3, "XI/done": 1 });
  const compared = sideBySide(largest, [complete, largest], years, "done");
  expect(compared.groups.map(({ key }) => key)).toEqual(["III", "X"]);
  expect(compared.figures.map(({ group, series, value }) => [group, series, value])).toEqual([
    ["III", "2024", 3],
    ["III", "2025", 5],
    ["X", "2025", 4],
  ]);
  expect(omissionNote(compared)).toMatch(
    /^This chart includes only places that are among the largest in every period/,
  );
  expect(omissionNote(sideBySide(complete, [complete, complete], years, "done"))).toBeNull();
});

afterEach(() => {
  vi.useRealTimers();
});

it("A comparison of the current year with last year covers only the quarters of this year that are over.", () => {
  const labels = (today: string, chosen: Record<string, string> = {}) => {
    vi.useFakeTimers({ now: new Date(`${today}T04:00:00Z`) });
    const like = comparablePeriods(chosen, Number(chosen.year_to ?? today.slice(0, 4)));
    return like && [like.now.label, like.before.label];
  };
  expect(labels("2026-11-27")).toEqual(["Q1–3", "Q1–3 2025"]);
  expect(labels("2026-04-01")).toEqual(["Q1", "Q1 2025"]);
  expect(labels("2026-03-31")).toBeNull();
  // The current quarter depends on the date in Manila.
  vi.useFakeTimers({ now: new Date("2026-03-31T16:30:00Z") });
  expect(comparablePeriods({}, 2026)?.now.label).toBe("Q1");
  expect(labels("2026-11-27", { year_to: "2025" })).toEqual(["2025", "2024"]);
  expect(labels("2026-11-27", { year_to: "2027" })).toBeNull();
  expect(labels("2026-11-27", { reporting_quarter: "Q3" })).toEqual(["2026", "2025"]);
  expect(labels("2026-11-27", { reporting_quarter: "Q4" })).toBeNull();
  expect(labels("2026-11-27", { reporting_month: "October" })).toEqual(["2026", "2025"]);
  expect(labels("2026-11-27", { reporting_month: "November" })).toBeNull();
});

it("If a user compares this year with last year in August, the comparison covers the first two quarters of both years.", () => {
  vi.useFakeTimers({ now: new Date("2026-08-15T04:00:00Z") });
  const like = comparablePeriods({ fund_source: "ARF" }, 2026);
  expect(like?.before.where).toEqual({
    fund_source: "ARF",
    year_from: "2025",
    year_to: "2025",
    reporting_quarter: ["Q1", "Q2"],
  });
});

it("A comparison of two numbers shows no percentage if one of the numbers is below 10.", () => {
  expect(percentChange(2, 8)).toBeNull();
  expect(percentChange(9, 90)).toBeNull();
  expect(percentChange(45, 9)).toBeNull();
  expect(percentChange(45, 39)).toBe(-13);
  expect(percentChange(10, 20)).toBe(100);
});
