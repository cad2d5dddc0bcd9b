/**
 * The outbox stores rows and files that the user saved in this browser until the server has them. The tests check the
 * order of sending and the changes of an entry. Even if responses are lost, the server must store each entry exactly
 * once.
 */
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { records } from "#shared/records/index.ts";
import { referredIn, removeLeftovers } from "../../web/src/features/waiting/remove-leftovers.ts";
import { repairOf } from "../../web/src/features/waiting/repair.ts";
import type { Row } from "../../web/src/lib/http/api.ts";
import { signedOutEvent } from "../../web/src/lib/http/http.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { clearSession, readSession } from "../../web/src/lib/http/session.ts";
import { offlineDatabase } from "../../web/src/lib/offline/database.ts";
import { NoOfflineKey } from "../../web/src/lib/offline/seal.ts";
import { type Entry, isLocalId, newLocalId, type RowWork } from "../../web/src/lib/outbox/entry.ts";
import {
  entryFlow,
  missingNeed,
  nextToSend,
  oldSent,
  pauseAfter,
  removableSent,
} from "../../web/src/lib/outbox/flow.ts";
import { type KeptFile, keepFile } from "../../web/src/lib/outbox/keep-file.ts";
import { sendEntry } from "../../web/src/lib/outbox/send-entry.ts";
import { sendRow } from "../../web/src/lib/outbox/send-row.ts";
import { startSender } from "../../web/src/lib/outbox/sender.ts";
import { settleSaved } from "../../web/src/lib/outbox/settle.ts";
import {
  changeEntry,
  putEntry,
  putFile,
  readEntries,
  readFile,
  removeEntries,
  removeLostFiles,
  storedFiles,
} from "../../web/src/lib/outbox/store.ts";
import { storeOfflineKey } from "../../web/src/lib/secrets/offline-key.ts";
import { removeOfflineKey } from "../../web/src/lib/secrets/remove-key.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";
import { type Draft, draftsOfScreen } from "../../web/src/records/form/drafts/drafts.ts";
import { writeDraft } from "../../web/src/records/form/drafts/write-draft.ts";
import { keepRow } from "../../web/src/records/form/saving/keep-row.ts";
import { nextUser, person, tokensOf } from "./people.ts";

const me = person("Provincial");
const recordAt = (route: string) => records.find((record) => record.route === route) ?? expect.fail(route);
const masterlist = recordAt("ARBO_Masterlist");
const participants = recordAt("Participants");

/**
 * Failures after which the outbox sends the entry again. `before`, `after`: the connection breaks before or after the
 * row is stored. `portal`, `blocked`, `late`: the network responds instead of the server. `replaced`, `cut`: the
 * network replaces or cuts the response after the row is stored.
 */
const passing = ["before", "after", "portal", "blocked", "late", "replaced", "cut"] as const;
type Failure = (typeof passing)[number] | "refused" | "ended";

const page = (status: number) =>
  new Response("<!doctype html><title>Sign in to the network</title>", { status });

/** A server that identifies rows by import_id, behind a network that may lose or replace requests and responses. */
class Server {
  rows = new Map<number, Record<string, unknown>>();
  /** Id and version of the row that each request stored, by import_id. */
  readonly saves = new Map<string, { id: number; row_version: number }>();
  /** Failures of the next requests, in order; null: the request succeeds. */
  failures: (Failure | null)[] = [];

  readonly fetch = async (path: string, init?: RequestInit): Promise<Response> => {
    if (!path.includes("/update")) return Response.json({ status: "success", data: [], total: 0 });
    const failure = this.failures.shift() ?? null;
    if (failure === "before") throw new TypeError("Failed to fetch");
    if (failure === "portal") return page(200);
    if (failure === "blocked") return page(403);
    if (failure === "late") return page(408);
    if (failure === "ended")
      return Response.json({ status: "error", message: "Sign in.", details: [] }, { status: 401 });
    if (failure === "refused")
      return Response.json({ status: "error", message: "No.", details: [] }, { status: 403 });
    const [input] = JSON.parse(String(init?.body)) as [Record<string, unknown>];
    const row = this.store(String(new URL(path, "http://x").searchParams.get("import_id")), input);
    if (failure === "after") throw new TypeError("Failed to fetch");
    if (failure === "replaced") return page(200);
    if (failure === "cut") return new Response('{"status":"success","data":[{"id":');
    if (row === "gone") return Response.json({ status: "success", data: [] });
    if (row === null)
      return Response.json(
        { status: "error", message: "Changed.", details: [{ current: this.rows.get(Number(input.id)) }] },
        { status: 409 },
      );
    return Response.json({ status: "success", data: [row] });
  };

