/**
 * Files chosen for a new row. The draft contains the files. After the row is stored, the form puts them into the
 * outbox.
 */
import { beforeEach, expect, test, vi } from "vitest";
import { offlineDatabase } from "../../web/src/lib/offline/database.ts";
import { newLocalId } from "../../web/src/lib/outbox/entry.ts";
import { putEntry, readEntries, readFile, storedFiles } from "../../web/src/lib/outbox/store.ts";
import { storeOfflineKey } from "../../web/src/lib/secrets/offline-key.ts";
import type { FormFilesPart } from "../../web/src/records/common/slots.ts";
import { FormFiles } from "../../web/src/records/form/fields/form-files.ts";

const userId = "00000000-0000-4000-8000-000000000001";

beforeEach(async () => {
  localStorage.clear();
  storeOfflineKey(userId, btoa("k".repeat(32)));
  const database = await offlineDatabase();
  for (const store of ["entries", "files"] as const) await database.clear(store);
});

const part = (uploadIds: readonly string[], problem: string | null = null): FormFilesPart => ({
  recordType: { route: "Attachments", path: "attachments", noun: { one: "attachment" } },
  idField: "record_id",
  files: uploadIds.map((uploadId) => ({
    ...{ uploadId, name: `${uploadId}.pdf`, mimeType: "application/pdf", lastModified: 1 },
    ...{ place: null, outsideConfirmed: false, fields: { field: "uploadFile" } },
  })),
  problem,
});
const contents = (...uploadIds: string[]) =>
  new Map(uploadIds.map((uploadId) => [uploadId, { file: new Blob([uploadId]), thumbnail: null }] as const));
const stored = async () => [...(await storedFiles(userId))].sort();

/**
 * Returns the title and the request field `record_id` of each outbox entry for a file. `record_id` identifies the
 * file's row.
 */
const waiting = async () =>
  (await readEntries(userId)).flatMap(({ title, work }) =>
    work.kind === "file" ? [[title, work.fields.record_id]] : [],
  );

test("If a user chooses a file, the draft includes the file before the browser has stored its contents.", async () => {
  const keep = vi.fn();
  const files = new FormFiles(userId, keep);
  files.set("uploadFile", part(["one", "two"]), contents("one"));
  expect(keep).toHaveBeenCalledTimes(1);
  expect(files.current()).toEqual({ uploadFile: part(["one", "two"]) });
  await vi.waitFor(async () => expect(await stored()).toEqual(["one"]));
  files.set("uploadFile", part([]), contents());
  expect(files.current()).toBeUndefined();
});

test("After a new row is stored, the form puts the row's chosen files into the outbox.", async () => {
  const files = new FormFiles(userId, () => undefined);
  files.set("uploadFile", part(["one"]), contents("one"));
  files.set("photos", part(["two"]), contents("two"));
  expect(await files.save(7)).toEqual([]);
  expect(await waiting()).toEqual([
    ["one.pdf", "7"],
    ["two.pdf", "7"],
  ]);
  expect(await (await readFile(userId, "two"))?.file.text()).toBe("two");
  expect(files.current()).toBeUndefined();
});

test("The form puts the files of a restored draft into the outbox.", async () => {
  const before = new FormFiles(userId, () => undefined);
  before.set("uploadFile", part(["one"]), contents("one"));
  await vi.waitFor(async () => expect(await stored()).toEqual(["one"]));

  const files = new FormFiles(userId, () => undefined);
  files.restore(JSON.parse(JSON.stringify(before.current())));
  const localId = newLocalId();
  await putEntry({
    ...{ id: "row", userId, at: 1, route: "r", path: "p", noun: "n", title: "t", needs: [], localId },
    work: { kind: "row", base: null, start: {}, values: {}, input: {}, tried: null },
    ...{ state: "waiting", problem: null, failures: 0, nextAt: 0, rowId: null },
  });
  expect(await files.save(localId)).toEqual([]);
  const [entry] = (await readEntries(userId)).filter(({ id }) => id === "one");
  expect(entry?.needs).toEqual([{ entryId: "row", field: "record_id" }]);
});

test("If the browser has lost the contents of a chosen file, the form names this file when the user saves.", async () => {
  const files = new FormFiles(userId, () => undefined);
  files.set("uploadFile", part(["gone", "one"]), contents("one"));
  expect(await files.save(7)).toEqual(["gone.pdf"]);
  expect(await waiting()).toEqual([["one.pdf", "7"]]);
});

test("If a user restores another draft while the browser is storing chosen files, the browser still stores all of them.", async () => {
  const files = new FormFiles(userId, () => undefined);
  files.set("photos", part(["one", "two"]), contents("one", "two"));
  files.restore(undefined);
  await vi.waitFor(async () => expect(await stored()).toEqual(["one", "two"]));
});

test("If a user restores a draft without files, the form removes the files that were chosen before.", () => {
  const files = new FormFiles(userId, () => undefined);
  files.set("photos", part(["one"]), contents("one"));
  const [version, listener] = [files.restored(), vi.fn()];
  files.subscribe(listener);
  files.restore(undefined);
  expect(files.current()).toBeUndefined();
  expect(files.restored()).not.toBe(version);
  expect(listener).toHaveBeenCalledTimes(1);
});

test("When a user chooses a file, the browser can store its contents before the form lists the file.", async () => {
  const files = new FormFiles(userId, () => undefined);
  files.keepContents(contents("one"));
  await vi.waitFor(async () => expect(await stored()).toEqual(["one"]));
  expect(files.current()).toBeUndefined();
});

test("The form reports why a chosen file can't be saved.", () => {
  const files = new FormFiles(userId, () => undefined);
  files.set("photos", part(["one"]), contents());
  expect(files.problem()).toBeNull();
  files.set("uploadFile", part([], "Remove the file."), contents());
  expect(files.problem()).toBe("Remove the file.");
  expect(files.names()).toBe("photos uploadFile");
  files.setLoading("photos", "The files are still being read.");
  expect(files.problem()).toBe("The files are still being read.");
});

test("If the user's encryption key arrives after the user has chosen a file, the browser stores the file only then.", async () => {
  localStorage.clear();
  const files = new FormFiles(userId, () => undefined);
  files.set("photos", part(["one"]), contents("one"));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await stored()).toEqual([]);
  storeOfflineKey(userId, btoa("k".repeat(32)));
  files.store();
  await vi.waitFor(async () => expect(await stored()).toEqual(["one"]));
});
