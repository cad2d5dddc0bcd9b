/**
 * The form updates computed fields while the user types, in new and stored rows. A Yes/No answer can be removed again.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { arboTraining } from "#shared/records/forms/arbo-training.ts";
import { farmersTrackingIncome } from "#shared/records/forms/farmers-tracking-income.ts";
import { fmeInventoryTable } from "#shared/records/forms/fme-inventory-table.ts";
import { form5AnnualTarget } from "#shared/records/forms/form-5.ts";
import { form11Accomp } from "#shared/records/forms/form-11.ts";
import { participant } from "#shared/records/forms/participant.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { manilaToday } from "#shared/rules/dates.ts";
import type { Row } from "../../web/src/lib/http/api.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { RecordForm } from "../../web/src/records/form/entry/record-form.tsx";
import { person, province, region } from "./people.ts";
import { update } from "./update.ts";

const sent = vi.fn();
beforeEach(() => {
  sent.mockClear();
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const rows = path.includes("/update") ? (JSON.parse(String(init?.body)) as object[]) : null;
    if (rows) sent(rows);
    const data = (rows ?? []).map((row) => ({ id: 1, row_version: 1, ...row }));
    const body = path.startsWith("/data") ? [] : { status: "success", data, total: 0 };
    return new Response(JSON.stringify(body), { status: 200 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

function shown(record: AnyRecord, row: Row | null = null) {
  const onSaved = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <RecordForm
        record={record}
        user={person("Provincial")}
        row={row}
        readOnly={null}
        onSaved={onSaved}
        onCancel={() => undefined}
        connectDirty={() => undefined}
      />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
  const type = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) {
      await user.clear(field(label));
      if (value) await user.type(field(label), value);
    }
  };
  return { user, field, type, onSaved };
}

const sale = {
  "Volume sold": "100",
  "Price per unit": "20",
  "Production cost per unit": "5",
  "Post-harvest cost per unit": "1",
  "Marketing cost per unit": "1",
  "Trader's price per unit": "16",
  "Trader's marketing cost per unit": "0",
};

test("The income form computes by how many percent the net income exceeds the net income from the trader.", async () => {
  const { field, type } = shown(farmersTrackingIncome);
  await type(sale);
  expect(field("Gross sales").value).toBe("2,000");
  expect(field("Gross profit").value).toBe("1,400");
  expect(field("Net income").value).toBe("1,300");
  expect(field("Net income from the trader").value).toBe("1,000");
  expect(field("Percent difference").value).toBe("30%");
  // Values that can no longer be computed become empty.
  await type({ "Trader's price per unit": "" });
  expect(field("Net income from the trader").value).toBe("");
  expect(field("Percent difference").value).toBe("");
  expect(field("Net income").value).toBe("1,300");
});

test("The form updates the computed fields after a change of the price.", async () => {
  const row: Row = {
    ...{ id: 5, row_version: 2, process_stage: "Pending", region_name: region, province_name: province },
    ...{ volume_sold: 100, price_per_unit: 20, gross_sales: 2000 },
  };
  const { user, field, type, onSaved } = shown(farmersTrackingIncome, row);
  await type({ "Price per unit": "25" });
  expect(field("Gross sales").value).toBe("2,500");
  await update(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent.mock.calls[0]?.[0]).toEqual([{ id: 5, row_version: 2, price_per_unit: 25, gross_sales: 2500 }]);
});

test("The form saves a total that the user enters again after the parts of the formula are cleared.", async () => {
  const row: Row = {
    ...{ id: 5, row_version: 2, process_stage: "Pending", region_name: region, province_name: province },
    ...{ volume_sold: 100, price_per_unit: 20, gross_sales: 2000 },
  };
  const { user, field, type, onSaved } = shown(farmersTrackingIncome, row);
  await type({ "Price per unit": "" });
  expect(field("Gross sales").value).toBe("");
  await type({ "Gross sales": "2000" });
  await update(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent.mock.calls[0]?.[0]).toEqual([
    { id: 5, row_version: 2, price_per_unit: null, gross_sales: 2000 },
  ]);
});

test("If the date of distribution is outside the reported year, the form shows a warning.", async () => {
  const row: Row = {
    ...{ id: 5, row_version: 2, process_stage: "Pending", region_name: region, province_name: province },
    ...{ reporting_year: 2025, date_distributed: "2025-04-28" },
  };
  const { user, type } = shown(form11Accomp, row);
  const warning = () => screen.queryByText(/, the year reported/)?.textContent ?? null;
  expect(warning()).toBeNull();
  await type({ "Date distributed": "04292025" });
  await user.tab();
  expect(warning()).toBeNull();
  await type({ "Date distributed": "04292024" });
  await user.tab();
  expect(warning()).toBe("Date distributed is 04-29-2024, not in 2025, the year reported.");
});

test("The form computes the training days from the start and end dates.", async () => {
  const { field, type } = shown(arboTraining);
  await type({ "Training days": "4", "Start date": "03012025" });
  expect(field("Training days").value).toBe("4");
  await type({ "End date": "03032025" });
  expect(field("Training days").value).toBe("3");
});

test("The form computes a person's age and age group from the birthday.", async () => {
  const { field, type } = shown(form5AnnualTarget);
  const year = Number(manilaToday().slice(0, 4)) - 65;
  await type({ Birthday: `0101${year}` });
  expect(field("Age").value).toBe("65");
  expect(screen.getByRole("combobox", { name: "Age group: 60 and above" })).toBeDefined();
});

test("In a form, a user can remove the answer to a Yes/No field.", async () => {
  const { user } = shown(fmeInventoryTable);
  const answers = screen.getByRole("radiogroup", { name: "NPK certificate" });
  const yes = within(answers).getByRole("radio", { name: "Yes" }) as HTMLInputElement;
  await user.click(yes);
  expect(yes.checked).toBe(true);
  await user.click(within(answers).getByRole("button", { name: "No answer to NPK certificate" }));
  expect(yes.checked).toBe(false);
  expect(document.activeElement).toBe(answers);
});

test("If a user without the Sensitive right updates a participant, the request does not delete the hidden birthday.", async () => {
  const office = { region_name: region, province_name: province };
  // The API omits the hidden fields of the row.
  const row = { id: 8, row_version: 1, participant_name: "Ana Cruz", ...office };
  const { user, field, type, onSaved } = shown(participant, row);
  const described = field("Birthday").getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(described)?.textContent).toContain("Hidden from you.");
  await type({ Birthday: "02-29-1980" });
  await type({ Birthday: "", "Participant name": "Ana Reyes" });
  await update(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent).toHaveBeenLastCalledWith([{ id: 8, row_version: 1, participant_name: "Ana Reyes" }]);
});