  private store(importId: string, { save_anyway: _anyway, ...input }: Record<string, unknown>) {
    const known = this.saves.get(importId);
    // Like the API, answers a repeated request with the present values and the version that the first request created.
    if (known !== undefined)
      return this.rows.has(known.id) ? { ...this.rows.get(known.id), ...known } : "gone";
    const id = typeof input.id === "number" ? input.id : this.rows.size + 1;
    const before = this.rows.get(id);
    if (before && before.row_version !== input.row_version) return null;
    const row_version = Number(before?.row_version ?? 0) + 1;
    const row = { ...before, ...input, id, row_version };
    this.rows.set(id, row);
    this.saves.set(importId, { id, row_version });
    return row;
  }
}

let server: Server;

beforeEach(() => {
  server = new Server();
  writeSession({ access_token: "a", refresh_token: "r", expires_at: Date.now() / 1000 + 3600 });
  vi.stubGlobal("fetch", server.fetch);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  queryClient.clear();
  const database = await offlineDatabase();
  await Promise.all([database.clear("entries"), database.clear("files")]);
});

const keepNew = (record: typeof masterlist, values: Record<string, string | number | null>, entry?: Entry) =>
  keepRow({
    ...{ record, user: me, base: null, start: {}, values, input: values },
    ...{ tried: entry?.work.kind === "row" ? entry.work.tried : null, entry },
  });

const all = () => readEntries(me.id);
const entryOf = async (id: string): Promise<Entry> =>
  (await all()).find((entry) => entry.id === id) ?? expect.fail(id);
const only = async (): Promise<Entry> => (await all())[0] ?? expect.fail("No entry.");

/** Sends waiting entries, as the outbox's sender does, until none can be sent. */
async function sendAll(): Promise<void> {
  for (let round = 0; round < 100; round++) {
    const entries = await all();
    const { entry } = nextToSend(entries, Number.MAX_SAFE_INTEGER);
    if (!entry) return;
    await sendEntry(entry, entries);
  }
  expect.fail("Sending does not end.");
}

test("An outbox entry can be read only with the key of its user.", async () => {
  await keepNew(masterlist, { arbo_name: "Sampaguita Growers" });
  const [raw] = await (await offlineDatabase()).getAll("entries");
  expect(new TextDecoder().decode(raw?.sealed)).not.toContain("Sampaguita");
  removeOfflineKey();
  expect(await all()).toEqual([]);
  await expect(keepNew(masterlist, { arbo_name: "Rosal" })).rejects.toThrow(NoOfflineKey);
  storeOfflineKey(me.id, btoa("k".repeat(32)));
  expect((await only()).title).toBe("Sampaguita Growers");
});

test("The app reloads its reports after the outbox has sent rows.", async () => {
  const board = ["charts", "main-dashboard", {}];
  queryClient.setQueryData(board, {});
  await keepNew(masterlist, { arbo_name: "Sampaguita Growers" });
  await keepNew(masterlist, { arbo_name: "Rosal" });
  expect(queryClient.getQueryState(board)?.isInvalidated).toBe(false);
  const stop = startSender(me.id);
  await expect.poll(() => queryClient.getQueryState(board)?.isInvalidated).toBe(true);
  stop();
  expect((await all()).map(({ state }) => state)).toEqual(["sent", "sent"]);
});

test("If a row refers to an ARBO that is still in the outbox, the outbox sends the ARBO first.", async () => {
  await keepNew(masterlist, { arbo_name: "Rosal", arbo_id: "A-1" });
  const { localId } = await only();
  await keepNew(participants, { participant_name: "Ana", arboPrimaryKey: localId });
  await keepNew(participants, { participant_name: "Ben", arbo_id: "A-1" });
  const [first, second, third] = await all();
  expect(second?.needs).toEqual([{ entryId: first?.id, field: "arboPrimaryKey" }]);
  expect(third?.needs).toEqual([{ entryId: first?.id, field: null }]);
  server.failures = ["refused"];
  await sendAll();
  expect((await all()).map(({ state }) => state)).toEqual(["refused", "waiting", "waiting"]);
  await putEntry(entryFlow(await only(), { type: "again" }));
  await sendAll();
  expect([...server.rows.values()].map((row) => row.participant_name ?? row.arbo_name)).toEqual([
    "Rosal",
    "Ana",
    "Ben",
  ]);
  expect(server.rows.get(2)?.arboPrimaryKey).toBe(1);
});

