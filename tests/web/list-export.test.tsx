/**
 * Export of a list. The confirmation question states which rows the file will contain. It offers to export all tabs if
 * others also have rows.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";
import type { RecordSearch } from "../../web/src/records/common/record-search.ts";
import { useListExport } from "../../web/src/records/list/list-files.tsx";
import { writeFile } from "../../web/src/records/workbook/excel-client.ts";
import { person } from "./people.ts";

// Replaces the function that writes the file in a worker, because jsdom has no workers.
vi.mock("../../web/src/records/workbook/excel-client.ts", () => ({
  writeFile: vi.fn(async () => ({ file: new Blob(["x"]), rows: 25 })),
}));

const me = person("Central");
/** Number of rows that the mocked server returns per tab. "all" is for requests without a tab. */
const rows: Record<string, number> = {};
const { createObjectURL, revokeObjectURL } = URL;
const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);

beforeEach(() => {
  vi.mocked(writeFile).mockClear();
  clicked.mockClear();
  Object.assign(rows, { pending: 13, approved: 12, all: 25 });
  Object.assign(URL, { createObjectURL: () => "blob:report", revokeObjectURL: () => undefined });
  writeSession({ access_token: "a", refresh_token: "r", expires_at: Date.now() / 1000 + 3600 });
  vi.stubGlobal("fetch", async (_path: string, init?: RequestInit) => {
    const { tab = "all" } = JSON.parse(String(init?.body ?? "{}"));
    return new Response(JSON.stringify({ status: "success", data: [], total: rows[tab] }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  queryClient.clear();
});

function List({ search }: { search: RecordSearch }) {
  const { ask, dialog } = useListExport({
    ...{ record: arboMasterlist, user: me, search },
    total: rows[search.tab ?? "pending"],
  });
  return (
    <>
      <button type="button" onClick={ask}>
        Export
      </button>
      {dialog}
    </>
  );
}

async function question(search: RecordSearch) {
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={queryClient}>
      <List search={search} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole("button", { name: "Export" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Export to Excel?" }));
  return { user, dialog };
}

const requested = () => vi.mocked(writeFile).mock.calls[0]?.[0];

test("If a user exports a list, the file contains the rows of the list's open tab.", async () => {
  const { user, dialog } = await question({ where: { region_name: "CAR" }, q: "rice" });
  expect(
    dialog.getByText("13 rows of ARBO Masterlist (New/Pending) will be written to one file."),
  ).toBeDefined();
  const filters = within(await dialog.findByRole("list", { name: "Filters" })).getAllByRole("listitem");
  expect(filters.map(({ textContent }) => textContent)).toEqual([
    "Region is CAR",
    "Contains the words: rice",
  ]);
  const open = await dialog.findByRole<HTMLInputElement>("radio", { name: "Only the tab New/Pending (13)" });
  expect(open.checked).toBe(true);
  await user.click(dialog.getByRole("button", { name: "Yes, export" }));
  await waitFor(() => expect(writeFile).toHaveBeenCalled());
  expect(requested()).toMatchObject({
    filter: { tab: "pending", region_name: "CAR", q: "rice" },
    all: 13,
    stages: false,
    about: { lines: expect.arrayContaining([["Conditions", "Stage is Pending"]]) },
  });
});

test("The export dialog preselects only the open tab, even after an export of all tabs.", async () => {
  const { user, dialog } = await question({ tab: "approved", where: { region_name: "CAR" } });
  await user.click(await dialog.findByRole("radio", { name: "All tabs (25)" }));
  expect(
    dialog.getByText("25 rows of ARBO Masterlist (all tabs) will be written to one file."),
  ).toBeDefined();
  await user.click(dialog.getByRole("button", { name: "Yes, export" }));
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
  expect(requested()).toMatchObject({
    filter: { region_name: "CAR" },
    all: 25,
    stages: true,
    about: { lines: expect.arrayContaining([["Conditions", "Region is CAR"]]) },
  });
  expect(requested()).not.toHaveProperty("filter.tab");
  await user.click(screen.getByRole("button", { name: "Export" }));
  const again = within(await screen.findByRole("dialog", { name: "Export to Excel?" }));
  expect(again.getByText("12 rows of ARBO Masterlist (Approved) will be written to one file.")).toBeDefined();
});

test("If the other tabs of a list have no rows, the export dialog offers no choice of tabs.", async () => {
  Object.assign(rows, { approved: 0, all: 13 });
  const { dialog } = await question({});
  expect(await dialog.findByText("No filters are set.")).toBeDefined();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(dialog.queryByRole("radio")).toBeNull();
});
