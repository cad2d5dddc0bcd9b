/**
 * Actions on a single row send the version that the user saw, so that the server refuses them if another user has
 * changed the row. A revert, or an undo of an import or of several deletions, also sends `save_anyway`, so that the
 * server accepts rows that are probably duplicates.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { recordByPath } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { Person } from "../../web/src/features/administration/common/admin-api.ts";
import ListDialogs from "../../web/src/features/administration/lists/list-dialogs.tsx";
import PersonDialogs from "../../web/src/features/administration/people/person-dialogs.tsx";
import AttachedFiles from "../../web/src/features/evidence/attached-files.tsx";
import type { HistoryEntry, Row } from "../../web/src/lib/http/api.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { BulkRun } from "../../web/src/records/bulk/bulk-run.ts";
import { runUndo } from "../../web/src/records/bulk/undo.ts";
import Overlays from "../../web/src/records/overlays/overlays.tsx";
import { VersionButton } from "../../web/src/records/overlays/version-button.tsx";
import { takeBackAct } from "../../web/src/records/receipts/take-back.ts";
import { undoDeletion } from "../../web/src/records/trash/restore.ts";
import { TrashDrawer } from "../../web/src/records/trash/trash-drawer.tsx";
import { office, person, province, region } from "./people.ts";

const record = recordByPath("arbo-masterlist") as AnyRecord;
const row = {
  ...{ id: 7, row_version: 3, process_stage: "Pending", office, arbo_name: "Sampaguita" },
  ...{ region_name: region, province_name: province },
} as unknown as Row;

interface Call {
  path: string;
  body: unknown;
}
type Answer = { status: number; body: object };
const data = (value: unknown, more: object = {}): Answer => ({
  status: 200,
  body: { status: "success", data: value, ...more },
});
const conflict = (message: string, detail: object): Answer => ({
  status: 409,
  body: { status: "error", message, details: [{ index: 0, message, ...detail }] },
});

/**
 * Mocked server. `answers` has the responses in order, by the end of the request path. The last response is repeated.
 */
function serve(answers: Record<string, Answer[]>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const path = new URL(address, "http://localhost").pathname;
    const body = init?.body ? JSON.parse(String(init.body)) : null;
    calls.push({ path, body });
    const [, given = []] = Object.entries(answers).find(([end]) => path.endsWith(end)) ?? [];
    const number = calls.filter((call) => call.path === path).length;
    const answer = given[Math.min(number, given.length) - 1] ?? data([], { total: 0 });
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
  return calls;
}

const bodiesTo = (calls: readonly Call[], end: string) =>
  calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);

const show = (element: ReactNode) =>
  render(<QueryClientProvider client={queryClient}>{element}</QueryClientProvider>);
const press = async (name: string | RegExp) =>
  userEvent.setup({ delay: null }).click(await screen.findByRole("button", { name }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  queryClient.clear();
});

describe("Deleting a row, file, user or dropdown value that another user may have changed", () => {
  test("The request to delete a row contains the version that the user saw.", async () => {
    const message = "Someone else saved this ARBO after you opened it.";
    const calls = serve({ "/delete": [conflict(message, { field: "row_version", current: row })] });
    const reloaded = vi.spyOn(queryClient, "invalidateQueries");
    show(
      <Overlays
        {...{ record, user: person("Provincial"), search: {}, rows: [row] }}
        dialog={{ kind: "delete", row }}
        onSearch={() => undefined}
        onDialog={() => undefined}
        onRow={() => undefined}
      />,
    );
    await press("Yes, delete");
    expect(await screen.findByText(message)).toBeDefined();
    expect(bodiesTo(calls, "/delete")).toEqual([{ id: [7], row_version: [3] }]);
    expect(reloaded).toHaveBeenCalled();
    reloaded.mockRestore();
  });

  test("The request to remove an attached file contains the version that the user saw.", async () => {
    const file = { id: 9, row_version: 2, file_name: "plan.pdf", size: 10, caption: null };
    const calls = serve({
      "/api/attachments": [data([file], { total: 1 })],
      "/delete": [data({ deleted: 1 })],
    });
    const support = recordByPath("form11-accomp") as AnyRecord;
    const field = support.fields.find(({ attached }) => attached);
    if (!field) throw new Error("The record type has no field with files.");
    show(
      <AttachedFiles
        {...{ record: support, field, row, refused: null }}
        onChanged={() => Promise.resolve()}
      />,
    );
    await press("Remove plan.pdf");
    await press("Yes, remove");
    await waitFor(() => expect(bodiesTo(calls, "/delete")).toEqual([{ id: [9], row_version: [2] }]));
  });

  test("The request to delete a user contains the version that the administrator saw.", async () => {
    const calls = serve({ "/delete": [data({ deleted: 1 })] });
    const someone = { id: person("Provincial").id, row_version: 4, username: "someone" } as Person;
    show(<PersonDialogs dialog={{ kind: "delete", person: someone }} onClose={() => undefined} />);
    await press("Yes, delete");
    await waitFor(() => expect(bodiesTo(calls, "/delete")).toEqual([{ id: someone.id, row_version: 4 }]));
  });

  test.each([
    ["delete", "/delete", { id: 5 }],
    ["rename", "/update", { id: 5, type: "Grant" }],
  ] as const)(
    "The request to %s a dropdown value contains the value that the administrator saw.",
    async (kind, end, body) => {
      const calls = serve({ "/usage": [data([], { total: 0 })], [end]: [data({ deleted: 1, replaced: 0 })] });
      const value = { id: 5, type: "Loan" };
      show(
        <ListDialogs
          {...{ list: "fund-source", user: person("Central"), rows: [value] }}
          dialog={{ kind, row: value }}
          onClose={() => undefined}
        />,
      );
      if (kind === "rename") {
        const input = await screen.findByLabelText("Value");
        const user = userEvent.setup({ delay: null });
        await user.clear(input);
        await user.type(input, "Grant");
      }
      await press(kind === "delete" ? "Delete" : "Rename");
      await waitFor(() => expect(bodiesTo(calls, end)).toEqual([[{ ...body, seen: { type: "Loan" } }]]));
    },
  );
});

