/**
 * Files and rows stay consistent after a failed upload, after a crash at any point, and after a restore that brings
 * back only the rows or only the files.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileStorage } from "../../supabase/local/services/storage-files.ts";
import { sweepStoredFiles } from "../../supabase/local/services/storage-sweep.ts";
import { jpeg } from "../support/photos.ts";
import { supabaseClient } from "../test-stack.ts";
import {
  ageDeletedFiles,
  cleanUpFiles,
  createSupportRecord,
  form,
  geotag,
  inside,
  saved,
  send,
  storage,
  storedPaths,
  uploadState,
} from "./evidence-support.ts";
import { callAs, cleanUp, database, stack, tokenOf, withSchedules } from "./support.ts";

let record = 0;
beforeAll(async () => {
  record = await createSupportRecord();
});
afterAll(async () => {
  await cleanUpFiles();
  await cleanUp();
});

interface Result {
  faults: { fault: string; path: string; row_id: number | null }[];
  left: { fault: string; path: string }[];
  removed_rows: number;
}

const check = async (body: object = {}): Promise<Result> => {
  const answer = await callAs("admin", "POST", "/api/form-11-geo/check", body);
  expect(answer.status).toBe(200);
  return answer.body.data as Result;
};
const upload = (fields: Record<string, string | number> = {}) =>
  saved(geotag("provincial", { thumbnail: jpeg(), fields: { form11_id: record, ...fields } }));

/**
 * Simulates an upload that ended before its row was saved: the API has reserved the paths of the files, and the files
 * are stored.
 */
async function unsave(row: { id: number; upload_id: string }): Promise<void> {
  await database`alter table public.form_11_geotags disable trigger sync_file_state`;
  await database`delete from public.form_11_geotags where id = ${row.id}`;
  await database`alter table public.form_11_geotags enable trigger sync_file_state`;
  await database`update public.evidence_files set state = 'reserved', row_id = null where upload_id = ${row.upload_id}`;
}

describe("Failed uploads", () => {
  it("An upload that the API refuses leaves no row and no file.", async () => {
    const [{ count: rows } = { count: 0 }] =
      await database`select count(*)::integer from public.form_11_geotags`;
    const before = await storedPaths();
    const failing = [
      geotag("provincial", { fields: { form11_id: record, latitude: 14.55, longitude: 120.75 } }),
      geotag("provincial", { fields: { form11_id: record, kind: "during" } }),
      geotag("provincial", { fields: { form11_id: record, arbo_id: "no such ARBO" } }),
      geotag("viewer", { fields: { form11_id: record } }),
    ];
    const several = new FormData();
    const good = { form11_id: record, ...inside };
    several.append(
      "items",
      JSON.stringify([
        { upload_id: randomUUID(), ...good },
        { upload_id: randomUUID(), ...good, arbo_id: "no such ARBO" },
      ]),
    );
    for (const place of [0, 1]) several.append(`file.${place}`, new Blob([Uint8Array.from(jpeg())]), "a.jpg");
    failing.push(send("provincial", "POST", "/api/form-11-geo/create", several));
    for (const answer of await Promise.all(failing)) expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await storedPaths()).toEqual(before);
    const [{ count } = { count: 0 }] = await database`select count(*)::integer from public.form_11_geotags`;
    expect(count).toBe(rows);
    const [waiting] =
      await database`select count(*)::integer from public.evidence_files where state = 'reserved'`;
    expect(waiting?.count).toBe(0);
  });

  it("If the reporting window closes after a file is stored but before its row is saved, the API removes the file.", async () => {
    const file = jpeg({ size: 2_000_000 });
    const id = randomUUID();
    const before = await storedPaths();
    // The trigger refuses the insert of the row, like a reporting window that closes after the file is stored.
    await database.unsafe(`create function private.close_window() returns trigger language plpgsql security definer set search_path = '' as
      $$ begin if new.upload_id is not null then raise exception 'closed' using errcode = '42501'; end if; return new; end $$;
      create trigger z_close before insert on public.form_11_geotags for each row execute function private.close_window()`);
    try {
      const answer = await geotag("provincial", { file, fields: { form11_id: record, upload_id: id } });
      expect(answer.status).toBe(403);
    } finally {
      await database.unsafe(
        "drop trigger z_close on public.form_11_geotags; drop function private.close_window()",
      );
    }
    expect(await storedPaths()).toEqual(before);
    expect(await uploadState(id)).toBeNull();
    await saved(geotag("provincial", { file, fields: { form11_id: record, upload_id: id } }));
  });

  it("If a client repeats an interrupted upload until it succeeds, exactly one row and one stored file exist.", async () => {
    const file = jpeg({ size: 3_000_000 });
    const fields = { form11_id: record, upload_id: randomUUID(), ...inside };
    const token = await tokenOf("provincial");
    for (const delay of [0, 5, 20, 60]) {
      const control = new AbortController();
      setTimeout(() => control.abort(), delay);
      await fetch(`${stack.url}/api/form-11-geo/create`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: form({ file, fields }),
        signal: control.signal,
      }).catch(() => undefined);
    }
    const row = await saved(geotag("provincial", { file, fields }));
    const rows = await database`select id from public.form_11_geotags where sha256 = ${String(row.sha256)}`;
    expect(rows).toHaveLength(1);
    expect((await storedPaths()).filter((path) => path === row.file_path)).toHaveLength(1);
  });
});