test("The outbox combines two unsent changes of a row into one entry.", async () => {
  const base = { id: 7, row_version: 3, arbo_name: "Rosal", remarks: null } as unknown as Row;
  const kept = { record: masterlist, user: me, base, tried: null };
  const start = { arbo_name: "Rosal", arbo_id: null };
  await keepRow({
    ...kept,
    start,
    values: { arbo_name: "Rosal 2", arbo_id: null },
    input: { id: 7, row_version: 3, arbo_name: "Rosal 2" },
  });
  await keepRow({
    ...kept,
    start,
    values: { arbo_name: "Rosal", arbo_id: "A" },
    input: { id: 7, row_version: 3, arbo_id: "A" },
  });
  expect(await all()).toHaveLength(1);
  expect((await only()).work).toMatchObject({
    values: { arbo_name: "Rosal 2", arbo_id: "A" },
    input: { id: 7, row_version: 3, arbo_name: "Rosal 2", arbo_id: "A" },
  });
});

test("If a user changes a row while the outbox is sending the row, the second change becomes a separate entry.", async () => {
  const busy = new Set<string>();
  const request = async (name: string, _options: unknown, work: (lock: object | null) => unknown) =>
    work(busy.has(name) ? null : {});
  vi.stubGlobal("navigator", { ...navigator, locks: { request } });
  const base = { id: 7, row_version: 3, arbo_name: "Rosal", remarks: null } as unknown as Row;
  const kept = { record: masterlist, user: me, base, tried: null, start: { remarks: null } };
  await keepRow({ ...kept, values: { remarks: "A" }, input: { id: 7, row_version: 3, remarks: "A" } });
  const first = await only();
  busy.add(`arbo.entry.${first.id}`);
  await keepRow({ ...kept, values: { remarks: "B" }, input: { id: 7, row_version: 3, remarks: "B" } });
  await putEntry(entryFlow(first, { type: "stored", rowId: 7 }));
  expect((await all()).map(({ state, work }) => [state, (work as RowWork).values?.remarks])).toEqual([
    ["sent", undefined],
    ["waiting", "B"],
  ]);
});

/** The stored row 7, as the user saw it. */
const rosal = { id: 7, row_version: 3, arbo_name: "Rosal", remarks: null, coc_cgs_attachment_link: null };
const link = "/homepage/files/00000000-0000-4000-8000-000000000001";

/** Keeps a change of the stored row 7. */
const keepChange = (values: Record<string, string | null>) =>
  keepRow({
    ...{ record: masterlist, user: me, base: rosal as unknown as Row, tried: null },
    start: { arbo_name: "Rosal", remarks: null },
    values: { arbo_name: "Rosal", remarks: null, ...values },
    input: { id: 7, row_version: 3, ...values },
  });

test.each([
  ["saves a change of a row that has since got a file", { coc_cgs_attachment_link: link }, "sent", "mine"],
  ["refuses a change of a row that another user has changed", { remarks: "theirs" }, "refused", "theirs"],
])("The outbox %s.", async (_, changed, state, remarks) => {
  await keepChange({ remarks: "mine" });
  server.rows.set(7, { ...rosal, ...changed, row_version: 4 });
  await sendAll();
  expect((await only()).state).toBe(state);
  expect(server.rows.get(7)).toMatchObject({ ...changed, remarks });
});

/** Stores two changes of row 7 in the outbox, the second one while the first is being sent. Returns the first entry. */
async function keepTwoChanges(): Promise<Entry> {
  await keepChange({ remarks: "A" });
  const first = await only();
  const request = async (name: string, _options: unknown, work: (lock: object | null) => unknown) =>
    work(name === `arbo.entry.${first.id}` ? null : {});
  vi.stubGlobal("navigator", { ...navigator, locks: { request } });
  await keepChange({ arbo_name: "Rosal 2" });
  server.rows.set(7, { ...rosal });
  return first;
}

test("If a user changes a row twice before the outbox sends it, the two changes don't conflict with each other.", async () => {
  for (const file of [null, link]) {
    const first = await keepTwoChanges();
    server.rows.set(7, { ...rosal, coc_cgs_attachment_link: file, row_version: file ? 4 : 3 });
    server.failures = ["late"];
    await sendEntry(first, await all());
    const [earlier, later] = (await all()) as [Entry, Entry];
    expect(missingNeed(later, [earlier, later])?.id).toBe(first.id);
    expect(nextToSend([earlier, later], Date.now()).entry).toBeNull();
    await sendAll();
    expect((await all()).map(({ state }) => state)).toEqual(["sent", "sent"]);
    expect(server.rows.get(7)).toMatchObject({ remarks: "A", arbo_name: "Rosal 2" });
    await removeEntries((await all()).map(({ id }) => id));
    server.saves.clear();
    vi.unstubAllGlobals();
    vi.stubGlobal("fetch", server.fetch);
  }
});

