/**
 * Responses with status 409. The form of every record type shows a readable message, a link to the stored row, and a
 * way to continue.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { records } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { mayRepeat } from "#shared/records/vocabulary/unique-keys.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { RecordForm } from "../../web/src/records/form/entry/record-form.tsx";
import { duplicateKeyResponse } from "../duplicate-key-response.ts";
import { sample } from "../support/thorough.ts";
import { person } from "./people.ts";

afterEach(() => {
  // Unmounts the form before the mocked responses are removed.
  cleanup();
  vi.unstubAllGlobals();
  queryClient.clear();
});

/**
 * Renders the form of a valid new row. Its save requests get the given responses in order; the last response is
 * repeated.
 */
function form(record: AnyRecord, ...answers: { status: number; body: object }[]) {
  const saves: Record<string, unknown>[] = [];
  const onSaved = vi.fn();
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (path.startsWith("/data")) return new Response("[]");
    if (!path.includes("/update"))
      return new Response(JSON.stringify({ status: "success", data: [], total: 0 }));
    saves.push(JSON.parse(String(init?.body))[0]);
    const { status, body } = answers[Math.min(saves.length, answers.length) - 1] ?? { status: 200, body: {} };
    return new Response(JSON.stringify(body), { status });
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RecordForm
        record={record}
        user={person("Central")}
        row={null}
        readOnly={null}
        slots={{ adjustProblems: () => ({}) }}
        onSaved={onSaved}
        onCancel={() => undefined}
        connectDirty={() => undefined}
      />
    </QueryClientProvider>,
  );
  return { saves, onSaved, register: () => screen.getByRole("button", { name: "Register" }) };
}

const saved = { status: 200, body: { status: "success", data: [{ id: 8, row_version: 1 }] } };
const entered = records.filter((record) => !record.files);
const cases = entered.flatMap((record) =>
  record.keys.map((key) => [record.route, key[0], record, key] as const),
);

test.each(sample(cases, 12))(
  "%s: If a new row has the same %s as a stored row, the form links to the stored row.",
  async (_, __, record, key) => {
    const body = duplicateKeyResponse(
      record,
      { id: 7, [record.title]: "Sampaguita", [key[0] ?? ""]: "Sampaguita" },
      key,
    );
    const { saves, onSaved, register } = form(record, { status: 409, body }, saved);
    const user = userEvent.setup({ delay: null });
    await user.click(register());
    const alert = await screen.findByRole("alert", { name: /uplicate$/ });
    // The panel takes the focus after the browser has shown it.
    await waitFor(() => expect(document.activeElement).toBe(alert));
    const link = within(alert).getByRole("link", { name: "Sampaguita" });
    expect(link.getAttribute("href")).toContain(`${record.route}?edit=7`);
    const anyway = within(alert).queryByRole("button", { name: /^Save anyway/ });
    expect(anyway !== null).toBe(mayRepeat(record, key));
    if (!anyway) return;
    await user.click(anyway);
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(saves.map((row) => row.save_anyway)).toEqual([undefined, true]);
  },
);

test.each(sample(entered, 6).map((record) => [record.route, record] as const))(
  "%s: If a 409 response names no stored row, the form shows the error messages of the response.",
  async (_, record) => {
    const name = record.fields[0]?.name ?? "";
    const details = [
      { index: 0, field: name, message: "There is another with the same value." },
      { index: 0, field: "batch", message: "This was saved in another window." },
    ];
    const conflict = (some: object[]) => ({
      status: 409,
      body: { status: "error", message: "No.", details: some },
    });
    const user = userEvent.setup({ delay: null });
    const { register } = form(record, conflict(details), conflict([]));
    await user.click(register());
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("There is another with the same value.");
    expect(alert.textContent).toContain("This was saved in another window.");
    await user.click(register());
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("No."));
  },
);
