/**
 * Entering participants: likely duplicates while typing and on saving, lost connections, drafts in the list, and pasted
 * rows.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { participant } from "#shared/records/forms/participant.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import type { Entry } from "../../web/src/lib/outbox/entry.ts";
import { sendEntry } from "../../web/src/lib/outbox/send-entry.ts";
import { readEntries } from "../../web/src/lib/outbox/store.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";
import type { RecordSearch } from "../../web/src/records/common/record-search.ts";
import RowMenu from "../../web/src/records/edit/row-menu.tsx";
import { type DraftTarget, readDrafts } from "../../web/src/records/form/drafts/drafts.ts";
import { writeDraft } from "../../web/src/records/form/drafts/write-draft.ts";
import { RecordForm } from "../../web/src/records/form/entry/record-form.tsx";
import type { FormValues } from "../../web/src/records/form/fields/form-values.ts";
import { keptMessage } from "../../web/src/records/form/saving/kept-row.ts";
import DraftBar from "../../web/src/records/list/draft-bar.tsx";
import { PasteModal } from "../../web/src/records/paste/paste-modal.tsx";
import { useRowHandlers } from "../../web/src/records/screen/use-row-handlers.ts";
import { person, province, region } from "./people.ts";

const me = person("Provincial");
/** Returns the newest draft of a form. */
const readDraft = (place: DraftTarget) => readDrafts(me, participant, place)[0]?.draft ?? null;
const ana = { id: 7, title: "Ana Cruz", agreed: ["participant_name"] };
const success = (data: unknown) => new Response(JSON.stringify({ status: "success", data, total: 0 }));

const places: Record<string, unknown[]> = {
  "/data/regions.json": [{ region_name: region, region_code: "03" }],
  "/data/provinces.json": [{ province_name: province, province_code: "0349", region_code: "03" }],
};

/** Save requests that the form has sent: address and rows. */
const saves: { path: string; rows: Record<string, unknown>[] }[] = [];
/** Answers a save like the server: with the stored row. */
const storeRow = () => success([{ id: 1, row_version: 1, ...saves.at(-1)?.rows[0] }]);
let answerSave: () => Response = storeRow;
let likely: unknown[] = [];

