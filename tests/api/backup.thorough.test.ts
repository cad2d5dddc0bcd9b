/**
 * Three recovery drills on a separate system, with an administrator's commands: a machine is lost, a row is deleted,
 * and a table is altered.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { seed } from "../../seed/index.ts";
import { findProcessesIn } from "../../supabase/local/postgres/postgres-keeper.ts";
import { command } from "../support/backups.ts";
import { jpeg } from "../support/photos.ts";
import { demoPassword, type StackProcess, startStackProcess } from "../support/stack-process.ts";
import { form, inside } from "./evidence-support.ts";
import { province, region } from "./support.ts";

let folder: string;
let own: StackProcess;
let sql: Database;
let token: string;
let support: number;
const at = (name: string) => path.join(folder, name);
const office = { region_name: region, province_name: province };
const supportRow = {
  ...{ ...office, year_funded: 2024, reporting_year: 2025, reporting_quarter: "Q1" },
  ...{ support_provided: "Support facility", subpsp_abbreviation: "LINKSFARM", status: "Accomplished" },
};

interface ApiResponse {
  status: number;
  message?: string;
  data: { id: number; row_version: number; [field: string]: unknown }[];
}

async function ask(method: string, target: string, body?: object | FormData): Promise<ApiResponse> {
  const isForm = body instanceof FormData;
  const response = await fetch(own.url + target, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(isForm || !body ? {} : { "content-type": "application/json" }),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(60_000),
  });
  return { ...JSON.parse(await response.text()), status: response.status };
}
async function done(answer: Promise<ApiResponse>): Promise<ApiResponse["data"]> {
  const { status, message, data } = await answer;
  if (status !== 200) throw new Error(`${status} ${message}`);
  return data;
}
async function signIn(): Promise<string> {
  token = "";
  const data: unknown = await done(
    ask("POST", "/api/auth/login", { username: "admin", password: demoPassword }),
  );
  return (data as { session: { access_token: string } }).session.access_token;
}
const save = (screen: string, row: object) => done(ask("PUT", `/api/${screen}/update`, row));
const remove = (screen: string, id: number) => done(ask("DELETE", `/api/${screen}/delete`, { id }));
const upload = (photo: Buffer) => {
  const fields = { upload_id: randomUUID(), form11_id: support, ...inside };
  return done(ask("POST", "/api/form-11-geo/create", form({ file: photo, fields })));
};
/** Downloads a stored photo through a link as the browser does. Returns the hash of the photo. */
async function photoOf(id: number): Promise<string> {
  const [row] = await done(ask("POST", "/api/form-11-geo/links", { ids: [id] }));
  const response = await fetch(own.url + String(row?.file_url));
  if (!response.ok) throw new Error(`${response.status} of ${row?.file_url}`);
  return hashOf(Buffer.from(await response.arrayBuffer()));
}
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function open(dataDir: string) {
  own = await startStackProcess(dataDir);
  sql = openDatabase(own.superuserUrl, { most: 1 });
  token = await signIn();
}
async function close(signal: NodeJS.Signals) {
  await sql.end();
  await own.end(signal);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "backup-drills-"));
  await open(at("original"));
  const [row] = await save("form11-accomp", { ...supportRow, arbo_name: "Drill" });
  support = Number(row?.id);
}, 180_000);
afterAll(async () => {
  await sql?.end();
  await own?.end("SIGTERM");
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** The rows and photos that the API confirmed as saved, and the rows that it confirmed as deleted. */
interface Saved {
  names: Set<string>;
  photos: Map<number, string>;
  deleted: Set<string>;
}

/** Lets eight users save, upload and delete without a pause while the function `meanwhile` runs. */
async function runEightWriters(meanwhile: (saved: Saved) => Promise<void>): Promise<Saved> {
  const saved: Saved = { names: new Set(), photos: new Map(), deleted: new Set() };
  let over = false;
  const writer = async (n: number) => {
    while (!over) {
      const name = `Drill ${n} ${randomUUID()}`;
      const [row] = await save("arbo-masterlist", { ...office, arbo_name: name });
      saved.names.add(name);
      if (n % 4 === 0) {
        const photo = jpeg({ size: 300_000 });
        const [geotag] = await upload(photo);
        saved.photos.set(Number(geotag?.id), hashOf(photo));
      } else if (n % 4 === 1) {
        saved.names.delete(name);
        await remove("arbo-masterlist", Number(row?.id));
        saved.deleted.add(name);
      }
    }
  };
  const writers = Array.from({ length: 8 }, (_, n) => writer(n));
  try {
    while (saved.photos.size < 4 || saved.names.size < 20)
      await Promise.race([...writers, new Promise((go) => setTimeout(go, 20))]);
    await meanwhile(saved);
  } finally {
    over = true;
  }
  await Promise.all(writers);
  return saved;
}

/** Kills a process at once. A process that has already ended is ignored. */
function kill(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

describe("Backup and restore after the loss of a machine", () => {
  let before: Saved;

  it("A backup succeeds while eight users save rows, delete rows and upload photos.", async () => {
    const after = await runEightWriters(async ({ names, photos, deleted }) => {
      before = { names: new Set(names), photos: new Map(photos), deleted: new Set(deleted) };
      expect(await command("backup", { DATA_DIR: at("original") }, at("backups"))).toMatchObject({ code: 0 });
    });
    expect(after.names.size).toBeGreaterThan(before.names.size);
    expect(after.photos.size).toBeGreaterThan(before.photos.size);
  }, 180_000);

  it("A restore on a different machine recreates the rows, files, accounts and user log of the backup.", async () => {
    const { postgres: _, ...functions } = own.pids();
    await close("SIGKILL");
    for (const pid of [...Object.values(functions), ...findProcessesIn(at("original/postgres"))]) kill(pid);
    await rm(at("original"), { recursive: true, force: true });
    const { code, text } = await command("restore", { DATA_DIR: at("elsewhere") }, at("backups"));
    expect(text).toMatch(/rows: same numbers as in the backup, in \d\d tables/);
    expect(text).toMatch(/user log: no entry is missing, altered or added/);
    expect(text).toMatch(/files: all \d+ files of rows exist with the right hashes/);
    expect(text).toMatch(/guards: all \d{4} match/);
    expect([code, text]).toEqual([0, expect.stringMatching(/The restored system matches the backup/)]);

    await open(at("elsewhere"));
    const rows = await done(ask("POST", "/api/arbo-masterlist", {}));
    const names = new Set(rows.map((row) => row.arbo_name));
    expect([...before.names].filter((name) => !names.has(name))).toEqual([]);
    expect([...before.deleted].filter((name) => names.has(name))).toEqual([]);
    for (const [id, hash] of before.photos) expect(await photoOf(id)).toBe(hash);
    expect(await ask("POST", "/api/user-log/verify", {})).toMatchObject({ status: 200 });
    const check = await ask("POST", "/api/form-11-geo/check", {});
    expect(check.status, check.message).toBe(200);
    await save("arbo-masterlist", { ...office, arbo_name: "After the loss" });
    const asDemo = {
      databaseUrl: own.databaseUrl,
      supabaseUrl: own.url,
      serviceKey: "unused",
      kind: "demo",
    } as const;
    const more = { demoPassword, scale: 1, seedNumber: 1, progress: () => undefined };
    expect(await seed({ ...asDemo, ...more }), "started without SEED").toBe("reference");
    expect(await sql`select username from public.users`).toEqual([{ username: "admin" }]);
  }, 240_000);
});

describe("Restore of single deleted rows from a backup", () => {
  it("The `bring-back` command restores a deleted row and its file from a backup.", async () => {
    const photo = jpeg({ size: 100_000 });
    const [geotag] = await upload(photo);
    const [arbo] = await save("arbo-masterlist", {
      ...office,
      arbo_name: "To be deleted",
      total_asset: 999_999_999_999,
    });
    const ids = [Number(geotag?.id), Number(arbo?.id)] as const;
    const [follower] = await save("form11-accomp", { ...supportRow, arboPrimaryKey: ids[1] });
    const followerId = Number(follower?.id);
    const rowsNow = async () => {
      const [one] =
        await sql`select to_jsonb(t) - array['row_version', 'updated_at'] as j from public.form_11_geotags t where id = ${ids[0]}`;
      const [other] =
        await sql`select to_jsonb(t) - array['row_version', 'updated_at'] as j from public.arbo_masterlist t where id = ${ids[1]}`;
      return [one?.j, other?.j];
    };
    const original = await rowsNow();
    expect(await command("backup", { DATA_DIR: at("elsewhere") }, at("with-row"))).toMatchObject({ code: 0 });
    await remove("form-11-geo", ids[0]);
    await remove("form11-accomp", followerId);
    await remove("arbo-masterlist", ids[1]);
    expect(await rowsNow()).toEqual([undefined, undefined]);

    const bring = (table: string, id: number) =>
      command("bring-back", { DATA_DIR: at("elsewhere") }, at("with-row"), table, String(id));
    expect(await bring("form_11_geotags", ids[0])).toMatchObject({
      code: 0,
      text: expect.stringMatching(/was restored, with 1 files?/),
    });
    expect((await bring("form11_accomps", followerId)).text).toContain(
      `it refers to arbo_masterlist row ${ids[1]}, which does not exist. Restore that row first.`,
    );
    expect(await bring("arbo_masterlist", ids[1])).toMatchObject({ code: 0 });
    expect(await bring("form11_accomps", followerId)).toMatchObject({ code: 0 });
    expect(await rowsNow()).toEqual(original);
    expect(await photoOf(ids[0])).toBe(hashOf(photo));
    const [entry] =
      await sql`select action, user_id from private.user_log where form_name = 'arbo_masterlist' and row_id = ${ids[1]} order by id desc limit 1`;
    expect(entry).toEqual({ action: "Insert", user_id: null });

    expect((await bring("arbo_masterlist", ids[1])).text).toMatch(
      /already has a row \d+, so nothing was changed/,
    );
    expect((await bring("arbo_masterlist", 999_999)).text).toMatch(/has no row 999999 in /);
    expect((await bring("auth.users", 1)).text).toMatch(
      /There is no table auth\.users\. The tables are: .*arbo_masterlist/,
    );
  }, 240_000);
});

describe("Restore of a backup with an altered user log", () => {
  it("If user log entries were altered or removed before a backup, the restore command reports these entries.", async () => {
    await sql`alter table private.user_log disable trigger all`;
    await sql`update private.user_log set user_name = 'other user' where id = (select min(id) from private.user_log)`;
    await sql`alter table private.user_log enable trigger all`;
    await sql`delete from public.arbo_masterlist where arbo_name = 'After the loss'`;
    await sql`delete from private.user_log where id = (select max(id) from private.user_log)`;
    expect(await command("backup", { DATA_DIR: at("elsewhere") }, at("altered-log"))).toMatchObject({
      code: 0,
    });
    const { code, text } = await command("restore", { DATA_DIR: at("of-altered-log") }, at("altered-log"));
    expect(code).toBe(1);
    expect(text).toMatch(/user log, entry \d+: The entry was altered\./);
    expect(text).toMatch(/user log, entry \d+: The entry is missing\./);
  }, 240_000);
});

describe("Restore after a table was altered", () => {
  it("If a table has lost its row-level security since a backup, a restore from this backup brings it back.", async () => {
    await sql`alter table public.arbo_masterlist disable row level security`;
    await sql`alter table public.arbo_masterlist drop column total_asset cascade`;
    const { code, text } = await command("../../schema/guards", { DATA_DIR: at("elsewhere") });
    expect(code).toBe(1);
    expect(text).toMatch(/different:\s+row security on public\.arbo_masterlist/);
    expect(text).toMatch(/missing:\s+column public\.arbo_masterlist\.total_asset/);
    const restored = await command("restore", { DATA_DIR: at("as-before") }, at("with-row"));
    expect(restored).toMatchObject({ code: 0, text: expect.stringMatching(/guards: all \d{4} match/) });
    expect(await readdir(at("as-before"))).not.toContain("restoring");
  }, 240_000);
});
