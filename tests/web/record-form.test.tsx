/** The form of a record: totals, errors with links, drafts, and two users editing the same row. */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { fmeRentalMonitoring } from "#shared/records/forms/fme-rental-monitoring.ts";
import { form10 } from "#shared/records/forms/form-10.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { parseNumber } from "#shared/rules/numbers.ts";
import type { Row } from "../../web/src/lib/http/api.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { connectNotices, type Notice } from "../../web/src/lib/notify.ts";
import { storeOfflineKey } from "../../web/src/lib/secrets/offline-key.ts";
import { removeOfflineKey } from "../../web/src/lib/secrets/remove-key.ts";
import { ConfirmUpdate, type Question } from "../../web/src/records/form/confirm-update.tsx";
import { readDrafts } from "../../web/src/records/form/drafts.ts";
import { RecordForm } from "../../web/src/records/form/entry/record-form.tsx";
import { person, province, region } from "./people.ts";
import { question, update } from "./update.ts";

const stored: Row = {
  id: 7,
  row_version: 3,
  process_stage: "Pending",
  arbo_name: "Sampaguita Cooperative",
  region_name: region,
  province_name: province,
  registration_number: "old",
  date_of_registration: "2020-02-03",
};

/**
 * Responses of the mock server, by the start of the request path. For all other paths the server returns empty lists.
 */
const answers = new Map<string, (body: unknown) => { status: number; body: unknown }>();

beforeEach(() => {
  answers.clear();
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const answer = [...answers].find(([start]) => path.startsWith(start))?.[1];
    const { status, body } = answer?.(JSON.parse(String(init?.body ?? "null"))) ?? {
      status: 200,
      body: path.startsWith("/data") ? [] : { status: "success", data: [], total: 0 },
    };
    return new Response(JSON.stringify(body), { status });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const shown = (row: Row | null = null, readOnly: string | null = null) =>
  shownOf(arboMasterlist, row, readOnly);

function shownOf(record: AnyRecord, row: Row | null, readOnly: string | null = null) {
  const onSaved = vi.fn();
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RecordForm
        record={record}
        user={person("Provincial")}
        row={row}
        readOnly={readOnly}
        onSaved={onSaved}
        onCancel={() => undefined}
        connectDirty={() => undefined}
      />
    </QueryClientProvider>,
  );
  const section = (name: string) => within(screen.getByRole("region", { name }));
  return { onSaved, section, user: userEvent.setup(), view };
}

test("While the user types, a total is computed as soon as all its parts are entered.", async () => {
  const { user, section } = shown();
  const members = section("Members");
  const total = members.getByLabelText("All members") as HTMLInputElement;
  await user.type(members.getByLabelText("Male members"), "1200");
  expect(total.value).toBe("");
  await user.type(members.getByLabelText("Female members"), "34");
  expect(total.value).toBe("1,234");
});

test("A total that differs from the sum of its parts shows an error with both numbers.", async () => {
  const { user, section } = shown();
  const members = section("Members");
  await user.type(members.getByLabelText("Male members"), "10");
  await user.type(members.getByLabelText("Female members"), "3");
  await user.clear(members.getByLabelText("All members"));
  await user.type(members.getByLabelText("All members"), "12");
  await user.tab();
  expect(await members.findByText(/All members is 12 but male and female add up to 13/)).toBeDefined();
});

test("If the user saves a form that has problems, the form lists the problems as links to their fields.", async () => {
  const { user, section, onSaved } = shown();
  const members = section("Members");
  await user.type(members.getByLabelText("Male members"), "10");
  await user.type(members.getByLabelText("Female members"), "3");
  await user.clear(members.getByLabelText("All members"));
  await user.type(members.getByLabelText("All members"), "12");
  await user.keyboard("{Control>}s{/Control}");
  const summary = await screen.findByRole("alert");
  expect(document.activeElement).toBe(summary);
  await user.click(within(summary).getByRole("link", { name: "ARBO name is required" }));
  expect(document.activeElement).toBe(screen.getByLabelText(/^ARBO name/));
  expect(onSaved).not.toHaveBeenCalled();
});

test("A required field shows an error if the user empties it, but not if it only had the focus.", async () => {
  const { user } = shownOf(form10, null);
  const choice = screen.getByRole("combobox", { name: /^ARBO/ });
  expect(document.activeElement).toBe(choice);
  // Moves the focus by code, as a tour of the form does, not by a press of a key or button.
  const elsewhere = document.body.appendChild(document.createElement("button"));
  elsewhere.focus();
  await new Promise((passed) => setTimeout(passed, 50));
  expect(choice.getAttribute("aria-invalid")).toBeNull();
  expect(screen.queryByText(/is required|^Choose an/)).toBeNull();
  choice.focus();
  await user.click(elsewhere);
  await new Promise((passed) => setTimeout(passed, 50));
  expect(choice.getAttribute("aria-invalid")).toBeNull();
  elsewhere.remove();

  cleanup();
  shownOf(arboMasterlist, stored);
  const name = screen.getByLabelText(/^ARBO name/);
  await user.clear(name);
  await user.tab();
  expect(await screen.findByText("ARBO name is required")).toBeDefined();
});

test("The form sends a new row with parsed values, such as dates, and with the user's own office.", async () => {
  const sent = vi.fn();
  answers.set("/api/arbo-masterlist/update", (body) => {
    sent(body);
    return { status: 200, body: { status: "success", data: [{ ...stored }] } };
  });
  const { user, section, onSaved } = shown();
  await user.type(screen.getByLabelText(/^ARBO name/), "Rosal Growers");
  await user.type(section("Registration").getByLabelText("Date of registration"), "03052021");
  await user.click(screen.getByRole("button", { name: "Register" }));
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent.mock.calls[0]?.[0]).toEqual([
    expect.objectContaining({
      arbo_name: "Rosal Growers",
      region_name: region,
      province_name: province,
      date_of_registration: "2021-03-05",
      total_member: null,
    }),
  ]);
});

