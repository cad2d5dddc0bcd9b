/** Totals of the whole list, which are displayed below the rows. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { form11Geotag } from "#shared/records/forms/form-11-geotag.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import TotalsBar from "../../web/src/records/grid/totals-bar.tsx";
import { person } from "./people.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

/** Shows the totals of a list with all columns. Each total is the number of the request that loaded it. */
function showTotals(record: AnyRecord) {
  const asked: string[][] = [];
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    const { sums } = JSON.parse(String(body)) as { sums: string[] };
    asked.push(sums);
    const number = asked.length;
    return Response.json({
      ...{ status: "success", data: [], total: 3 },
      sums: Object.fromEntries(sums.map((name) => [name, number])),
    });
  });
  const columns = record.fields.map(({ name }) => ({ colId: name, hide: false }));
  const user = person("Central", { rights: ["Read", "Sensitive"] });
  render(
    <QueryClientProvider client={queryClient}>
      <TotalsBar record={record} user={user} search={{ tab: "all" }} columns={columns} />
    </QueryClientProvider>,
  );
  return asked;
}
const totals = () => screen.getAllByRole("definition").map(({ textContent }) => textContent);

test("If a list has more than 20 totals, the totals bar requests them in groups of at most 20.", async () => {
  const asked = showTotals(arboMasterlist);
  await screen.findAllByText("2");
  expect(asked.every(({ length }) => length > 0 && length <= 20)).toBe(true);
  const names = asked.flat();
  expect(names.length).toBeGreaterThan(20);
  expect(new Set(names).size).toBe(names.length);
  expect(totals()).toEqual(names.map((_, at) => String(Math.floor(at / 20) + 1)));
});

test("The totals bar shows no total for ids of linked records or for coordinates.", () => {
  expect(showTotals(form11Geotag)).toEqual([]);
  expect(screen.queryAllByText("None of the shown columns has a total.")).toHaveLength(1);
});
