/** Stored files survive a power failure. A damaged JSON file affects only the stored file that it describes. */
import { createHash } from "node:crypto";
import * as files from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Statements } from "#shared/server/sql/sql.ts";
import { FileStorage } from "../../../supabase/local/services/storage-files.ts";
import { sweepStoredFiles } from "../../../supabase/local/services/storage-sweep.ts";

vi.mock("node:fs/promises", async (importOriginal) => ({ ...(await importOriginal<typeof files>()) }));

let folder: string;
let storage: FileStorage;
beforeEach(async () => {
  folder = await files.mkdtemp(path.join(os.tmpdir(), "stored-files-"));
  storage = new FileStorage(folder);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await files.rm(folder, { recursive: true, force: true });
});

const hashOf = (key: string) => createHash("sha256").update(`evidence/${key}`).digest("hex");
const fileOf = (key: string) => path.join(folder, hashOf(key).slice(0, 2), hashOf(key));
const upload = (key: string) =>
  storage.uploadObject("evidence", key, undefined, Uint8Array.of(1, 2, 3), "image/jpeg", "no-cache");

it("An upload's content, name and folder are on the disk when Storage confirms the upload.", async () => {
  const steps: string[] = [];
  const file = fileOf("a.jpg");
  const names = new Map([
    [folder, "storage"],
    [path.dirname(file), "folder"],
    [file, "photo"],
    [`${file}.json`, "json"],
  ]);
  const nameOf = (asked: unknown) => names.get(String(asked).replace(/\.[0-9a-f-]{36}$/, ""));
  const { writeFile, rename, open } = { ...files };
  vi.spyOn(files, "writeFile").mockImplementation(async (draft, content, options) => {
    await writeFile(draft, content, options);
    if ((options as { flush?: boolean }).flush) steps.push(`flush ${nameOf(draft)}`);
  });
  vi.spyOn(files, "rename").mockImplementation(async (from, to) => {
    await rename(from, to);
    steps.push(`rename ${nameOf(to)}`);
  });
  vi.spyOn(files, "open").mockImplementation(async (...asked) => {
    const handle = await open(...asked);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      steps.push(`sync ${nameOf(asked[0])}`);
    };
    return handle;
  });
  await upload("a.jpg");
  expect(steps).toEqual([
    "sync storage",
    ...["flush photo", "rename photo", "sync folder"],
    ...["flush json", "rename json", "sync folder"],
  ]);
});

it("Storage can read an uploaded file whose metadata file was emptied by a power failure.", async () => {
  await upload("a.jpg");
  await files.writeFile(`${fileOf("a.jpg")}.json`, "");
  const { httpStatusCode, body, metadata } = await storage.getObject("evidence", "a.jpg");
  expect([httpStatusCode, [...((body as Uint8Array) ?? [])], metadata.mimetype]).toEqual([
    200,
    [1, 2, 3],
    "application/octet-stream",
  ]);
});

it("Storage distinguishes a missing file from a missing folder of all files.", async () => {
  await upload("a.jpg");
  for (const file of [fileOf("a.jpg"), `${fileOf("a.jpg")}.json`]) await files.rm(file);
  expect(await storage.getObject("evidence", "a.jpg")).toMatchObject({
    httpStatusCode: 404,
    body: undefined,
  });
  await files.rm(folder, { recursive: true });
  await expect(storage.getObject("evidence", "a.jpg")).rejects.toThrow(/ENOENT/);
});

it("The removal of orphaned files keeps a row's file with an empty metadata file.", async () => {
  const old = new Date(Date.now() - 2 * 60 * 60_000);
  for (const key of ["kept.jpg", "orphan-1.jpg", "orphan-2.jpg"]) {
    await upload(key);
    await files.writeFile(`${fileOf(key)}.json`, "");
    for (const file of [fileOf(key), `${fileOf(key)}.json`]) await files.utimes(file, old, old);
  }
  const sql = (async () => [{ hash: hashOf("kept.jpg") }]) as unknown as Statements;
  expect(await sweepStoredFiles(folder, sql, expect.unreachable)).toBe(4);
  const left = await files.readdir(folder, { recursive: true });
  expect(left.filter((name) => name.includes(path.sep)).sort()).toEqual(
    [fileOf("kept.jpg"), `${fileOf("kept.jpg")}.json`].map((file) => path.relative(folder, file)),
  );
});

it("The removal of orphaned files continues after a file that can't be removed.", async () => {
  const old = new Date(Date.now() - 2 * 60 * 60_000);
  for (const key of ["orphan-1.jpg", "orphan-2.jpg"]) {
    await upload(key);
    for (const file of [fileOf(key), `${fileOf(key)}.json`]) await files.utimes(file, old, old);
  }
  const { rm } = { ...files };
  vi.spyOn(files, "rm").mockImplementation(async (file, options) => {
    if (file === fileOf("orphan-1.jpg")) throw new Error("not permitted");
    await rm(file, options);
  });
  const reported: string[] = [];
  const sql = (async () => []) as unknown as Statements;
  expect(await sweepStoredFiles(folder, sql, (line) => reported.push(line))).toBe(3);
  expect(reported).toEqual([
    `! storage: the orphaned file ${fileOf("orphan-1.jpg")} could not be removed: Error: not permitted`,
  ]);
});