test("The outbox doesn't overwrite another user's change of the same row.", async () => {
  const first = await keepTwoChanges();
  server.failures = ["after"];
  await sendEntry(first, await all());
  server.rows.set(7, { ...server.rows.get(7), arbo_name: "Theirs", row_version: 5 });
  await sendAll();
  expect((await all()).map(({ state }) => state)).toEqual(["sent", "refused"]);
  expect(server.rows.get(7)?.arbo_name).toBe("Theirs");
});

test("If the form repeats a save whose response was lost, the outbox still doesn't overwrite another user's later change.", async () => {
  const first = await keepTwoChanges();
  server.failures = ["after"];
  await sendEntry(first, await all());
  server.rows.set(7, { ...server.rows.get(7), arbo_name: "Theirs", row_version: 5 });
  const lost = await entryOf(first.id);
  const { base, input, tried } = lost.work as RowWork;
  const send = { path: masterlist.path, input, base, tried };
  const stored = await sendRow({ ...send, onTry: () => undefined, onExists: () => undefined });
  await settleSaved(lost, base, stored);
  await sendAll();
  expect((await all()).map(({ state }) => state)).toEqual(["sent", "refused"]);
  expect(server.rows.get(7)).toMatchObject({ remarks: "A", arbo_name: "Theirs" });
});

test("If a user edits a change whose response was lost, the outbox still saves the row's next change without a conflict.", async () => {
  const first = await keepTwoChanges();
  server.failures = ["after"];
  await sendEntry(first, await all());
  const lost = await entryOf(first.id);
  const { base, start, tried } = lost.work as RowWork;
  await keepRow({
    ...{ record: masterlist, user: me, base, start, tried, entry: lost },
    ...{ values: { remarks: "B" }, input: { id: 7, row_version: 3, remarks: "B" } },
  });
  await sendAll();
  expect((await all()).map(({ state }) => state)).toEqual(["sent", "sent"]);
  expect(server.rows.get(7)).toMatchObject({ remarks: "B", arbo_name: "Rosal 2" });
});

test("If the outbox saves a change despite a duplicate warning, it also saves the row's next change without a conflict.", async () => {
  const kept = await keepTwoChanges();
  const work = kept.work as RowWork;
  const first = { ...kept, work: { ...work, input: { ...work.input, save_anyway: true } } };
  await putEntry(first);
  server.failures = ["after"];
  await sendEntry(first, await all());
  await sendEntry(await entryOf(first.id), await all());
  server.rows.set(7, { ...server.rows.get(7), coc_cgs_attachment_link: link, row_version: 5 });
  await sendAll();
  expect((await all()).map(({ state }) => state)).toEqual(["sent", "sent"]);
  expect(server.rows.get(7)).toMatchObject({ remarks: "A", arbo_name: "Rosal 2" });
});

test("If a user corrects a refused change of a row in the form, the outbox then saves the row's next change.", async () => {
  const first = await keepTwoChanges();
  await changeEntry(me.id, first.id, (entry) => ({ ...entry, state: "refused" }));
  const stored = { ...rosal, remarks: "B", row_version: 4 };
  server.rows.set(7, stored);
  await settleSaved(first, rosal as unknown as Row, stored as unknown as Row);
  await sendAll();
  expect(server.rows.get(7)).toMatchObject({ remarks: "B", arbo_name: "Rosal 2" });
});

