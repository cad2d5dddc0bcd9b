/** The table of rows that a bulk action refused. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { RefusedRows } from "../../web/src/records/bulk/refused-rows.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test("The result of a bulk action states each reason for refused rows once.", async () => {
  const data = [1, 2, 3].map((id) => ({ id, row_version: 1, arbo_name: `ARBO ${id}` }));
  vi.stubGlobal("fetch", async () => Response.json({ status: "success", data, total: 3 }));
  const why = ["Own entry.", "Window closed.", "Own entry."];
  const refused = data.map(({ id }, at) => ({ row: { id, row_version: 1 }, why: why[at] ?? "" }));
  render(
    <QueryClientProvider client={queryClient}>
      <RefusedRows record={arboMasterlist} refused={refused} />
    </QueryClientProvider>,
  );
  await screen.findByRole("link", { name: "ARBO 1" });
  const lines = within(screen.getByRole("table")).getAllByRole("row").slice(1);
  const links = (line: HTMLElement) =>
    within(line)
      .getAllByRole("link")
      .map(({ textContent }) => textContent);
  expect(lines.map((line) => [line.lastElementChild?.textContent, links(line)])).toEqual([
    ["Own entry.", ["ARBO 1", "ARBO 3"]],
    ["Window closed.", ["ARBO 2"]],
  ]);
});
