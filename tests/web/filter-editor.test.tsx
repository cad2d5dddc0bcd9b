/** The filter editor: entering conditions with the keyboard, changing and removing them, and the offered fields. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { participant } from "#shared/records/forms/participant.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../web/src/lib/current-user.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { draftOf, itemOfDraft } from "../../web/src/records/conditions/draft.ts";
import FilterEditor from "../../web/src/records/conditions/filter-editor.tsx";
import { person } from "./people.ts";

interface Shown {
  record?: AnyRecord;
  user?: CurrentUser;
  value?: FilterGrammar;
  at?: number;
}

interface HostProps extends Required<Pick<Shown, "record" | "user">>, Pick<Shown, "value" | "at"> {
  onChange: (filter: FilterGrammar | undefined) => void;
}

/** Holds the filter of the editor as state. */
function Host({ onChange, value, at, ...shown }: HostProps) {
  const [filter, setFilter] = useState(value);
  const change = (next: FilterGrammar | undefined) => {
    onChange(next);
    setFilter(next);
  };
  return (
    <QueryClientProvider client={queryClient}>
      <FilterEditor {...shown} value={filter} onChange={change} at={at ?? null} focused />
    </QueryClientProvider>
  );
}

/** Renders the editor. Returns the mock function that is called with each new filter. */
function edit({ record = arboMasterlist, user = person("Central"), ...shown }: Shown = {}) {
  const onChange = vi.fn<HostProps["onChange"]>();
  render(<Host record={record} user={user} onChange={onChange} {...shown} />);
  return onChange;
}

const fieldChoice = () => screen.getAllByRole("combobox", { name: /^Add condition: / })[0] as HTMLElement;

test("A user can enter a condition on related records in the filter editor.", async () => {
  const onChange = edit();
  await waitFor(() => expect(document.activeElement).toBe(fieldChoice()));
  await userEvent.keyboard("year organized{Enter}");
  await userEvent.selectOptions(screen.getByLabelText("Comparison"), "is at least");
  await userEvent.click(screen.getByRole("combobox", { name: /^Value: / }));
  await userEvent.keyboard("2020{Enter}");
  expect(onChange).toHaveBeenLastCalledWith({ year_organized: { gte: 2020 } });
  await userEvent.keyboard("fme inventory{Enter}{Enter}");
  const machines = { has: [{ record: "fme-inventory-table" }] };
  expect(onChange).toHaveBeenLastCalledWith({ year_organized: { gte: 2020 }, ...machines });
  await userEvent.keyboard("has no income{Enter}year reported{Enter}2025{Enter}{Enter}");
  expect(onChange).toHaveBeenLastCalledWith({
    year_organized: { gte: 2020 },
    ...machines,
    has_no: [{ record: "farmers-tracking-income", where: { reporting_year: 2025 } }],
  });
});

const alternative = () => screen.getByRole("combobox", { name: /^Add an alternative: / });

test('A user can add an alternative ("or") to a condition in the filter editor.', async () => {
  const onChange = edit({ value: { region_name: "CAR", total_member: { gt: 100 } } });
  screen.getByRole("button", { name: "Add an alternative to Region is CAR" }).focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(alternative()));
  expect(screen.getByText("Alternative to: Region is CAR")).toBeDefined();
  await userEvent.keyboard("year organized{Enter}2020{Enter}");
  const two = [{ region_name: "CAR" }, { year_organized: 2020 }];
  expect(onChange).toHaveBeenLastCalledWith({ any: two, total_member: { gt: 100 } });
  await waitFor(() => expect(document.activeElement).toBe(fieldChoice()));
  const third = { name: "Add an alternative to Region is CAR, or Year organized is 2020" };
  await userEvent.click(screen.getByRole("button", third));
  await userEvent.keyboard("has no income{Enter}{Enter}");
  const three = [...two, { has_no: [{ record: "farmers-tracking-income" }] }];
  expect(onChange).toHaveBeenLastCalledWith({ any: three, total_member: { gt: 100 } });
  expect(screen.getAllByText("or")).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "Remove the condition Has no income record" }));
  await userEvent.click(screen.getByRole("button", { name: "Remove the condition Region is CAR" }));
  expect(onChange).toHaveBeenLastCalledWith({ year_organized: 2020, total_member: { gt: 100 } });
});