describe("Restoring a row from the trash", () => {
  const deleted = {
    ...row,
    deleted: { by: "someone", at: "2026-03-01T00:00:00Z", until: "2999-03-31T00:00:00Z" },
  };
  const drawer = () =>
    show(<TrashDrawer record={record} user={person("Provincial")} onClose={() => undefined} />);

  test("If a deleted row was entered again, a user can still restore the deleted row after a warning.", async () => {
    const same = { id: 8, title: "Sampaguita", agreed: ["arbo_name", "region_name", "province_name"] };
    const calls = serve({
      "/trash": [data([deleted], { total: 1 })],
      "/restore": [
        conflict("Sampaguita is stored already.", { field: "arbo_name", same_as: [same] }),
        data([row]),
      ],
    });
    drawer();
    await press("Restore Sampaguita");
    const alert = await screen.findByRole("alert", { name: "Possible duplicate" });
    expect(within(alert).getByRole("link", { name: "Sampaguita" }).getAttribute("href")).toContain("edit=8");
    await press("Restore anyway: they are different ARBOs");
    await waitFor(() =>
      expect(bodiesTo(calls, "/restore")).toEqual([{ id: [7] }, { id: [7], save_anyway: true }]),
    );
  });

  test("A deleted row can't be restored if its unique key is used by another row.", async () => {
    const same = { id: 8, title: "Sampaguita", agreed: ["arbo_id"] };
    serve({
      "/trash": [data([deleted], { total: 1 })],
      "/restore": [conflict("Sampaguita is stored already.", { field: "arbo_id", same_as: [same] })],
    });
    drawer();
    await press("Restore Sampaguita");
    const alert = await screen.findByRole("alert", { name: "Duplicate" });
    expect(alert.textContent).toContain("Open that ARBO and edit it instead.");
    expect(screen.queryByRole("button", { name: /anyway/ })).toBeNull();
  });

  test("The trash shows an error if its rows can't be loaded.", async () => {
    serve({
      "/trash": [{ status: 500, body: { status: "error", message: "An unexpected error occurred." } }],
    });
    drawer();
    const alert = await screen.findByRole("alert", {}, { timeout: 5000 });
    expect(alert.textContent).toContain("An unexpected error occurred.");
  });
});

describe("Restoring an earlier state of probable duplicates", () => {
  test("A user can restore a row's earlier version even if it is probably a duplicate.", async () => {
    const calls = serve({ "/revert": [data([row])] });
    const entry = { id: 44, at: "2026-03-01T00:00:00Z" } as HistoryEntry;
    show(<VersionButton record={record} row={row} entry={entry} />);
    await press("Restore this version");
    await press("Yes, restore");
    await waitFor(() =>
      expect(bodiesTo(calls, "/revert")).toEqual([{ id: 7, to: 44, row_version: 3, save_anyway: true }]),
    );
  });

  test("A user can restore the rows of an undone import even if they are probably duplicates.", async () => {
    const calls = serve({
      "/take-back": [data({ rows: [{ id: 7, row_version: 3, before: 44, last: 45 }], changed_since: [] })],
      "/revert": [data([{ ...row, row_version: 4 }]), data([row])],
    });
    const act = takeBackAct(record, crypto.randomUUID());
    const { rows } = await act.rows();
    const { done } = await new BulkRun(rows, act.send).go();
    const run = await act.undo?.(done).run();
    await run?.go();
    expect(bodiesTo(calls, "/revert")).toEqual([
      [{ id: 7, to: 44, row_version: 3, save_anyway: true }],
      [{ id: 7, to: 45, row_version: 4, save_anyway: true }],
    ]);
  });

  test("Undo restores several deleted rows even if two of them are probably the same.", async () => {
    const calls = serve({ "/restore": [data([row])] });
    const run = await undoDeletion(record, [7, 8], String).run();
    await run.go();
    expect(bodiesTo(calls, "/restore")).toEqual([{ id: [7, 8], save_anyway: true }]);
  });

  test("If a deleted row was entered again, Undo asks the user before it restores the row.", async () => {
    const same = { same_as: [{ id: 9, title: "Sampaguita", agreed: ["arbo_name"] }] };
    const calls = serve({ "/restore": [conflict("Sampaguita may be entered already.", same), data([row])] });
    const notice = await runUndo(record, undoDeletion(record, [7], "Sampaguita"));
    expect(notice.message).toBe("Not restored: Sampaguita. Sampaguita may be entered already.");
    expect(bodiesTo(calls, "/restore")).toEqual([{ id: [7] }]);
    expect(notice.act?.label).toBe("Restore anyway");
    notice.act?.run();
    await waitFor(() =>
      expect(bodiesTo(calls, "/restore")).toEqual([{ id: [7] }, { id: [7], save_anyway: true }]),
    );
  });

  test("Undo can't restore a deleted row if its unique key is used by another row.", async () => {
    const same = { same_as: [{ id: 9, title: "Sampaguita", agreed: ["arbo_id"] }] };
    serve({ "/restore": [conflict("This ARBO ID is stored already.", same)] });
    expect((await runUndo(record, undoDeletion(record, [7], "Sampaguita"))).act).toBeUndefined();
  });
});
