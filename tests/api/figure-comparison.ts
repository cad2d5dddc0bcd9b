/**
 * Compares the figures of the dashboards with independently computed figures, for users of three levels and with
 * several filters.
 */
import { expect } from "vitest";
import type { Chart, Dashboard, Figure } from "#shared/charts/figures/types.ts";
import { expectedFigure, type Filters, type Plain } from "./expected-figures.ts";
import { callAs, type DemoUser, database, province, region } from "./support.ts";

/** `offices` are exact office names, or null for all offices. */
export const levels: { user: DemoUser; offices: () => Promise<string[] | null> }[] = [
  { user: "central", offices: async () => null },
  {
    user: "regional",
    offices: async () => {
      const rows = await database<
        { office: string }[]
      >`select office from public.offices where region_name = ${region}`;
      return rows.map(({ office }) => office);
    },
  },
  { user: "provincial", offices: async () => [`${region} / ${province}`] },
];

/** Every filter of the charts, alone and combined with other filters. */
export const filterings: Filters[] = [
  {},
  { year_from: 2024, year_to: 2025 },
  { fund_source: ["ARF", ""], psp_category: ["WE FARM", ""], reporting_year: [2024, 2025] },
  { fund_source: ["ARF", ""], year_funded: [2024, 2025] },
  // The server computes figures of a quarter differently from figures of a whole year. The daily test must include this
  // filter, so the filter is in the middle of the list.
  { reporting_year: 2025, reporting_quarter: ["Q1", "Q2"] },
  { fund_source: "GAA/Regular", reporting_quarter: "Q2", year_from: 2024 },
  { subpsp_abbreviation: ["MCBF", ""], year_from: 2024, year_to: 2025 },
  { arbo_id: "ARBO-03049-00010", year_from: 2024 },
  { region_name: region, province_name: province, subpsp_abbreviation: "MCBF" },
];

export const figuresOf = ({ charts }: Dashboard): { chart: Chart; figure: Figure }[] =>
  charts.flatMap((chart) => chart.figures.map((figure) => ({ chart, figure })));

export const dashboard = async (user: DemoUser, name: string, filters: Filters): Promise<Dashboard> => {
  const answer = await callAs(user, "POST", `/charts/${name}`, filters);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as Dashboard;
};

/** Compares all figures with their expected values. Returns each figure that differs, with its expected value. */
export const wrongFigures = (board: Dashboard, plain: Plain) =>
  figuresOf(board).flatMap(({ chart, figure }) => {
    const expected = expectedFigure(plain, figure.drill);
    return expected === figure.value ? [] : [{ chart: chart.key, ...figure, expected }];
  });
