/**
 * Questions that the app asks before it approves, returns, deletes or edits rows. Each question names the action and
 * the rows.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { uac } from "#shared/records/administration/uac.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { form11Accomp } from "#shared/records/forms/form-11.ts";
import { projectList } from "#shared/records/forms/project-list.ts";
import { QueuedForm } from "../../web/src/features/report/queued-form.tsx";
import type { Right } from "../../web/src/lib/current-user.ts";
import type { Row } from "../../web/src/lib/http/api.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { wholeList } from "../../web/src/records/common/list-body.ts";
import BulkEdit from "../../web/src/records/edit/bulk-edit.tsx";
import { ApproveAllButton } from "../../web/src/records/list/approve-all-button.tsx";
import { ApprovalDialog } from "../../web/src/records/overlays/approval-dialog.tsx";
import BulkReturn from "../../web/src/records/review/bulk-return.tsx";
import BulkStage from "../../web/src/records/review/bulk-stage.tsx";
import type { FormToReview } from "../../web/src/records/review/review-by-form.ts";
import RowPane from "../../web/src/records/review/row-pane.tsx";
import BulkDelete from "../../web/src/records/trash/bulk-delete.tsx";
import { closed, office, person, province, region } from "./people.ts";

vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
  Link: ({ children }: { children: ReactNode }) => <a href="/homepage/forms">{children}</a>,
}));

const pending = {
  ...{ id: 7, row_version: 3, process_stage: "Pending", arbo_name: "Sampaguita Cooperative" },
  ...{ region_name: region, province_name: province },
} as unknown as Row;

beforeEach(() => {
  vi.stubGlobal("fetch", async () => {
    const body = { status: "success", data: [], id: [1, 2], row_version: [1, 1], changed_since: [] };
    return new Response(JSON.stringify(body), { status: 200 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const show = (part: ReactNode) =>
  render(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>);
const nothing = () => undefined;

function showApproval(row: Row) {
  show(<ApprovalDialog record={arboMasterlist} row={row} onDone={nothing} onClose={nothing} />);
  const button = (name: string) => screen.getByRole("button", { name }) as HTMLButtonElement;
  return { user: userEvent.setup(), button };
}

test.each([
  ["Approved", "Approve", "Approve Sampaguita Cooperative"],
  ["Returned", "Return", "Return Sampaguita Cooperative"],
])(
  'If a reviewer chooses "%s" in the review dialog of a row, the dialog shows the button "%s" and the title "%s".',
  async (stage, label, title) => {
    const { user, button } = showApproval(pending);
    await user.click(screen.getByRole("radio", { name: stage }));
    expect(screen.getByRole("dialog", { name: title })).toBeDefined();
    // A return is possible only with a reason.
    expect(button(label).disabled).toBe(stage === "Returned");
    if (stage === "Returned") await user.type(screen.getByLabelText("Reason"), "Wrong year.");
    expect(button(label).disabled).toBe(false);
  },
);

test("The review dialog of an approved row has a button that sets the row back to Pending.", async () => {
  const { button } = showApproval({ ...pending, process_stage: "Approved" });
  expect(screen.getByRole("dialog", { name: "Set Sampaguita Cooperative back to pending" })).toBeDefined();
  expect(button("Set back to pending").disabled).toBe(false);
});

const search = { where: { province_name: province }, q: "tractor" };
const chosen = wholeList(form11Accomp, search, 13, undefined);
const bulk = { record: form11Accomp, chosen, onClose: nothing };
const ofRows = { ...bulk, user: person("Regional"), slots: undefined };

test.each([
  ["approves", <BulkStage key="1" {...bulk} to="Approved" onDone={nothing} />],
  ["sets back", <BulkStage key="2" {...bulk} to="Pending" onDone={nothing} />],
  ["returns", <BulkReturn key="3" {...bulk} />],
  ["deletes", <BulkDelete key="4" {...ofRows} />],
  ["edits", <BulkEdit key="5" {...ofRows} />],
])("Before a user %s all rows of a list, a dialog names the list and its filters.", async (_, part) => {
  show(part);
  const words = await screen.findByText(/^All rows of the list/);
  expect(words.textContent).toBe(
    "All rows of the list Annual Accomplishment (Form 11) with these filters: Stage is Pending; Province is Nueva Ecija; Contains the words: tractor.",
  );
});

test("If a reviewer returns selected rows, the confirmation dialog does not mention the list's filters.", async () => {
  show(<BulkReturn {...bulk} record={arboMasterlist} chosen={[pending]} />);
  await vi.dynamicImportSettled();
  expect(screen.getByRole("dialog", { name: "Return 1 ARBO" })).toBeDefined();
  expect(screen.queryByText(/^All rows of the list/)).toBeNull();
});

test.each([
  [
    "projects",
    "that records keep the values copied from them",
    projectList,
    "This cannot be undone. Records keep the values that they copied from these rows, but forms no longer offer these rows.",
  ],
  [
    "roles",
    "that roles in use are not deleted",
    uac,
    "This cannot be undone. Rows that other records use are not deleted, and are listed.",
  ],
  [
    "ARBOs",
    "how long they can be restored and that ARBOs in use are not deleted",
    arboMasterlist,
    "They can be restored from the trash for 30 days. Rows that other records use are not deleted, and are listed.",
  ],
])("Before a user deletes %s, the confirmation dialog says %s.", (_, __, record, effect) => {
  show(<BulkDelete record={record} chosen={[pending]} slots={undefined} onClose={nothing} />);
  expect(screen.getByText(effect)).toBeDefined();
});

const own = { ...pending, office, user_id: person("Regional").id };
const approveAll = (rows: readonly Row[], total: number, rights: Right[] = ["Read", "Approve"]) => {
  cleanup();
  render(
    <ApproveAllButton
      {...{ record: arboMasterlist, search: {}, rows, total, seen: undefined, onOpen: nothing }}
      user={person("Regional", { rights })}
    />,
  );
  const button = screen.getByRole("button", { name: /^Approve all/ });
  return document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent;
};

test("A reviewer can't approve a whole list if they entered all of its records, and the button says why.", () => {
  expect(approveAll([own, own], 2)).toBe("You entered all of these rows. Someone else must approve them.");
  expect(approveAll([own, pending], 2)).toBeUndefined();
  // Further pages can have rows of other users.
  expect(approveAll([own, own], 3)).toBeUndefined();
  expect(approveAll([own], 1, ["Read", "Approve", "Approve own"])).toBeUndefined();
});

test("If no row is left to approve, the dialog of a bulk approval says so instead of asking about 0 records.", async () => {
  vi.stubGlobal("fetch", async () => {
    const data = { id: [1, 2], row_version: [1, 1], changed_since: [], own: [1, 2] };
    const body = { status: "success", data };
    return new Response(JSON.stringify(body), { status: 200 });
  });
  const chosen = wholeList(arboMasterlist, {}, 2, "10");
  show(
    <BulkStage record={arboMasterlist} chosen={chosen} to="Approved" onDone={nothing} onClose={nothing} />,
  );
  await screen.findByRole("dialog", { name: "There is nothing to approve" });
  await screen.findByText(/You entered 2 ARBOs. They are not included/);
});

const waiting = { to_review: 25, unusual: 0, own: 11, returned: 0 };
const queued: FormToReview = {
  ...{ label: "ARBO Masterlist", noun: arboMasterlist.noun, ...waiting },
  drill: { path: "arbo-masterlist", route: "ARBO_Masterlist", filters: {} },
  offices: [{ region_name: region, province_name: province, ...waiting }],
};

test("The review queue says how many of a form's waiting rows the reviewer entered and may not approve.", () => {
  show(<QueuedForm form={queued} user={person("Regional")} onApprove={nothing} />);
  screen.getByText("11 of the 25 are yours, so someone else must approve them.");
  cleanup();
  show(<QueuedForm form={{ ...queued, unusual: 4 }} user={person("Regional")} onApprove={nothing} />);
  screen.getByText("11 of the 21 without unusual values are yours, so someone else must approve them.");
});

test("If the reporting window is closed for the reviewer, the review queue says so instead of approving.", async () => {
  const approve = vi.fn();
  const shut = { target: closed, accomplishment: closed };
  for (const [offices, times] of [
    [person("Regional").access.offices, 1],
    [{ read: [office], target: [], accomplishment: [] }, 0],
  ] as const) {
    cleanup();
    approve.mockClear();
    const user = person("Regional", { offices, windows: shut });
    show(<QueuedForm form={queued} user={user} onApprove={approve} />);
    const button = screen.getByRole("button", { name: "Approve the other 14 of ARBO Masterlist" });
    await userEvent.click(button);
    expect(approve).toHaveBeenCalledTimes(times);
    expect(button.getAttribute("aria-disabled")).toBe(times === 0 ? "true" : null);
    const described = document.getElementById(button.getAttribute("aria-describedby") ?? "");
    expect(described?.textContent).toBe(
      times === 0 ? "The Accomplishment window is closed. Central can open it." : undefined,
    );
  }
});

/** Shows the review pane of row 7. `rowNow` returns the row as the server has it; `approve` answers the approval. */
function showPane(rowNow: () => Row | undefined, approve: () => Promise<Response>) {
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.includes("/approve")) return approve();
    const data = /^\/api\/arbo-masterlist(\?|$)/.test(path) ? [rowNow()].filter(Boolean) : [];
    return Response.json({ status: "success", data, total: data.length });
  });
  show(
    <RowPane
      {...{ record: arboMasterlist, id: 7, rows: [], search: { row: 7 }, onSearch: nothing }}
      user={person("Regional")}
    />,
  );
  return userEvent.setup();
}