test('If a condition has three alternatives ("or"), a user can change one of them in the filter editor.', async () => {
  const value = { any: [{ region_name: "CAR" }, { year_organized: 2020 }, { total_member: 7 }] };
  const onChange = edit({ value });
  await userEvent.click(screen.getByRole("button", { name: /^Add an alternative to / }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("combobox", { name: /^Add an alternative: / })).toBeNull();
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Year organized is 2020" }));
  await userEvent.selectOptions(screen.getByLabelText("Comparison"), "is at least");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(onChange).toHaveBeenLastCalledWith({
    any: [{ region_name: "CAR" }, { year_organized: { gte: 2020 } }, { total_member: 7 }],
  });
});

test('In the filter editor, a condition on related records can contain alternatives ("or").', async () => {
  const machines = { record: "fme-inventory-table", where: { region_name: "CAR" } };
  const onChange = edit({ value: { has: [machines] }, at: 0 });
  await userEvent.click(screen.getByRole("button", { name: "Add an alternative to Region is CAR" }));
  await userEvent.keyboard("province{Enter}");
  await userEvent.selectOptions(screen.getByLabelText("Comparison"), "is blank");
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  const any = [{ region_name: "CAR" }, { province_name: { blank: true } }];
  expect(onChange).toHaveBeenLastCalledWith({ has: [{ ...machines, where: { any } }] });
});

test("If a filter has two conditions, a user can change one of them in the filter editor without changing the other.", async () => {
  const value = { total_member: { gte: 10 }, region_name: "CAR" };
  const onChange = edit({ value, at: 0 });
  await userEvent.selectOptions(screen.getByLabelText("Comparison"), "is between");
  const upper = screen.getByRole("textbox", { name: "To" });
  await userEvent.type(upper, "5{Enter}");
  expect(screen.getByRole("alert").textContent).toBe("The first value must not be greater than the second.");
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.type(upper, "0{Enter}");
  expect(onChange).toHaveBeenLastCalledWith({ total_member: { between: [10, 50] }, region_name: "CAR" });
  await userEvent.click(screen.getByRole("button", { name: "Remove the condition Region is CAR" }));
  expect(onChange).toHaveBeenLastCalledWith({ total_member: { between: [10, 50] } });
});

test("If a user adds a condition on related records, the filter editor also adds the inner condition that is still being entered.", async () => {
  const onChange = edit();
  await userEvent.keyboard("has no income{Enter}year reported{Enter}");
  await userEvent.selectOptions(screen.getByLabelText("Comparison"), "is not blank");
  const [, outer] = screen.getAllByRole("button", { name: "Add" });
  await userEvent.click(outer as HTMLElement);
  expect(onChange).toHaveBeenLastCalledWith({
    has_no: [{ record: "farmers-tracking-income", where: { reporting_year: { not_blank: true } } }],
  });
});

async function offered(): Promise<(string | null)[]> {
  await userEvent.click(fieldChoice());
  return within(screen.getByRole("listbox"))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
}

test("The filter editor offers no sensitive fields to users without the Sensitive right.", async () => {
  const sensitive = participant.fields.find((field) => field.sensitive)?.label;
  const without = person("Central", { rights: ["Read"] });
  edit({ record: participant, user: without });
  const names = await offered();
  expect(sensitive).toBeDefined();
  expect(names).not.toContain(sensitive);
  expect(names).toContain("Region");
});

test("The filter editor offers sensitive fields to a user with the Sensitive right.", async () => {
  edit({ record: participant, user: person("Central", { rights: ["Read", "Sensitive"] }) });
  expect(await offered()).toContain(participant.fields.find((field) => field.sensitive)?.label);
});

test("The filter editor offers no region to users who see only one region.", async () => {
  edit({ user: person("Regional") });
  expect(await offered()).not.toContain("Region");
});

test("Saving an unchanged condition in the filter editor does not change the list's filter.", () => {
  const items: FilterGrammar[] = [
    { region_name: "CAR" },
    { region_name: ["CAR", "Region III"] },
    { region_name: { not: ["CAR", "Region III"] } },
    { arbo_name: { contains: "rice" } },
    { year_organized: { between: [2020, 2024] } },
    { total_member: { not: 7 } },
    { region_name: { not_blank: true } },
    { has: [{ record: "form-10", where: { reporting_year: 2026 } }] },
    { all: [{ region_name: "CAR" }, { total_member: 7 }] },
  ];
  const at = { item: 0, alternative: 0 };
  for (const item of items) {
    const draft = draftOf(arboMasterlist, item, at);
    expect(draft && itemOfDraft(arboMasterlist, draft)).toEqual({ item });
  }
  const unshown: FilterGrammar[] = [
    { no_such_field: 7 },
    { region_name: ["CAR", ""] },
    { total_member: true },
  ];
  for (const item of unshown) expect(draftOf(arboMasterlist, item, at)).toBeNull();
});
