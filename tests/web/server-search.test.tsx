/** Dropdowns whose list the server searches: the user can select only results of the typed text (spec section 2). */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SearchableDropdown } from "../../web/src/components/dropdown/searchable-dropdown.tsx";
import { filtersOf } from "../../web/src/features/charts/figures/filters.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { useRecordValues } from "../../web/src/records/common/use-options.ts";
import { FilterBar } from "../../web/src/records/list/filter-bar.tsx";
import { person } from "./people.ts";

const arbos = ["Bayanihan", "Kapatiran", "Lakas", "Sampaguita"].map((name, index) => ({
  id: index + 1,
  arbo_id: `ARBO-${index + 1}`,
  arbo_name: name,
}));
const pageSize = 2;

const answer = (data: readonly unknown[], total: number) =>
  new Response(JSON.stringify({ status: "success", data, total }));

beforeEach(() => {
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (path === "/api/project-list/values") return answer(["Credit", "Marketing"], 2);
    if (path === "/api/project-list") {
      return answer(
        Array.from({ length: pageSize }, (_, id) => ({ id, psp_category: "Credit" })),
        99,
      );
    }
    const { q = "", arbo_id: wanted } = JSON.parse(String(init?.body)) as { q?: string; arbo_id?: string[] };
    const found = arbos.filter(
      ({ arbo_id, arbo_name }) =>
        (wanted?.includes(arbo_id) ?? true) && arbo_name.toLowerCase().includes(q.toLowerCase()),
    );
    return answer(found.slice(0, pageSize), found.length);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const onChange = vi.fn();

function Field({ start }: { start: string | null }) {
  const [value, setValue] = useState(start);
  const source = { from: "record", path: "arbo-masterlist", value: "arbo_id", label: "arbo_name" } as const;
  return (
    <SearchableDropdown
      label="ARBO"
      value={value}
      {...useRecordValues(source, value)}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}

async function opened(start: string | null = null) {
  onChange.mockClear();
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={queryClient}>
      <Field start={start} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole("combobox", { name: /^ARBO/ }));
  await screen.findByRole("option", { name: "Kapatiran (ARBO-2)" });
  return user;
}

const shown = () => screen.queryAllByRole("option").map((option) => option.textContent);

test("The Enter key selects no option while a dropdown's search is running.", async () => {
  const user = await opened();
  await user.keyboard("Lakas{Enter}");
  expect(onChange).not.toHaveBeenCalled();
  expect(shown()).toEqual([]);
  expect(screen.getByText("Loading…")).toBeDefined();
  await screen.findByRole("option", { name: "Lakas (ARBO-3)" });
  await user.keyboard("{Enter}");
  expect(onChange).toHaveBeenCalledExactlyOnceWith("ARBO-3");
});

test("The Enter key replaces a dropdown's value with the option that the search found.", async () => {
  const user = await opened("ARBO-1");
  await user.keyboard("Sampa");
  await screen.findByRole("option", { name: "Sampaguita (ARBO-4)" });
  await user.keyboard("{Enter}");
  expect(onChange).toHaveBeenCalledExactlyOnceWith("ARBO-4");
});

test("A dropdown shows the whole list again when the user reopens it after a search.", async () => {
  const user = await opened();
  await user.keyboard("Sampa");
  await user.click(await screen.findByRole("option", { name: "Sampaguita (ARBO-4)" }));
  const field = screen.getByRole("combobox", { name: "ARBO: Sampaguita (ARBO-4)" });
  await user.click(field);
  await waitFor(() =>
    expect(shown()).toEqual(["Sampaguita (ARBO-4)", "Bayanihan (ARBO-1)", "Kapatiran (ARBO-2)"]),
  );
});

test("A dropdown shows the name of a value that is not among its options.", async () => {
  const user = await opened("ARBO-4");
  await user.click(await screen.findByRole("combobox", { name: "ARBO: Sampaguita (ARBO-4)" }));
});

test("A dropdown offers the whole list again after a search without results.", async () => {
  const user = await opened();
  await user.keyboard("zzz");
  expect(await screen.findByText("No results found")).toBeDefined();
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("combobox", { name: /^ARBO/ }));
  await waitFor(() => expect(shown()).toEqual(["Bayanihan (ARBO-1)", "Kapatiran (ARBO-2)"]));
});

test("A chart filter offers every PSP category of the projects.", async () => {
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={queryClient}>
      <FilterBar
        record={filtersOf("figures", ["psp_category"])}
        user={person("Central")}
        where={{}}
        onSearch={() => undefined}
      />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole("combobox", { name: /^PSP category/ }));
  await waitFor(() => expect(shown()).toEqual(["Credit", "Marketing"]));
});

test("If a filter bar contains only place filters, the app hides it from Provincial users.", () => {
  const bar = (level: "Central" | "Provincial") => (
    <QueryClientProvider client={queryClient}>
      <FilterBar
        record={filtersOf("offices", ["region_name", "province_name"])}
        user={person(level)}
        where={{}}
        onSearch={() => undefined}
      />
    </QueryClientProvider>
  );
  const { rerender } = render(bar("Central"));
  expect(screen.getByRole("button", { name: "Search" })).toBeDefined();
  rerender(bar("Provincial"));
  expect(screen.queryByRole("button", { name: "Search" })).toBeNull();
});
