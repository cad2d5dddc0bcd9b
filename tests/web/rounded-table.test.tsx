/** Counts of personal marks for whoever may not see the marks: numbers without lists, and words in place of a small one. */
import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Chart } from "#shared/charts/figures/types.ts";
import { RoundedTable } from "../../web/src/features/charts/chart-table.tsx";

const chart: Chart = {
  ...{ key: "demographics", title: "Demographics", help: "", shape: "stacked", unit: "participants" },
  groups: [
    { key: "4ps", label: "4Ps beneficiaries" },
    { key: "pwd", label: "Persons with disability" },
  ],
  series: [
    { key: "Male", label: "Male" },
    { key: "Female", label: "Female" },
  ],
  figures: [],
  dimensions: ["region_name", "province_name"],
};

test("a small count is said to be held back, none is a 0 or a link, and it is said why", () => {
  render(
    <RoundedTable
      chart={chart}
      figures={[
        { group: "4ps", series: "Male", value: 1235 },
        { group: "4ps", series: "Female", value: 40 },
        { group: "pwd", series: "Male", value: null, held_back: "small" },
      ]}
    />,
  );
  const cells = screen
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    );
  // Where there is no woman at all, there is none with a disability.
  expect(cells).toEqual([
    ["1,235", "40"],
    ["Held back", "0"],
  ]);
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText(/fewer than 5 people/)).toBeDefined();
  expect(screen.getByText(/The list behind a figure needs permission to see personal data\./)).toBeDefined();
});