describe("The check of stored files", () => {
  it("If every stored file has its row and every row its file, the check of stored files reports no fault.", async () => {
    await upload();
    expect(await check()).toEqual({ faults: [], left: [], removed_rows: 0 });
    for (const user of ["central", "regional", "provincial", "viewer"] as const) {
      expect((await callAs(user, "POST", "/api/form-11-geo/check", { repair: true })).status).toBe(403);
    }
    expect((await callAs("admin", "POST", "/api/form-11-geo/check", { everything: true })).status).toBe(400);
  });

  it("If an upload expired before its row was saved, the check of stored files removes its files.", async () => {
    const row = await upload();
    await unsave(row);
    expect((await check({ repair: true })).faults).toEqual([]);
    expect(await storedPaths()).toContain(row.file_path);
    await database`update public.evidence_files set at = now() - interval '2 hours' where upload_id = ${row.upload_id}`;
    const found = await check();
    expect(found.faults.map(({ fault, path }) => [fault, path])).toEqual(
      [row.file_path, row.thumbnail_path].sort().map((path) => ["unwanted_file", path]),
    );
    expect(found.left).toEqual(found.faults);
    expect((await check({ repair: true })).left).toEqual([]);
    expect(await storedPaths()).not.toContain(row.file_path);
    expect(await uploadState(row.upload_id)).toBeNull();
  });

  it("If a deleted row can no longer be restored, the check of stored files removes the row's files.", async () => {
    const row = await upload();
    await database`delete from public.form_11_geotags where id = ${row.id}`;
    expect([await uploadState(row.upload_id), (await check()).faults]).toEqual(["trashed", []]);
    await ageDeletedFiles(row.upload_id);
    expect((await check()).faults).toHaveLength(2);
    expect((await check({ repair: true })).left).toEqual([]);
  });

  it("When a user uploads or deletes a photo, the API also removes the files of all expired uploads.", async () => {
    for (const next of [
      (id: number) => callAs("provincial", "DELETE", "/api/form-11-geo/delete", { id }),
      () => upload(),
    ]) {
      const [row, killed, other] = [await upload(), await upload(), await upload()];
      await database`delete from public.form_11_geotags where id = ${row.id}`;
      await ageDeletedFiles(row.upload_id);
      await unsave(killed);
      await database`update public.evidence_files set at = now() - interval '2 hours' where upload_id = ${killed.upload_id}`;
      await next(other.id);
      expect([await uploadState(row.upload_id), await uploadState(killed.upload_id)]).toEqual([null, null]);
      const paths = await storedPaths();
      expect([row, killed].filter(({ thumbnail_path: path }) => paths.includes(String(path)))).toEqual([]);
    }
  });

  it("If a file in Storage belongs to no upload, the check of stored files removes it.", async () => {
    const path = `region-iii-central-luzon/nueva-ecija/form11-accomps-${record}/${randomUUID()}.jpg`;
    const stored = await supabaseClient(stack.secretKey)
      .storage.from("evidence")
      .upload(path, new Blob([Uint8Array.from(jpeg())], { type: "image/jpeg" }));
    expect(stored.error).toBeNull();
    expect((await storage("provincial", "GET", `evidence/${path}`)).status).toBeGreaterThanOrEqual(400);
    const found = await check({ repair: true });
    expect([found.faults, found.left]).toMatchObject([[{ fault: "stray_file", path }], []]);
  });

  it("If a stored file is missing, the check of stored files deletes its row only if the administrator requests this.", async () => {
    const row = await upload();
    expect((await storage("service", "DELETE", `evidence/${row.file_path}`)).status).toBe(200);
    const found = await check({ repair: true });
    expect(found.faults).toMatchObject([{ fault: "missing_file", path: row.file_path, row_id: row.id }]);
    expect(found.left).toEqual(found.faults);
    const mended = await check({ repair: true, remove_rows: true });
    expect(mended).toMatchObject({ left: [], removed_rows: 1 });
    expect(await uploadState(row.upload_id)).toBe("trashed");
    const [log] =
      await database`select action, user_name from private.user_log where form_name = 'form_11_geotags' and row_id = ${row.id} order by id desc limit 1`;
    expect(log).toEqual({ action: "Delete", user_name: "admin" });
  });

  it("The check of stored files reports files that are missing from the disk or altered.", async () => {
    const [lost, altered, small] = [await upload(), await upload(), await upload()];
    const fileOf = (key: string) => {
      const name = createHash("sha256").update(`evidence/${key}`).digest("hex");
      return path.join(stack.dataDir, "storage", name.slice(0, 2), name);
    };
    const former = await readFile(fileOf(altered.file_path));
    for (const file of [fileOf(lost.file_path), `${fileOf(lost.file_path)}.json`]) await rm(file);
    await writeFile(fileOf(altered.file_path), Buffer.alloc(former.length, "x"));
    await writeFile(fileOf(String(small.thumbnail_path)), "x");
    const expected = [
      { fault: "missing_file", path: lost.file_path, row_id: lost.id },
      { fault: "altered_file", path: altered.file_path, row_id: altered.id },
      { fault: "altered_file", path: String(small.thumbnail_path), row_id: small.id },
    ].sort((one, other) => (one.path < other.path ? -1 : 1));
    const found = await check();
    expect([found.faults, found.left]).toMatchObject([expected, expected]);
    // The file check removes only rows whose file is missing, and only if the request has `remove_rows`.
    expect((await check({ repair: true })).left).toMatchObject(expected);
    const mended = await check({ remove_rows: true });
    expect([mended.removed_rows, mended.left]).toMatchObject([
      1,
      expected.filter(({ row_id: id }) => id !== lost.id),
    ]);
    await callAs("central", "DELETE", "/api/form-11-geo/delete", { id: [altered.id, small.id] });
    expect((await check()).faults).toEqual([]);
  });

  it("On the local system, the disk cleanup removes old files in the storage folder that Storage has no entry for.", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "swept-"));
    const files = new FileStorage(folder);
    const row = await upload();
    const keep = row.file_path;
    for (const name of [keep, "never/saved.jpg", "on/its/way.jpg"]) {
      await files.uploadObject("evidence", name, undefined, Uint8Array.of(1), "image/jpeg", "no-cache");
    }
    const old = new Date(Date.now() - 2 * 60 * 60_000);
    for (const part of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!part.isFile()) continue;
      const file = path.join(part.parentPath, part.name);
      const side = JSON.parse(await readFile(`${file.replace(/\.json$/, "")}.json`, "utf8")) as {
        key: string;
      };
      if (side.key !== "on/its/way.jpg") await utimes(file, old, old);
    }
    const reported: string[] = [];
    expect(await sweepStoredFiles(folder, database, (line) => reported.push(line))).toBe(2);
    expect(reported).toEqual([]);
    const there = (name: string) =>
      files.headObject("evidence", name).then(
        () => true,
        () => false,
      );
    expect(await Promise.all([keep, "never/saved.jpg", "on/its/way.jpg"].map(there))).toEqual([
      true,
      false,
      true,
    ]);
    await rm(folder, { recursive: true });
  });

  it("If the reporting window of a row has closed, the check of stored files doesn't remove the row's file.", async () => {
    const row = await upload();
    await withSchedules([], async () => {
      expect((await check({ repair: true })).faults).toEqual([]);
      expect((await storage("provincial", "GET", `evidence/${row.file_path}`)).status).toBe(200);
    });
  });
});