test("The outbox sends a refused photo again as a new upload.", async () => {
  await keepFile(me.id, { ...photoOf("one", 7, new Blob(["content"])), fields: { upload_id: "one" } });
  const details = [{ index: 0, field: "upload_id", message: "Deleted." }];
  const problem = { status: 409, message: "Deleted.", details };
  const repair = repairOf(entryFlow(await only(), { type: "refused", problem }));
  expect(repair?.label).toBe("Send again");
  const fields = repair?.work.kind === "file" ? repair.work.fields : {};
  expect(fields).toMatchObject({ owner_id: "7", upload_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});

test("If the response to a new row was lost and the user edits the row, the server stores no second row.", async () => {
  await keepNew(masterlist, { arbo_name: "Rosal" });
  server.failures = ["after"];
  const [entry] = await all();
  await sendEntry(entry as Entry, []);
  await keepNew(masterlist, { arbo_name: "Rosal of the hill" }, await only());
  await sendAll();
  expect([...server.rows.values()]).toEqual([{ id: 1, row_version: 2, arbo_name: "Rosal of the hill" }]);
});

for (const failure of passing)
  test(`After a failed attempt (${failure}), the app sends the outbox entry again with the same import_id.`, async () => {
    await keepNew(masterlist, { arbo_name: "Rosal" });
    server.failures = [failure];
    expect(await sendEntry(await only(), [])).toBe("lost");
    const { state, work } = await only();
    expect(state).toBe("waiting");
    await sendAll();
    expect(server.rows.size).toBe(1);
    expect([...server.saves.keys()]).toEqual([(work as RowWork).tried?.import_id]);
  });

test("If the server refuses the edit of a new row and the outbox sends it again, the server stores no second row.", async () => {
  await keepNew(masterlist, { arbo_name: "Rosal" });
  server.failures = ["after", null, "refused"];
  await sendEntry(await only(), []);
  await keepNew(masterlist, { arbo_name: "Rosal 2" }, await only());
  await sendEntry(await only(), []);
  const refused = await only();
  expect(refused.state).toBe("refused");
  expect((refused.work as RowWork).base?.id).toBe(1);
  await putEntry(entryFlow(refused, { type: "again" }));
  await sendAll();
  expect(server.rows.size).toBe(1);
});

test("A new row is stored once even if the response is lost and the session ends.", async () => {
  await keepNew(masterlist, { arbo_name: "Rosal" });
  server.failures = ["after"];
  await sendEntry(await only(), []);
  await keepNew(masterlist, { arbo_name: "Rosal 2" }, await only());
  // Without a session, the app can't renew its tokens.
  clearSession();
  storeOfflineKey(me.id, btoa("k".repeat(32)));
  server.failures = ["ended"];
  expect(await sendEntry(await only(), [])).toBe("stopped");
  await sendAll();
  expect([...server.rows.values()]).toEqual([{ id: 1, row_version: 2, arbo_name: "Rosal 2" }]);
});

test("A new row whose first response was lost is stored only once.", async () => {
  await keepNew(masterlist, { arbo_name: "Rosal" });
  server.failures = ["after", "refused"];
  await sendEntry(await only(), []);
  await sendEntry(await only(), []);
  expect(await only()).toMatchObject({ state: "refused", problem: { status: 403 } });
  await putEntry(entryFlow(await only(), { type: "again" }));
  await sendAll();
  expect(server.rows.size).toBe(1);
});

test("If the response to a new row was lost, the user's later edit doesn't overwrite another user's correction.", async () => {
  await keepNew(masterlist, { arbo_name: "Rosal", remarks: "A" });
  server.failures = ["after"];
  await sendEntry(await only(), []);
  server.rows.set(1, { id: 1, row_version: 2, arbo_name: "Rosal", remarks: "Corrected" });
  await keepNew(masterlist, { arbo_name: "Rosal 2", remarks: "A" }, await only());
  await sendAll();
  const { state, problem, work } = await only();
  expect([state, problem?.status]).toEqual(["refused", 409]);
  // The form compares the correction with the values that the first request stored.
  expect((work as RowWork).base).toMatchObject({ id: 1, row_version: 1, remarks: "A" });
  expect(server.rows.get(1)).toMatchObject({ row_version: 2, arbo_name: "Rosal", remarks: "Corrected" });
});

for (const name of ["Rosal", "Rosal 2"])
  test(`If the response to a new row was lost and the row was deleted, the outbox does not add it again (${name}).`, async () => {
    await keepNew(masterlist, { arbo_name: "Rosal" });
    server.failures = ["after"];
    await sendEntry(await only(), []);
    server.rows.clear();
    await keepNew(masterlist, { arbo_name: name }, await only());
    await sendAll();
    const { state, problem } = await only();
    expect([state, problem?.message]).toEqual([
      "refused",
      expect.stringContaining("deleted or moved to another office since"),
    ]);
    expect(server.rows.size).toBe(0);
    // The user decides to add the row again.
    await putEntry(entryFlow(await only(), { type: "again" }));
    await sendAll();
    expect([...server.rows.values()].map((row) => row.arbo_name)).toEqual([name]);
  });

test("If the browser's storage is full, the outbox does not send a refused entry again.", async () => {
  await keepNew(masterlist, { arbo_name: "Rosal" });
  const first = await only();
  server.failures = [null];
  await putEntry(entryFlow({ ...first, state: "refused" }, { type: "again" }));
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  expect(await sendEntry(await only(), [])).toBe("unrecorded");
  expect(server.rows.size).toBe(0);
  // The entry stores the import_id of its first attempt, so that the server can recognize a repeat.
  expect(await sendEntry(first, [])).toBe("stored");
  expect(server.rows.size).toBe(1);
});

test("If two tabs save the same draft unchanged, only one row is stored.", async () => {
  const values = { arbo_name: "Rosal" };
  const draft = { record: masterlist, user: me, base: null, start: {}, values, input: values, id: "draft-1" };
  const send = { path: masterlist.path, input: values, base: null, tried: null, importId: "draft-1" };
  await sendRow({ ...send, onTry: () => undefined, onExists: () => undefined });
  await keepRow({ ...draft, tried: null });
  await sendAll();
  expect(server.rows.size).toBe(1);
  // The second tab saves the same draft with other values. These values become a separate row.
  await keepRow({ ...draft, input: { arbo_name: "Ilang" }, values: { arbo_name: "Ilang" }, tried: null });
  await sendAll();
  expect([...server.rows.values()].map((row) => row.arbo_name)).toEqual(["Rosal", "Ilang"]);
});

test("If a draft's row is already stored, saving the restored draft doesn't overwrite another user's change.", async () => {
  const send = { path: masterlist.path, base: null, importId: "draft-1", onExists: () => undefined };
  let tried: RowWork["tried"] = null;
  const onTry = (attempt: RowWork["tried"]) => {
    tried = attempt;
  };
  const save = (arbo_name: string) => sendRow({ ...send, input: { arbo_name }, tried, onTry });
  server.failures = ["after", null, "before"];
  await expect(save("Rosal")).rejects.toThrow();
  await expect(save("Rosal 2")).rejects.toThrow();
  server.rows.set(1, { ...server.rows.get(1), remarks: "theirs", row_version: 2 });
  // The page was closed. The restored draft has the last request, but not the row that the first request stored.
  const values = { arbo_name: "Rosal 2" };
  const draft = { record: masterlist, user: me, base: null, start: {}, values, input: values, id: "draft-1" };
  await keepRow({ ...draft, tried });
  await sendAll();
  expect(await only()).toMatchObject({ state: "refused", problem: { status: 409 } });
  expect([...server.rows.values()]).toEqual([
    { id: 1, row_version: 2, arbo_name: "Rosal", remarks: "theirs" },
  ]);
});

test("Each outbox entry is stored exactly once, even after random failures.", async () => {
  const failure = fc.constantFrom(...passing, ...passing.map(() => null));
  const act = fc.oneof(
    fc.record({ act: fc.constant("add" as const), failures: fc.array(failure, { maxLength: 2 }) }),
    fc.record({ act: fc.constant("edit" as const), failures: fc.array(failure, { maxLength: 3 }) }),
    fc.record({ act: fc.constant("send" as const), failures: fc.array(failure, { maxLength: 3 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      server.rows.clear();
      server.saves.clear();
      await removeEntries((await all()).map(({ id }) => id));
      const wanted = new Map<string, string>();
      for (const [number, { act: what, failures }] of acts.entries()) {
        server.failures = [...failures];
        const unsent = (await all()).find(({ state }) => state !== "sent");
        if (what === "add") await keepNew(masterlist, { arbo_name: `Row ${number}` });
        if (what === "edit" && unsent) {
          await keepNew(masterlist, { arbo_name: `Edited ${number}` }, unsent);
          wanted.set(unsent.id, `Edited ${number}`);
        }
        const entries = await all();
        for (const { id, title } of entries) if (!wanted.has(id)) wanted.set(id, title);
        const { entry } = nextToSend(entries, Number.MAX_SAFE_INTEGER);
        if (entry) await sendEntry(entry, entries);
      }
      server.failures = [];
      await sendAll();
      const names = [...server.rows.values()].map(({ arbo_name }) => String(arbo_name)).sort();
      expect(names).toEqual([...wanted.values()].sort());
    }),
    { numRuns: 60 },
  );
});

const photoType = { route: "Form11Geotag", path: "form11-geotag", noun: { one: "photo" } };
const photoOf = (uploadId: string, row: number, content?: Blob): KeptFile => ({
  ...{ uploadId, recordType: photoType, fileName: "a.jpg", fields: {} },
  owner: { field: "owner_id", id: row },
  content: content && { file: content, thumbnail: null },
});

test("The app removes stored files that belong to no outbox entry and no draft.", async () => {
  const file = new Blob(["content"]);
  await keepFile(me.id, photoOf("of-entry", 7, file));
  for (const id of ["of-draft", "lost"]) await putFile(me.id, id, { file, thumbnail: null });
  await removeLostFiles("another-user", new Set());
  expect((await storedFiles(me.id)).size).toBe(3);
  await removeLostFiles(me.id, new Set(["of-draft"]));
  expect([...(await storedFiles(me.id))].sort()).toEqual(["of-draft", "of-entry"]);
});

test("The outbox asks the user to choose a draft's missing file again.", async () => {
  await putFile(me.id, "stored", { file: new Blob(["content"]), thumbnail: null });
  await expect(keepFile(me.id, photoOf("missing", 7))).rejects.toThrow(
    "a.jpg is no longer stored on this computer. Choose it again.",
  );
  expect(await all()).toEqual([]);
  await keepFile(me.id, photoOf("stored", 7));
  expect(await (await readFile(me.id, "stored"))?.file.text()).toBe("content");
});

test("If a user saves two rows from one draft with a file, each row gets its own copy of the file.", async () => {
  await putFile(me.id, "stored", { file: new Blob(["content"]), thumbnail: null });
  for (const row of [7, 8, 7]) await keepFile(me.id, photoOf("stored", row));
  const entries = await all();
  expect(entries.map(({ work }) => work.kind === "file" && work.fields.owner_id)).toEqual(["7", "8"]);
  for (const { id } of entries) expect(await (await readFile(me.id, id))?.file.text()).toBe("content");
  expect(entries.map(({ work }) => work.kind === "file" && work.fields.keep_duplicate)).toEqual([
    undefined,
    "Yes",
  ]);
});

test("The outbox keeps only one entry for a file that was saved twice.", async () => {
  await keepNew(masterlist, { arbo_name: "Rosal" });
  const { localId, id } = await only();
  await keepFile(me.id, photoOf("one", Number(localId), new Blob(["content"])));
  await changeEntry(me.id, id, (entry) => ({ ...entry, state: "sent", rowId: 7 }));
  await keepFile(me.id, photoOf("one", 7));
  expect((await all()).filter(({ work }) => work.kind === "file")).toHaveLength(1);
});

test("If a file belongs to a row in the outbox, the outbox sends the row before the file.", async () => {
  await keepNew(masterlist, { arbo_name: "Rosal" });
  const { localId, id } = await only();
  const file = new Blob([new Uint8Array([1, 2, 3])]);
  await keepFile(me.id, photoOf("upload-1", Number(localId), file));
  expect((await all())[1]?.needs).toEqual([{ entryId: id, field: "owner_id" }]);
  const read = await readFile(me.id, "upload-1");
  expect([...new Uint8Array((await read?.file.arrayBuffer()) ?? new ArrayBuffer())]).toEqual([1, 2, 3]);
  const undo = await removeEntries(["upload-1"]);
  expect(await readFile(me.id, "upload-1")).toBeNull();
  await undo();
  expect(await readFile(me.id, "upload-1")).not.toBeNull();
});

test("If the outbox stops while it is sending a new row, the row is stored only once.", async () => {
  await keepNew(masterlist, { arbo_name: "Rosal" });
  const aborted = vi.fn();
  let isSending = false;
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (!path.includes("/update")) return server.fetch(path, init);
    isSending = true;
    return new Promise((_, reject) => {
      init?.signal?.addEventListener("abort", () => {
        aborted();
        reject(new DOMException("Aborted", "AbortError"));
      });
    });
  });
  const stop = startSender(me.id);
  await vi.waitFor(() => expect(isSending).toBe(true));
  stop();
  expect(aborted).toHaveBeenCalledOnce();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await only()).toMatchObject({ state: "sending", problem: null, failures: 0 });
  vi.stubGlobal("fetch", server.fetch);
  const stopNext = startSender(me.id);
  await vi.waitFor(async () => expect((await only()).state).toBe("sent"));
  stopNext();
  expect(server.rows.size).toBe(1);
});

/** Mocked upload. The test sets its response. `sent` lists all uploads, each with its access token. */
class Upload extends EventTarget {
  static sent: Upload[] = [];
  readonly upload = new EventTarget();
  status = 0;
  responseText = "";
  token = "";
  isAborted = false;
  open() {}
  setRequestHeader(name: string, value: string) {
    if (name === "authorization") this.token = value.slice("Bearer ".length);
  }
  send() {
    Upload.sent.push(this);
  }
  abort() {
    this.isAborted = true;
    this.dispatchEvent(new Event("abort"));
  }
  respond(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.dispatchEvent(new Event("load"));
  }
}

/** Starts to send a photo of the outbox, and waits until the upload has begun. */
async function startUpload() {
  Upload.sent = [];
  vi.stubGlobal("XMLHttpRequest", Upload);
  writeSession(tokensOf(me.id));
  await keepFile(me.id, photoOf("photo", 7, new Blob(["content"])));
  const stop = startSender(me.id);
  await vi.waitFor(() => expect(Upload.sent).toHaveLength(1));
  return { stop, upload: Upload.sent[0] as Upload };
}

test("If the outbox stops while it uploads a photo, the upload is aborted.", async () => {
  const { stop, upload } = await startUpload();
  stop();
  expect(upload.isAborted).toBe(true);
});

test("If another user signs in and the server rejects the first user's photo, the app does not send the photo again.", async () => {
  const signedOut = vi.fn();
  window.addEventListener(signedOutEvent, signedOut);
  const { stop, upload } = await startUpload();
  const theirs = tokensOf(nextUser);
  writeSession(theirs);
  upload.respond(401, { status: "error", message: "Sign in.", details: [] });
  await vi.waitFor(async () => expect((await only()).state).toBe("waiting"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  stop();
  window.removeEventListener(signedOutEvent, signedOut);
  expect(Upload.sent).toHaveLength(1);
  expect(readSession()).toEqual(theirs);
  expect(signedOut).not.toHaveBeenCalled();
});

test("The outbox doubles its pause after each failed attempt, up to five minutes.", async () => {
  expect([1, 2, 3, 20].map(pauseAfter)).toEqual([2000, 4000, 8000, 300_000]);
  await keepNew(masterlist, { arbo_name: "Rosal" });
  const entry = await only();
  const problem = (status: number) => ({ status, message: "No.", details: [] });
  const lost = (status: number) => entryFlow(entry, { type: "lost", problem: problem(status), now: 1000 });
  expect(nextToSend([lost(0)], 1000).entry).not.toBeNull();
  expect(nextToSend([lost(500)], 1000)).toEqual({ entry: null, at: 3000 });
  expect(nextToSend([entryFlow(entry, { type: "refused", problem: problem(403) })], 1e9).entry).toBeNull();
});

test("The outbox removes a sent entry after seven days unless another entry still needs it.", async () => {
  await keepNew(masterlist, { arbo_name: "Rosal" });
  const entry = entryFlow(await only(), { type: "stored", rowId: 1 });
  const later = (days: number) => entry.at + days * 24 * 3600_000;
  const none = referredIn([]);
  expect(oldSent([entry], none, later(6))).toEqual([]);
  expect(oldSent([entry], none, later(8))).toEqual([entry]);
  const referring = { ...entry, id: "other", state: "waiting" as const };
  const needing = { ...referring, needs: [{ entryId: entry.id, field: null }] };
  expect(oldSent([entry, needing], none, later(8))).toEqual([]);
});

test("The outbox keeps a sent ARBO while a draft refers to it, and removes it after the draft.", async () => {
  await keepNew(masterlist, { arbo_name: "Rosal" });
  const arbo = await only();
  const weekAgo = Date.now() - 8 * 24 * 3600_000;
  await putEntry({ ...entryFlow(arbo, { type: "stored", rowId: 1 }), at: weekAgo });
  const write = (draft: Draft | null) => writeDraft(me, participants, { id: null }, "draft", draft);
  write({ values: { arboPrimaryKey: arbo.localId }, base: {}, at: 1, row_version: null });
  await removeLeftovers(me, [participants]);
  expect(await all()).toHaveLength(1);
  expect(removableSent(await all(), referredIn(draftsOfScreen(me, participants)))).toEqual([]);
  write(null);
  await removeLeftovers(me, [participants]);
  expect(await all()).toEqual([]);
});

test("A row that refers to a removed ARBO of the outbox is refused, and its local id is not sent.", async () => {
  await keepNew(masterlist, { arbo_name: "Rosal" });
  const arbo = await only();
  const values = { participant_name: "Ana", arboPrimaryKey: arbo.localId };
  await keepNew(participants, values);
  await removeEntries([arbo.id]);
  await expect(keepNew(participants, { ...values, participant_name: "Ben" })).rejects.toMatchObject({
    details: [{ field: "arboPrimaryKey", message: expect.stringContaining("Choose the ARBO again.") }],
  });
  await sendAll();
  expect(server.rows.size).toBe(0);
  expect((await all()).map(({ state, problem }) => [state, problem?.details[0]?.field])).toEqual([
    ["refused", "arboPrimaryKey"],
  ]);
});

test('The button "Send now" does not send a sent outbox entry again.', async () => {
  await keepNew(masterlist, { arbo_name: "Rosal" });
  const stored = entryFlow(await only(), { type: "stored", rowId: 1 });
  expect(entryFlow(stored, { type: "again" })).toEqual(stored);
});

test("The temporary ID of a row in the outbox is never equal to an ID from the server.", () => {
  fc.assert(fc.property(fc.constant(null), () => isLocalId(newLocalId()) && newLocalId() <= 2_147_483_647));
  expect(isLocalId(1_999_999_999)).toBe(false);
});
