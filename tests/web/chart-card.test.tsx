/** A chart can leave out places or lines. The chart's card and the Excel file then state what is left out. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Chart } from "#shared/charts/figures/types.ts";
import { ChartCard } from "../../web/src/features/charts/chart-card.tsx";
import { asLines, periodsOf, sideBySide } from "../../web/src/features/charts/figures/comparison.ts";
import type { DrawnChart } from "../../web/src/features/charts/figures/figures.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { writeFile } from "../../web/src/records/workbook/excel-client.ts";
import { person } from "./people.ts";

const written = vi.hoisted(() => vi.fn());
// Replaces the writer of Excel files, because jsdom has no workers, and the drawings of charts, because jsdom has no
// layout. The replacement of a line chart names its series.
vi.mock("../../web/src/records/workbook/excel-client.ts", () => ({
  writeFile: vi.fn(async () => ({ file: new Blob(["x"]), rows: 1 })),
}));
vi.mock("../../web/src/records/workbook/download.ts", () => ({ download: written }));
vi.mock("../../web/src/features/charts/drawing/lines.tsx", () => ({
  Lines: ({ chart }: { chart: DrawnChart }) => (
    <p>{`Drawing of ${chart.series.map(({ label }) => label).join(", ")}.`}</p>
  ),
}));
vi.mock("../../web/src/features/charts/drawing/bars.tsx", () => ({ Bars: () => <p>Drawing.</p> }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: ReactNode }) => <a href="/homepage/forms">{children}</a>,
}));

const { createObjectURL, revokeObjectURL } = URL;

beforeEach(() => {
  vi.mocked(writeFile).mockClear();
  written.mockClear();
  Object.assign(URL, { createObjectURL: () => "blob:report", revokeObjectURL: () => undefined });
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      readonly report: (entries: { isIntersecting: boolean }[]) => void;
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        this.report = report;
      }
      observe() {
        this.report([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
  queryClient.setQueryData(["current-user"], person("Central"));
});
afterEach(() => {
  vi.unstubAllGlobals();
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  queryClient.clear();
});

/** A chart with one number above zero per place. */
const chartOf = (places: number, more: Partial<Chart> = {}): Chart => {
  const groups = Array.from({ length: places }, (_, at) => ({ key: `${at}`, label: `Town ${at}` }));
  return {
    ...{ key: "trained_by_municipality", title: "Trained by municipality", help: "", shape: "bars" },
    unit: "participants",
    groups,
    series: [{ key: "trained", label: "Trained" }],
    figures: groups.map(({ key }, at) => ({
      ...{ group: key, series: "trained", value: 100 - at },
      drill: { route: "Participants", path: "participant", filters: { at } },
    })),
    dimensions: ["year_from", "region_name"],
    ...more,
  };
};

function showCard(chart: DrawnChart) {
  render(
    <QueryClientProvider client={queryClient}>
      <ChartCard chart={chart} chosen={{ year_from: "2024" }} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

/** Exports the chart to Excel. Returns the request for the file. */
async function exported(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: "Save as an Excel file" }));
  await user.click(await screen.findByRole("button", { name: "Yes, export" }));
  await vi.waitFor(() => expect(written).toHaveBeenCalled());
  const request = vi.mocked(writeFile).mock.calls[0]?.[0];
  if (request?.kind !== "table") throw new Error("No file was written.");
  return request;
}

const left = "This chart includes only 50 of 1,642 places: those with the largest figures.";
const hint = "To see the others, filter by a region or province.";

test("If a chart leaves out places, its Excel file has no row of totals.", async () => {
  const user = showCard(chartOf(50, { omitted: 1592 }));
  await screen.findByText("Drawing.");
  expect(screen.getByText(`${left} ${hint}`)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Table" }));
  expect(screen.getAllByRole("rowheader")).toHaveLength(50);
  expect(screen.getByText(`${left} ${hint}`)).toBeDefined();
  const { layout, about, rows } = await exported(user);
  expect(rows).toHaveLength(50);
  expect(layout.footer).toBe(false);
  expect(about?.lines.slice(0, 3)).toEqual([
    ["Content", "Trained by municipality"],
    ["Conditions", "From year: 2024"],
    ["Note", left],
  ]);
});

test("If a chart shows all places, its Excel file has a row of totals.", async () => {
  const user = showCard(chartOf(50));
  await screen.findByText("Drawing.");
  expect(screen.queryByText(/^This chart includes/)).toBeNull();
  const { layout, about } = await exported(user);
  expect(layout.footer).toBe(true);
  expect(about?.lines.slice(0, 3).map(([, text]) => text)).not.toContain(left);
});

const years = periodsOf({ by: "years" }, { year_from: "2024", year_to: "2025" });

test("A line chart of nine towns draws only six lines.", async () => {
  const chart = chartOf(9);
  const user = showCard(asLines(chart, [chart, chart], years, "trained"));
  await screen.findByText("Drawing of Town 0, Town 1, Town 2, Town 3, Town 4, Town 5.");
  const note = /^6 of 9 lines are drawn: those with the largest figures\. The table shows all lines\.$/;
  expect(screen.getByText(note)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Table" }));
  expect(screen.getAllByRole("columnheader")).toHaveLength(10);
  expect(screen.queryByText(note)).toBeNull();
  const { layout, rows } = await exported(user);
  expect(layout.fields).toHaveLength(10);
  expect(rows[0]).toMatchObject({ group: "2024", 8: 92 });
  expect(layout.footer).toBe(false);
});

test("The Excel file of a chart that compares years has a total for each year.", async () => {
  const chart = chartOf(9);
  const user = showCard(sideBySide(chart, [chart, chart], years, "trained"));
  expect((await exported(user)).layout.footer).toBe(true);
});
