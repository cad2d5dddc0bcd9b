/** Drafts of the form of a record: when they are stored, offered, restored and discarded. */
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { connectNotices, type Notice } from "../../web/src/lib/notify.ts";
import type { Entry } from "../../web/src/lib/outbox/entry.ts";
import { storeOfflineKey } from "../../web/src/lib/secrets/offline-key.ts";
import { removeOfflineKey } from "../../web/src/lib/secrets/remove-key.ts";
import { readDrafts, selectDraft } from "../../web/src/records/form/drafts/drafts.ts";
import { writeDraft } from "../../web/src/records/form/drafts/write-draft.ts";
import { person, region } from "./people.ts";
import { answers, mockServer, shown, shownOf, stored } from "./record-form-support.tsx";

mockServer();

/** Returns the ARBO name in each stored draft for a new ARBO, in alphabetical order. */
const keptNames = () =>
  readDrafts(person("Provincial"), arboMasterlist, { id: null })
    .map(({ draft }) => draft.values.arbo_name)
    .sort();

test("A form offers unsaved entries as a draft after the page is reloaded.", async () => {
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

test("A form offers a user's draft as soon as the decryption key has arrived.", async () => {
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

test("A form stores its draft as soon as the encryption key has arrived.", async () => {
  removeOfflineKey();
  const { user } = shown();
  await user.type(screen.getByLabelText(/^ARBO name/), "Lakas Growers");
  act(() => storeOfflineKey(person("Provincial").id, btoa("k".repeat(32))));
  expect(keptNames()).toEqual(["Lakas Growers"]);
});

test("If a form offers an older draft and the user types new text instead, the text is stored in a separate draft.", async () => {
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

test("If a form has two drafts and the user saves the newer one, the older one stays stored.", async () => {
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

/** Returns a field in one of several forms on the page. The test shows one form per simulated browser tab. */
const fieldIn = ({ view }: ReturnType<typeof shown>, name: string) =>
  view.container.querySelector(`[id="field-${name}"]`) as HTMLInputElement;
const enter = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });

test("Two tabs with the form for a new row store separate drafts.", async () => {
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

test("Two tabs with the form of the same row store separate drafts.", async () => {
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

test("A user can restore a discarded draft of a form.", async () => {
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

test("If a user removes an entry from the outbox, the entry's draft restores all its values in the form.", async () => {
  const place = { id: null, entry: "e1", draftId: "d1" };
  const base = { arbo_name: "Rosal", registration_number: null };
  const values = { ...base, registration_number: "R-1" };
  const draft = { base, values, row_version: null, at: Date.now() };
  writeDraft(person("Provincial"), arboMasterlist, place, place.draftId, draft);
  selectDraft(person("Provincial"), arboMasterlist, place);
  const { section } = shownOf(arboMasterlist, null, null, { draftsOf: "e1" });
  expect((screen.getByLabelText(/^ARBO name/) as HTMLInputElement).value).toBe("Rosal");
  expect((section("Registration").getByLabelText("Registration number") as HTMLInputElement).value).toBe(
    "R-1",
  );
});

test("If another user changes a row, a restored draft of this row does not overwrite the other user's values.", async () => {
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

/** Values of a new ARBO that the user entered before moving to the office of Nueva Ecija. */
const ofFormerOffice = { arbo_name: "Rosal", region_name: region, province_name: "Bulacan" };
const keptEntry = {
  ...{
    id: "e1",
    userId: person("Provincial").id,
    order: 1,
    at: Date.now(),
    rowId: null,
    localId: 2_000_000_001,
  },
  ...{ route: arboMasterlist.route, path: arboMasterlist.path, noun: "ARBO", title: "Rosal", needs: [] },
  ...{ state: "waiting", problem: null, failures: 0, nextAt: 0 },
  work: {
    ...{ kind: "row", base: null, input: ofFormerOffice, tried: null },
    ...{ start: { region_name: region, province_name: "Bulacan" }, values: ofFormerOffice },
  },
} as const satisfies Entry;

test.each([
  ["an outbox entry", { entry: keptEntry, draftsOf: "e1" }],
  ["a draft", {}],
])(
  "If the user has moved to another office, the form of %s keeps the former office and doesn't save it.",
  async (_, shows) => {
    const sent = vi.fn();
    answers.set("/api/arbo-masterlist/update", (body) => {
      sent(body);
      return { status: 200, body: { status: "success", data: [stored] } };
    });
    const place = { id: null, draftId: "d1" };
    const base = keptEntry.work.start;
    const draft = { base, values: ofFormerOffice, row_version: null, at: Date.now() };
    writeDraft(person("Provincial"), arboMasterlist, place, place.draftId, draft);
    if (!("entry" in shows)) selectDraft(person("Provincial"), arboMasterlist, place);
    const { user, section } = shownOf(arboMasterlist, null, null, shows);
    const office = section("Location").getByLabelText("Province") as HTMLInputElement;
    expect(office.disabled).toBe(false);
    await user.click(screen.getByRole("button", { name: "Register" }));
    const error = "Bulacan is outside your scope. You can only add ARBOs of your own office.";
    expect(await screen.findAllByText(error)).toHaveLength(2);
    expect(sent).not.toHaveBeenCalled();
  },
);
