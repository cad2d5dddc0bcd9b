/** Fields that contain a list of linked records: the trainings of a participant, and the training titles of Form 10. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { form10 } from "#shared/records/forms/form-10.ts";
import { participant } from "#shared/records/forms/participant.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import type { FormValue } from "../../web/src/records/form/fields/form-values.ts";
import { HeldField } from "./held-field.tsx";

const trainings = [
  { id: 1, training_id: "TRN-11", training_title: "Bookkeeping" },
  { id: 2, training_id: "TRN-2", training_title: "Leadership, Management" },
  { id: 3, training_id: "TRN-1", training_title: "Savings Mobilization" },
];

interface Asked {
  q?: string;
  text?: string;
  training_id?: string[];
}

beforeEach(() => {
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const { q, text = "", training_id: wanted } = JSON.parse(String(init?.body)) as Asked;
    const data = path.endsWith("/values")
      ? trainings.map((row) => row.training_title).filter((title) => title.includes(text))
      : trainings.filter((row) =>
          wanted
            ? wanted.includes(row.training_id)
            : Object.values(row)
                .join(" ")
                .includes(q ?? ""),
        );
    return new Response(JSON.stringify({ status: "success", data, total: data.length }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

let held: FormValue;

function Held({ record, name, start }: { record: AnyRecord; name: string; start: FormValue }) {
  const field = record.fields.find((one) => one.name === name);
  return (
    field && (
      <HeldField
        record={record}
        field={field}
        start={start}
        onHold={(value) => {
          held = value;
        }}
      />
    )
  );
}

function shown(record: AnyRecord, name: string, start: FormValue = null) {
  render(
    <QueryClientProvider client={queryClient}>
      <Held record={record} name={name} start={start} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const offered = () => screen.queryAllByRole("option").map((option) => option.textContent);

test("A user can select several trainings by title with the keyboard alone.", async () => {
  const user = shown(participant, "training_id");
  await user.tab();
  await user.keyboard("{ArrowDown}");
  await screen.findByRole("option", { name: "Bookkeeping (TRN-11)" });
  await user.keyboard("Savings");
  await screen.findByRole("option", { name: "Savings Mobilization (TRN-1)" });
  await waitFor(() => expect(offered()).toEqual(["Savings Mobilization (TRN-1)"]));
  await user.keyboard("{Enter}");
  expect(held).toBe("TRN-1");
  await screen.findByRole("button", { name: "Remove Savings Mobilization (TRN-1)" });
  const field = screen.getByRole("combobox", {
    name: "Trainings attended: Savings Mobilization (TRN-1)",
  });
  expect(document.activeElement).toBe(field);
  await user.keyboard("{ArrowDown}");
  await screen.findByRole("option", { name: "Bookkeeping (TRN-11)" });
  expect(offered()).not.toContain("Savings Mobilization (TRN-1)");
  await user.keyboard("{Enter}");
  expect(held).toBe("TRN-1, TRN-11");
});

test("The field for trainings lists TRN-1 before TRN-11 if the user types TRN-1.", async () => {
  const user = shown(participant, "wo_training_id");
  await user.click(screen.getByRole("combobox"));
  await user.keyboard("TRN-1");
  await waitFor(() => expect(offered()).toEqual(["Savings Mobilization (TRN-1)", "Bookkeeping (TRN-11)"]));
});

test("A user can add a training code that the field for trainings doesn't offer.", async () => {
  const user = shown(participant, "training_id", "TRN-2, TRN-1");
  await user.click(screen.getByRole("combobox"));
  await user.type(screen.getByLabelText("Add new value"), "TRN-900");
  await user.click(screen.getByRole("button", { name: "Add New" }));
  expect(held).toBe("TRN-2, TRN-1, TRN-900");
  await user.click(await screen.findByRole("button", { name: "Remove Leadership, Management (TRN-2)" }));
  expect(held).toBe("TRN-1, TRN-900");
  expect(screen.getByRole("button", { name: "Remove TRN-900" })).toBeDefined();
});

test('The button "Clear Selection" of the field for trainings removes all selected trainings.', async () => {
  const user = shown(participant, "training_id", "TRN-2, TRN-1");
  await user.click(screen.getByRole("combobox"));
  await user.click(screen.getByRole("button", { name: "Clear Selection" }));
  expect(held).toBeNull();
  await user.click(screen.getByRole("combobox"));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Clear Selection" }).disabled).toBe(true);
});

test("The field for trainings replaces a comma in a selected title by a semicolon.", async () => {
  const user = shown(form10, "training_title");
  await user.click(screen.getByRole("combobox"));
  await user.click(await screen.findByRole("option", { name: "Leadership, Management" }));
  expect(held).toBe("Leadership; Management");
});