beforeEach(() => {
  saves.length = 0;
  likely = [];
  answerSave = storeRow;
  writeSession({ access_token: "a", refresh_token: "r", expires_at: Date.now() / 1000 + 3600 });
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (path.startsWith("/data")) return new Response(JSON.stringify(places[path] ?? []));
    if (path.endsWith("/likely-same")) return success(likely);
    if (!path.includes("/update")) return success([]);
    saves.push({ path, rows: JSON.parse(String(init?.body)) });
    return answerSave();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

/** Router for the links in the forms. No test follows a link, so the router has no routes. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

const shown = (part: ReactNode) =>
  render(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>
    </RouterContextProvider>,
  );

function form(from?: string, taken: FormValues = {}) {
  const onSaved = vi.fn();
  const view = shown(
    <RecordForm
      record={participant}
      user={me}
      row={null}
      origin={{ from, values: from ? { training_id: "TRN-1", ...taken } : { arbo_name: "Growers" } }}
      readOnly={null}
      onSaved={onSaved}
      onCancel={() => undefined}
      connectDirty={() => undefined}
    />,
  );
  return { onSaved, view, user: userEvent.setup() };
}

const nameField = () => screen.getByLabelText(/^Participant name/) as HTMLInputElement;
const register = () => screen.getByRole("button", { name: "Register" });

test("If a new participant is probably stored already, the form links to the stored participant.", async () => {
  likely = [ana];
  const { user } = form();
  await user.type(nameField(), "Cruz Ana");
  const panel = await screen.findByRole("status", { name: "Possible duplicate" });
  expect(panel.textContent).toContain("Ana Cruz has the same participant name in this office.");
  expect(within(panel).getByRole("link").getAttribute("href")).toBe("/homepage/forms/Participants?edit=7");
});

test("Of the matching fields, the warning about a likely duplicate names only those that have a value.", async () => {
  likely = [{ ...ana, agreed: ["participant_name", "birthday", "sex"] }];
  const { user } = form();
  await user.type(nameField(), "Ana Cruz");
  const panel = await screen.findByRole("status", { name: "Possible duplicate" });
  expect(panel.textContent).toContain("Ana Cruz has the same participant name in this office.");
});

test("If the server refuses a participant as a likely duplicate, the user can save the participant anyway.", async () => {
  const { user, onSaved } = form();
  answerSave = () =>
    new Response(
      JSON.stringify({
        status: "error",
        message: "twice",
        details: [{ index: 0, message: "twice", same_as: [ana] }],
      }),
      { status: 409 },
    );
  await user.type(nameField(), "Ana Cruz");
  await user.click(register());
  await screen.findByRole("alert", { name: "Possible duplicate" });
  answerSave = storeRow;
  await user.click(screen.getByRole("button", { name: "Save anyway: they are different participants" }));
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(saves.map(({ rows }) => rows[0]?.save_anyway)).toEqual([undefined, true]);
});

test("The app keeps a new row in the outbox if the server does not respond.", async () => {
  const { user, onSaved } = form();
  answerSave = () => {
    throw new TypeError("Failed to fetch");
  };
  await user.type(nameField(), "Ana Cruz");
  await user.click(register());
  await waitFor(() => expect(onSaved.mock.lastCall?.[0]).toBe(keptMessage(participant)));
  expect(readDraft({ id: null })).toBeNull();
  const [entry] = await readEntries(me.id);
  expect(entry).toMatchObject({ title: "Ana Cruz", state: "waiting", path: participant.path });
  answerSave = () => success([{ id: 9 }]);
  expect(await sendEntry(entry as Entry, [])).toBe("stored");
  expect(saves).toHaveLength(2);
  expect(saves[1]).toEqual(saves[0]);
  expect((await readEntries(me.id))[0]).toMatchObject({ state: "sent", rowId: 9 });
});

test("A new participant entered on a training's page is saved with the training's code.", async () => {
  const { user, onSaved } = form("arbo-training.3");
  await user.type(nameField(), "Ana Cruz");
  await waitFor(() => expect(readDraft({ id: null, from: "arbo-training.3" })).not.toBeNull());
  expect(readDraft({ id: null })).toBeNull();
  await user.click(register());
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(saves[0]?.rows[0]).toMatchObject({ participant_name: "Ana Cruz", training_id: ["TRN-1"] });
});

const drafts = (onOpen: (place: DraftTarget) => void) => (
  <DraftBar record={participant} user={me} onOpen={onOpen} />
);

test("The list of drafts has buttons to continue and to discard each draft.", () => {
  const draft = (name: string | null) => ({
    base: {},
    values: { participant_name: name },
    row_version: null,
    at: Date.now(),
  });
  writeDraft(me, participant, { id: null }, "1", draft("Ana Cruz"));
  writeDraft(me, participant, { id: 7 }, "2", draft("Ben Cruz"));
  writeDraft(me, participant, { id: null, from: "arbo-training.3" }, "3", draft(null));
  writeDraft({ ...me, id: "other-user" }, participant, { id: 8 }, "4", draft("Not mine"));
  const onOpen = vi.fn();
  shown(drafts(onOpen));
  screen.getByText("3 unsaved drafts");
  expect(screen.queryByText(/Not mine/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Discard the draft of Ana Cruz (new participant)" }));
  screen.getByText("2 unsaved drafts");
  fireEvent.click(screen.getByRole("button", { name: "Continue the draft of Ben Cruz (participant)" }));
  expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ id: 7 }));
  fireEvent.click(screen.getByRole("button", { name: "Continue the draft of new participant" }));
  expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ id: null, from: "arbo-training.3" }));
});

test("If a user continues a draft from the list of drafts, the app fills in the form without a further question.", async () => {
  const values = { participant_name: "Ana Cruz" };
  writeDraft(me, participant, { id: null }, "1", { base: {}, values, row_version: null, at: 0 });
  const list = shown(drafts(() => undefined));
  fireEvent.click(screen.getByRole("button", { name: /^Continue/ }));
  list.unmount();
  form();
  await waitFor(() => expect(nameField().value).toBe("Ana Cruz"));
  expect(screen.queryByText(/You have unsaved entries/)).toBeNull();
});

/** Shows the menu of a row in a list. Calls `onSearch` with each new address of the list. */
function Menu({ search, onSearch }: { search: RecordSearch; onSearch: (search: RecordSearch) => void }) {
  const handlers = useRowHandlers({ record: participant, user: me, search, onSearch }, () => undefined);
  const row = {
    id: 7,
    row_version: 1,
    participant_name: "Ana Cruz",
    region_name: region,
    province_name: province,
  };
  const at = { x: 0, y: 0 };
  const shared = { record: participant, user: me, slots: undefined, row, handlers };
  return <RowMenu {...shared} at={at} onClose={() => undefined} />;
}

test("If a user duplicates a participant in the list of a training, only the form opened from this training contains the copy.", async () => {
  const from = "arbo-training.3";
  const onSearch = vi.fn();
  const list = shown(<Menu search={{ from } as RecordSearch} onSearch={onSearch} />);
  fireEvent.click(screen.getByRole("menuitem", { name: "Duplicate as a new row" }));
  expect(onSearch).toHaveBeenCalledWith({ from, new: 1, edit: undefined });
  list.unmount();
  const elsewhere = form();
  expect(nameField().value).toBe("");
  expect(screen.queryByText(/You have unsaved entries/)).toBeNull();
  elsewhere.view.unmount();
  // The training belongs to a different province than the copied participant.
  const { user } = form(from, { province_name: "Bulacan" });
  await waitFor(() => expect(nameField().value).toBe("Ana Cruz"));
  await user.click(register());
  await waitFor(() => expect(saves).toHaveLength(1));
  const saved = { participant_name: "Ana Cruz", province_name: province, training_id: ["TRN-1"] };
  expect(saves[0]?.rows[0]).toMatchObject(saved);
});

/** Values of the training from which the user enters rows. Every entered row gets these values. */
const ofTraining = { training_id: "TRN-1", region_name: region, province_name: province };
const trainingScreen = {
  route: "ARBO_Training",
  path: "arbo-training",
  noun: { one: "training", many: "trainings" },
};

test("Participants pasted into a training are saved with the training's code.", async () => {
  const onClose = vi.fn();
  shown(
    <PasteModal
      record={participant}
      user={me}
      access={{ ...me, ...me.access }}
      origin={{ screen: trainingScreen as never, title: "Composting", values: ofTraining, row: {} as never }}
      onClose={onClose}
    />,
  );
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole("dialog", { name: "Participants of Composting" }));
  const block = "Ana Cruz\tARB\t1\r\nBen Cruz\tNon-ARB\t2\r\n";
  fireEvent.paste(dialog.getByLabelText("Paste the rows here"), { clipboardData: { getData: () => block } });
  await dialog.findByText(/2\s+rows/);
  await user.selectOptions(dialog.getByLabelText("Field of column B"), "participant_category");
  expect((dialog.getByLabelText("Field of column C") as HTMLSelectElement).value).toBe("");
  await user.click(dialog.getByRole("button", { name: "Check the rows" }));
  await user.click(await dialog.findByRole("button", { name: "Save 2 participants" }));
  await waitFor(() => expect(saves).toHaveLength(1));
  expect(saves[0]?.rows).toEqual([
    { participant_name: "Ana Cruz", participant_category: "ARB", ...ofTraining, training_id: ["TRN-1"] },
    { participant_name: "Ben Cruz", participant_category: "Non-ARB", ...ofTraining, training_id: ["TRN-1"] },
  ]);
  const sentence = await dialog.findByText("Data import completed successfully.");
  expect(sentence.closest("[data-tone]")?.getAttribute("data-tone")).toBe("good");
  expect(dialog.queryByText(/skipped/)).toBeNull();
  await waitFor(() => expect(onClose).toHaveBeenCalled(), { timeout: 4000 });
});

test("The paste dialog says why some of the pasted rows were skipped.", async () => {
  const onClose = vi.fn();
  shown(
    <PasteModal
      record={participant}
      user={me}
      access={{ ...me, ...me.access }}
      origin={{ screen: trainingScreen as never, title: "Composting", values: ofTraining, row: {} as never }}
      onClose={onClose}
    />,
  );
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole("dialog", { name: "Participants of Composting" }));
  const block = [
    "Name of participant\tRegion\tProvince",
    `Ana Cruz\t${region}\t${province}`,
    "Ben Cruz\tRegion I (Ilocos Region)\tPangasinan",
  ].join("\r\n");
  fireEvent.paste(dialog.getByLabelText("Paste the rows here"), { clipboardData: { getData: () => block } });
  await user.click(await dialog.findByRole("button", { name: "Check the rows" }));
  expect(await dialog.findByRole("button", { name: "Save 1 participant" })).toBeDefined();
  expect(dialog.queryByRole("switch", { name: "Read text in number cells as 0" })).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Save 1 participant" }));
  const sentence = await dialog.findByText("Data import completed successfully.");
  expect(sentence.parentElement?.textContent).toContain("1 saved, 1 skipped.");
  expect(sentence.parentElement?.textContent).toContain("1 row belongs to another office.");
  expect(sentence.closest("[data-tone]")?.getAttribute("data-tone")).toBe("warn");
  const last = within(await dialog.findByRole("group", { name: "Last import" }, { timeout: 4000 }));
  expect(onClose).not.toHaveBeenCalled();
  expect(dialog.queryByText("Data import completed successfully.")).toBeNull();
  expect(last.getByText("1 participant saved.")).toBeDefined();
  expect(last.getByText("1 of 2 rows was skipped and is not stored:")).toBeDefined();
  expect(last.getByText("1 row belongs to another office.")).toBeDefined();
  expect(last.getByRole("button", { name: "Download 1 skipped row" })).toBeDefined();
  expect(last.getByRole("link", { name: "See the receipt" })).toBeDefined();
});
