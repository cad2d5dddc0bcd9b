/** The System screen with responses that a working system doesn't send. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Part } from "#shared/contracts/health.ts";
import { partTexts } from "../../web/src/features/administration/system/part-texts.ts";
import SystemScreen from "../../web/src/features/administration/system/system-screen.tsx";
import { queryClient } from "../../web/src/lib/http/query-client.ts";

function show(status: number, answer: object): void {
  vi.stubGlobal("fetch", async () => Response.json(answer, { status }));
  render(
    <QueryClientProvider client={queryClient}>
      <SystemScreen />
    </QueryClientProvider>,
  );
}
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const part = (name: Part["part"], problem: string | null = null): Part => ({
  ...{ part: name, problem, detail: null, milliseconds: 3 },
});
const item = async (name: Part["part"]) =>
  (await screen.findByRole("heading", { name: partTexts[name].label })).closest("li") as HTMLElement;

test('The System screen shows a database replica that is 9 seconds behind as "not in use".', async () => {
  const parts = [part("database"), part("replica", "It is 9 s behind.")];
  show(200, { status: "success", data: { database: "ok", version: "1.0.0", parts } });
  const replica = within(await item("replica"));
  expect(replica.getByText("not in use")).toBeDefined();
  expect(replica.getByText("It is 9 s behind.")).toBeDefined();
  expect(replica.getByText(partTexts.replica.remedy)).toBeDefined();
  expect(within(await item("database")).getByText("works")).toBeDefined();
  expect(screen.getByRole("status").textContent).toMatch(/^1 of 2 parts does not work\./);
});

test("The System screen names an office whose dashboard figures do not match its rows.", async () => {
  const parts = [part("database"), part("figures", "Figures do not agree with the rows of Region I / Abra.")];
  show(200, { status: "success", data: { database: "ok", version: "1.0.0", parts } });
  const figures = await item("figures");
  expect(figures.dataset.tone).toBe("warn");
  for (const words of ["did not agree", "Figures do not agree with the rows of Region I / Abra."])
    expect(within(figures).getByText(words)).toBeDefined();
  expect(figures.textContent).toContain("npm run figures:check");
});

test("The System screen shows which part of the system fails.", async () => {
  const message = "auth does not answer.";
  const parts = [part("database"), part("auth", message)];
  const problem = { status: "error", message: "A part of the system does not work." };
  show(503, { ...problem, details: [{ field: "auth", message }], data: { version: "1.0.0", parts } });
  const auth = within(await item("auth"));
  for (const words of ["does not work", message, partTexts.auth.remedy])
    expect(auth.getByText(words)).toBeDefined();
});

test("The System screen tells the administrator what to check if the database fails.", async () => {
  const message = "A part of the system does not work.";
  show(503, { status: "error", message, details: [{ message }] });
  expect((await screen.findByRole("alert")).textContent).toContain(partTexts.database.remedy);
  expect(screen.queryByRole("list")).toBeNull();
});