test("The form sends an update with only the changed fields and with the row version that the form has loaded.", async () => {
  const sent = vi.fn();
  answers.set("/api/arbo-masterlist/update", (body) => {
    sent(body);
    return { status: 200, body: { status: "success", data: [stored] } };
  });
  const { user, section, onSaved } = shown(stored);
  const number = section("Registration").getByLabelText("Registration number");
  await user.clear(number);
  await user.type(number, "new");
  await update(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent.mock.calls[0]?.[0]).toEqual([{ id: 7, row_version: 3, registration_number: "new" }]);
});

test("After an update of a returned row, a notice says that the row is still returned, and the notice's button resubmits the row.", async () => {
  const sent: [string, unknown][] = [];
  for (const act of ["update", "resubmit"])
    answers.set(`/api/arbo-masterlist/${act}`, (body) => {
      sent.push([act, body]);
      return { status: 200, body: { status: "success", data: [{ id: 7, row_version: 4 }] } };
    });
  const notices: Notice[] = [];
  const end = connectNotices((notice) => notices.push(notice));
  const review = { state: "returned", by: "regional", at: "2026-11-28T01:00:00Z", reason: "Wrong." } as const;
  const { user, section, onSaved } = shown({ ...stored, review });
  await user.type(section("Registration").getByLabelText("Registration number"), "1");
  await update(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(notices.map(({ message, act }) => [message, act?.label])).toEqual([
    [
      "Sampaguita Cooperative is saved and still returned. Resubmit it when your corrections are complete.",
      "Resubmit",
    ],
  ]);
  notices[0]?.act?.run();
  await waitFor(() => expect(notices.at(-1)?.message).toBe("Sampaguita Cooperative: resubmitted."));
  expect(sent).toEqual([
    ["update", [{ id: 7, row_version: 3, registration_number: "old1" }]],
    ["resubmit", { id: 7, row_version: 4 }],
  ]);
  end();
});

test("After an update of a row that is not returned, there is no notice about resubmitting.", async () => {
  answers.set("/api/arbo-masterlist/update", () => ({
    status: 200,
    body: { status: "success", data: [{ id: 7, row_version: 4 }] },
  }));
  const notices: Notice[] = [];
  const end = connectNotices((notice) => notices.push(notice));
  const { user, section, onSaved } = shown(stored);
  await user.type(section("Registration").getByLabelText("Registration number"), "1");
  await update(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(notices).toEqual([]);
  end();
});

test("Before an update, the form lists the changes and asks once for confirmation; No and Esc return to the form, and Enter saves.", async () => {
  const sent = vi.fn();
  answers.set("/api/arbo-masterlist/update", (body) => {
    sent(body);
    return { status: 200, body: { status: "success", data: [stored] } };
  });
  const { user, section, onSaved } = shown(stored);
  const number = section("Registration").getByLabelText("Registration number") as HTMLInputElement;
  await user.clear(number);
  await user.type(number, "new");
  await user.clear(section("Registration").getByLabelText("Date of registration"));
  await user.type(section("Registration").getByLabelText("Date of registration"), "03052021");
  number.focus();
  for (const leave of [
    async () => user.click((await question()).getByRole("button", { name: "No" })),
    async () => user.keyboard("{Escape}"),
  ]) {
    await user.keyboard("{Control>}s{/Control}");
    const rows = (await question()).getAllByRole("row").map((row) => row.textContent);
    expect(rows).toEqual([
      "FieldFromTo",
      "Registration numberoldnew",
      "Date of registration02-03-202003-05-2021",
    ]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Yes, save"));
    await leave();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(number);
    expect(number.value).toBe("new");
  }
  expect(sent).not.toHaveBeenCalled();
  await user.keyboard("{Control>}s{/Control}");
  await question();
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Yes, save"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent).toHaveBeenCalledOnce();
  expect(sent.mock.calls[0]?.[0]).toMatchObject([
    { id: 7, registration_number: "new", date_of_registration: "2021-03-05" },
  ]);
});

test("The question before an update lists the first eight of many changes, and gives the number of the other changes.", async () => {
  const changes = Object.fromEntries(
    arboMasterlist.fields.slice(0, 10).map(({ name }) => [name, [null, "x"]]),
  );
  const no = () => undefined;
  render(
    <ConfirmUpdate
      record={arboMasterlist}
      changes={changes as Question["changes"]}
      focused={null}
      onYes={no}
      onNo={no}
    />,
  );
  const asked = await question();
  expect(asked.getAllByRole("row")).toHaveLength(1 + 8);
  expect(asked.getByText("… and 2 other fields.")).toBeDefined();
});

test('If a user presses "Update" in a form without changes, the form asks no question and reports that there were no changes to save.', async () => {
  const { user, onSaved } = shown(stored);
  await user.click(screen.getByRole("button", { name: "Update" }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith("There were no changes to save.", undefined));
});

/** Returns the ARBO name in each stored draft for a new ARBO, in alphabetical order. */
const keptNames = () =>
  readDrafts(person("Provincial"), arboMasterlist, { id: null })
    .map(({ draft }) => draft.values.arbo_name)
    .sort();

test("If the page is reloaded while a form has unsaved entries, the form offers the entries as a draft that the user can restore.", async () => {
  const first = shown();
  await first.user.type(screen.getByLabelText(/^ARBO name/), "Half typed");
  await waitFor(() =>
    expect(Object.keys(localStorage).some((key) => key.startsWith("arbo.draft."))).toBe(true),
  );
  first.view.unmount();
  const second = shown();
  expect((screen.getByLabelText(/^ARBO name/) as HTMLInputElement).value).toBe("");
  await second.user.click(screen.getByRole("button", { name: "Restore entries" }));
  expect((screen.getByLabelText(/^ARBO name/) as HTMLInputElement).value).toBe("Half typed");
});

test("If a form opens before the key that decrypts the user's drafts has arrived, the form offers the user's draft as soon as the key arrives.", async () => {
  const key = btoa("k".repeat(32));
  const first = shown();
  await first.user.type(screen.getByLabelText(/^ARBO name/), "Lakas Growers");
  first.view.unmount();
  removeOfflineKey();
  shown();
  expect(screen.queryByText(/You have unsaved entries/)).toBeNull();
  act(() => storeOfflineKey(person("Provincial").id, key));
  expect(screen.getByText(/You have unsaved entries/)).toBeDefined();
});

test("If a user types in a form before the key for encrypting drafts has arrived, the text is stored as a draft when the key arrives.", async () => {
  removeOfflineKey();
  const { user } = shown();
  await user.type(screen.getByLabelText(/^ARBO name/), "Lakas Growers");
  act(() => storeOfflineKey(person("Provincial").id, btoa("k".repeat(32))));
  expect(keptNames()).toEqual(["Lakas Growers"]);
});

test("If a user types in a form while the form offers an older draft, the new text is stored in a separate draft.", async () => {
  const first = shown();
  await first.user.type(screen.getByLabelText(/^ARBO name/), "Older");
  await waitFor(() => expect(keptNames()).toEqual(["Older"]));
  first.view.unmount();
  const second = shown();
  await second.user.type(screen.getByLabelText(/^ARBO name/), "Newer");
  await waitFor(() => expect(keptNames()).toEqual(["Newer", "Older"]));
  second.view.unmount();
  const third = shown();
  const name = () => (screen.getByLabelText(/^ARBO name/) as HTMLInputElement).value;
  await third.user.click(screen.getByRole("button", { name: "Restore entries" }));
  expect(name()).toBe("Newer");
  await third.user.click(screen.getByRole("button", { name: "Restore entries" }));
  expect(name()).toBe("Older");
  expect(keptNames()).toEqual(["Newer", "Older"]);
  await third.user.click(screen.getByRole("button", { name: "Discard entries" }));
  expect(screen.queryByText(/You have unsaved entries/)).toBeNull();
  expect(keptNames()).toEqual(["Older"]);
});

test("If a form has two drafts, it still offers the older draft after the user removes or saves the text of the newer draft.", async () => {
  answers.set("/api/arbo-masterlist/update", () => ({
    status: 200,
    body: { status: "success", data: [stored] },
  }));
  const first = shown();
  await first.user.type(screen.getByLabelText(/^ARBO name/), "Older");
  await waitFor(() => expect(keptNames()).toEqual(["Older"]));
  first.view.unmount();
  const { user, onSaved } = shown();
  await user.type(screen.getByLabelText(/^ARBO name/), "N");
  await waitFor(() => expect(keptNames()).toEqual(["N", "Older"]));
  await user.clear(screen.getByLabelText(/^ARBO name/));
  await waitFor(() => expect(keptNames()).toEqual(["Older"]));
  await user.type(screen.getByLabelText(/^ARBO name/), "Newer");
  await user.click(screen.getByRole("button", { name: "Register" }));
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(keptNames()).toEqual(["Older"]);
});

/** Returns a field of one of several forms on the page. The forms represent two tabs of a browser. */
const fieldIn = ({ view }: ReturnType<typeof shown>, name: string) =>
  view.container.querySelector(`[id="field-${name}"]`) as HTMLInputElement;
const enter = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });

test("Two tabs that enter a new row have separate drafts.", async () => {
  const one = shown();
  const other = shown();
  enter(fieldIn(one, "arbo_name"), "Rosal");
  enter(fieldIn(other, "arbo_name"), "Sampaguita");
  await waitFor(() => expect(keptNames()).toEqual(["Rosal", "Sampaguita"]));
  // Each form updates only its own draft.
  enter(fieldIn(one, "arbo_name"), "Rosal Growers");
  await waitFor(() => expect(keptNames()).toEqual(["Rosal Growers", "Sampaguita"]));
  one.view.unmount();
  other.view.unmount();
  const third = shown();
  const offered = screen.getAllByText(/^You have unsaved entries/).map((line) => line.textContent ?? "");
  expect(offered.map((line) => /ARBO name (Rosal Growers|Sampaguita)/.exec(line)?.[1]).sort()).toEqual([
    "Rosal Growers",
    "Sampaguita",
  ]);
  const second = offered[1]?.includes("Sampaguita") ? "Sampaguita" : "Rosal Growers";
  await third.user.click(screen.getByRole("button", { name: /^Restore entries from/ }));
  expect((screen.getByLabelText(/^ARBO name/) as HTMLInputElement).value).toBe(second);
  expect(keptNames()).toEqual(["Rosal Growers", "Sampaguita"]);
});

test("Two tabs that change the same row both keep their entries.", async () => {
  const one = shown(stored);
  const other = shown(stored);
  enter(fieldIn(one, "sitio_purok_street"), "Purok 7");
  enter(fieldIn(other, "registration_number"), "old 2");
  const kept = () =>
    readDrafts(person("Provincial"), arboMasterlist, { id: 7 }).map(({ draft: { values } }) => [
      values.sitio_purok_street,
      values.registration_number,
    ]);
  await waitFor(() => expect(kept()).toHaveLength(2));
  expect(kept()).toEqual(
    expect.arrayContaining([
      ["Purok 7", "old"],
      [null, "old 2"],
    ]),
  );
  one.view.unmount();
  other.view.unmount();
  const { user } = shown(stored);
  // The form offers both drafts, one after the other.
  await user.click(screen.getByRole("button", { name: "Restore entries" }));
  expect(screen.getByRole("button", { name: "Restore entries" })).toBeDefined();
});

test("A discarded draft can be restored.", async () => {
  const first = shown();
  await first.user.type(screen.getByLabelText(/^ARBO name/), "Rosal");
  await waitFor(() => expect(keptNames()).toEqual(["Rosal"]));
  first.view.unmount();
  const notices: Notice[] = [];
  const disconnect = connectNotices((notice) => notices.push(notice));
  const { user } = shown();
  await user.click(screen.getByRole("button", { name: "Discard entries" }));
  expect(keptNames()).toEqual([]);
  const notice = notices.at(-1);
  expect([notice?.message, notice?.act?.label]).toEqual(["The draft of a new ARBO was discarded.", "Undo"]);
  notice?.act?.run();
  await waitFor(() => expect(keptNames()).toEqual(["Rosal"]));
  await user.click(await screen.findByRole("button", { name: "Restore entries" }));
  expect((screen.getByLabelText(/^ARBO name/) as HTMLInputElement).value).toBe("Rosal");
  disconnect();
});

test("The form refuses a number that an import would refuse, with the same error message.", async () => {
  const { user, section } = shown();
  const assets = section("Finances (PHP)").getByLabelText(/^Total assets/) as HTMLInputElement;
  await user.type(assets, "1,5");
  await user.tab();
  expect(assets.value).toBe("1,5");
  const reading = parseNumber("1,5");
  expect(reading.ok).toBe(false);
  expect(await screen.findByText(new RegExp(reading.ok ? "" : reading.reason))).toBeDefined();
});

test("A restored draft doesn't overwrite values that another user changed after the draft was stored.", async () => {
  const first = shown(stored);
  await first.user.type(first.section("Location").getByLabelText("Sitio/Purok/Street"), "Purok 7");
  await waitFor(() =>
    expect(Object.keys(localStorage).some((key) => key.startsWith("arbo.draft."))).toBe(true),
  );
  first.view.unmount();
  const second = shown({ ...stored, row_version: 4, registration_number: "theirs" });
  await second.user.click(screen.getByRole("button", { name: "Restore entries" }));
  const value = (section: string, label: string) =>
    (second.section(section).getByLabelText(label) as HTMLInputElement).value;
  expect(value("Location", "Sitio/Purok/Street")).toBe("Purok 7");
  expect(value("Registration", "Registration number")).toBe("theirs");
});

test("The form of a read-only row shows why the row is read-only, and has no Update button.", () => {
  shown(stored, "Approved rows are locked. Set it back to Pending first.");
  expect(screen.getByText(/Approved rows are locked/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Update" })).toBeNull();
  expect(screen.getByLabelText(/^ARBO name/).matches(":disabled")).toBe(true);
});

test("After a conflict, the form keeps the user's entries, and the user can copy the other user's values field by field.", async () => {
  const sent: unknown[] = [];
  const theirs = { ...stored, row_version: 4, registration_number: "theirs", org_type: "Federation" };
  answers.set("/api/arbo-masterlist/update", (body) => {
    sent.push(body);
    return sent.length === 1
      ? {
          status: 409,
          body: {
            status: "error",
            message: "Stale.",
            details: [{ index: 0, message: "Stale.", current: theirs }],
          },
        }
      : { status: 200, body: { status: "success", data: [theirs] } };
  });
  const { user, section, onSaved } = shown(stored);
  const number = () => section("Registration").getByLabelText("Registration number") as HTMLInputElement;
  await user.clear(number());
  await user.type(number(), "mine");
  await user.type(section("Location").getByLabelText("Sitio/Purok/Street"), "Purok 7");
  await update(user);
  const conflict = within(await screen.findByRole("region", { name: /Someone else saved/ }));
  expect(conflict.getByRole("radio", { name: /mine/ })).toHaveProperty("checked", true);
  expect(number().value).toBe("mine");
  await user.click(conflict.getByRole("radio", { name: /theirs/ }));
  await user.click(conflict.getByRole("button", { name: "Keep the chosen values" }));
  expect(number().value).toBe("theirs");
  await update(user);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent[1]).toEqual([{ id: 7, row_version: 4, sitio_purok_street: "Purok 7" }]);
});

const isMarked = (label: HTMLElement): boolean =>
  document.querySelector(`label[for="${label.id}"]`)?.hasAttribute("data-required") === true &&
  label.getAttribute("aria-required") === "true";

test("If a form needs a value in one of several fields, the first of these fields is marked as required until one of them has a value.", async () => {
  const { user, section } = shownOf(form10, null);
  expect(isMarked(section("Reporting").getByRole("combobox", { name: /^Quarter reported/ }))).toBe(true);
  const name = section("Organization").getByRole("combobox", { name: /^ARBO:/ });
  expect(isMarked(name)).toBe(true);
  await user.type(section("ARC").getByLabelText("ARC name"), "Pag-asa");
  expect(isMarked(name)).toBe(false);
});

test("If a user saves a form without all required values, the focus moves to the list of problems; the form of an incomplete row says what is missing.", async () => {
  const { user, section, view } = shownOf(form10, null);
  await user.click(screen.getByRole("button", { name: "Register" }));
  const summary = await screen.findByRole("alert");
  await waitFor(() => expect(document.activeElement).toBe(summary));
  await user.click(within(summary).getByRole("link", { name: "Choose an ARBO or an ARC" }));
  const arbo = section("Organization").getByRole("combobox", { name: /^ARBO:/ });
  expect(document.activeElement).toBe(arbo);
  view.unmount();

  shownOf(form10, {
    ...stored,
    arbo_name: "Rosal Growers",
    reporting_year: 2024,
    type_enterprise: "Rice",
  });
  expect(screen.getByText("This accomplishment is incomplete.").parentElement?.textContent).toBe(
    "This accomplishment is incomplete. Missing: quarter reported.",
  );
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: /^Quarter reported/ }));
});

test("The form of an incomplete row puts the focus on the first field that still needs a value.", () => {
  const { section } = shownOf(fmeRentalMonitoring, {
    ...stored,
    reporting_year: 2025,
    reporting_quarter: "Q1",
  });
  expect(document.activeElement).toBe(section("Rental").getByLabelText("FME rented"));
});

test("If the user presses the mouse outside a field, the field's error appears only when the user releases the mouse, so that no button moves meanwhile.", async () => {
  const { user } = shown(stored);
  const name = screen.getByRole("textbox", { name: "ARBO name" });
  const other = screen.getByRole("textbox", { name: "Registration number" });
  await user.clear(name);
  await user.pointer({ keys: "[MouseLeft>]", target: other });
  await new Promise((passed) => setTimeout(passed, 100));
  expect(name.getAttribute("aria-invalid")).toBeNull();
  await user.pointer({ keys: "[/MouseLeft]", target: other });
  await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
});
