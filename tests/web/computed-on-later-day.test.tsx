/**
 * The form computes the age of a new person. If the row is sent, or its draft continued, on a later day, the age may
 * have changed.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { participant } from "#shared/records/forms/participant.ts";
import { records } from "#shared/records/index.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { validateRecord } from "#shared/validate/validate.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import type { Entry } from "../../web/src/lib/outbox/entry.ts";
import { readEntries } from "../../web/src/lib/outbox/store.ts";
import { RecordForm } from "../../web/src/records/form/entry/record-form.tsx";
import { withoutComputed } from "../../web/src/records/form/fields/computed-fields.ts";
import { person } from "./people.ts";
import { answers, mockServer } from "./record-form-support.tsx";

const me = person("Provincial");
const saved: Record<string, unknown>[] = [];

mockServer();
beforeEach(() => {
  saved.length = 0;
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-10T04:00:00Z") });
  answers.set("/api/participant/update", (body) => {
    saved.push(...(body as Record<string, unknown>[]));
    return { status: 200, body: { status: "success", data: [{ id: 9, row_version: 1 }], total: 1 } };
  });
});
afterEach(() => vi.useRealTimers());

/** Moves the clock to the next day, the 45th birthday of the participant Ana. */
const nextDay = () => vi.setSystemTime(new Date("2026-03-11T04:00:00Z"));

function form(entry?: Entry) {
  const onSaved = vi.fn();
  const props = { record: participant, user: me, row: null, readOnly: null, entry, onSaved };
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RecordForm
        {...props}
        origin={{ values: { arbo_name: "Growers" } }}
        onCancel={() => undefined}
        connectDirty={() => undefined}
      />
    </QueryClientProvider>,
  );
  return { onSaved, view, user: userEvent.setup() };
}

const shownIn = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value;
const register = () => screen.getByRole("button", { name: "Register" });
const enterAna = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(screen.getByLabelText(/^Participant name/), "Ana Cruz");
  await user.type(screen.getByLabelText(/^Birthday/), "03111981");
  await user.tab();
  await waitFor(() => expect(shownIn(/^Age(?! group)/)).toBe("44"));
};

test("If a participant waits in the outbox until the next day, the server computes the age for the day of arrival.", async () => {
  answers.set("/api/participant/update", () => {
    throw new TypeError("Failed to fetch");
  });
  const { user, onSaved } = form();
  await enterAna(user);
  await user.click(register());
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  const [entry] = await readEntries(me.id);
  if (entry?.work.kind !== "row") return expect.fail("The row is not in the outbox.");
  nextDay();
  const { value, problems } = validateRecord(participant, entry.work.input, "insert");
  expect(problems).toEqual([]);
  expect(value).toMatchObject({ birthday: "1981-03-11", age: 45, age_base_group: "31 to 59" });
});

test("If a participant has a birthday while the row waits in the outbox, the form then shows the new age.", async () => {
  answers.set("/api/participant/update", () => {
    throw new TypeError("Failed to fetch");
  });
  const first = form();
  await enterAna(first.user);
  await first.user.click(register());
  await waitFor(() => expect(first.onSaved).toHaveBeenCalled());
  first.view.unmount();
  const [entry] = await readEntries(me.id);
  nextDay();
  const second = form(entry);
  await waitFor(() => expect(shownIn(/^Age(?! group)/)).toBe("45"));
  second.view.unmount();
  expect(Object.keys(localStorage).filter((key) => key.startsWith("arbo.draft."))).toEqual([]);
});

test("If a participant has a birthday before the user restores the draft, the restored form shows the new age.", async () => {
  const first = form();
  await enterAna(first.user);
  first.view.unmount();
  nextDay();
  const { user, onSaved } = form();
  await user.click(screen.getByRole("button", { name: "Restore entries" }));
  expect(shownIn(/^Age(?! group)/)).toBe("45");
  await user.click(register());
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(saved[0]).toMatchObject({ participant_name: "Ana Cruz", birthday: "1981-03-11" });
});

test("If the birthday of a participant is empty, a restored draft keeps the age that the user typed.", async () => {
  const first = form();
  await first.user.type(screen.getByLabelText(/^Participant name/), "Ana Cruz");
  await first.user.type(screen.getByLabelText(/^Age(?! group)/), "44");
  first.view.unmount();
  nextDay();
  const { user, onSaved } = form();
  await user.click(screen.getByRole("button", { name: "Restore entries" }));
  await user.click(register());
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(saved[0]).toMatchObject({ age: 44, age_base_group: "31 to 59", birthday: null });
});

const withRules = records.filter(({ computed }) => computed);

test.each(withRules.map((record) => [record.route, record] as const))(
  "The server fills in the computed fields of %s itself, because the form does not send them.",
  (_, record: AnyRecord) => {
    const rules = record.computed ?? [];
    const computed = rules.map(({ field }) => field);
    const sampleOf = ({ name, kind }: Field) =>
      kind === "date" ? `2020-01-0${name === "end_date" ? 3 : 1}` : 7;
    const entered = record.fields.filter(
      ({ name }) => !computed.includes(name) && rules.some(({ from }) => from.includes(name)),
    );
    const input = Object.fromEntries(entered.map((field) => [field.name, sampleOf(field)]));
    const { value } = validateRecord(record, input, "insert");
    const sent = withoutComputed(record, value);
    for (const name of computed) {
      expect(value[name], name).toBeDefined();
      expect(sent, name).not.toHaveProperty(name);
    }
    expect(validateRecord(record, sent, "insert").value).toEqual(value);
  },
);