test.each([
  ["removes the error as soon as it shows the row as approved", "Approved"],
  ["keeps the error if the row was not approved", "Pending"],
])("If the response to an approval is lost, the review pane %s.", async (_, stage) => {
  const lost = "It is not known whether this was saved.";
  let row = { ...own, user_id: "other", review: null } as unknown as Row;
  const user = showPane(
    () => row,
    async () => {
      row = { ...row, process_stage: stage, row_version: 4, arbo_name: "Loaded again" } as Row;
      return Response.json({ status: "error", message: lost, outcome: "unknown" }, { status: 500 });
    },
  );
  await screen.findAllByText("Sampaguita Cooperative");
  await user.click(screen.getByRole("button", { name: "Approve" }));
  await screen.findAllByText("Loaded again");
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Approve" }).ariaBusy).not.toBe("true"));
  expect(screen.queryAllByText(lost)).toHaveLength(stage === "Approved" ? 0 : 1);
});

test("The review pane of a deleted row says so, also at its disabled buttons.", async () => {
  showPane(
    () => undefined,
    async () => Response.json({}),
  );
  const gone = "This record was deleted, or belongs to another office.";
  await screen.findAllByText(gone);
  const reason = document.getElementById(
    screen.getByRole("button", { name: "Edit" }).getAttribute("aria-describedby") ?? "",
  );
  expect(reason?.textContent).toBe(gone);
});
