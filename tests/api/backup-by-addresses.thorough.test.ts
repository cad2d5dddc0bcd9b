/**
 * Backs up a Supabase project by its URLs and keys, and restores the backup into a new project. The new project has
 * other passwords and keys. Both projects are embedded stacks.
 */
import { createHash, randomUUID } from "node:crypto";
import { appendFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { BackupFolder } from "../../supabase/local/backup/backup-folder.ts";
import { type Stack, startStack } from "../../supabase/local/stack.ts";
import { command } from "../support/backups.ts";
import { jpeg } from "../support/photos.ts";
import { form, inside } from "./evidence-support.ts";
import { province, region } from "./support.ts";

const demoPassword = "Demo-2025!";
const office = { region_name: region, province_name: province };
let folder: string;
let source: Stack;
let target: Stack;
let sql: Database;
let token: string;
const photo = jpeg({ size: 200_000 });
const at = (name: string) => path.join(folder, name);
const addresses = ({ databaseUrl, url, secretKey }: Stack) => ({
  ...{ DATABASE_URL: databaseUrl, SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey, DATA_DIR: "/nowhere" },
});

async function ask(
  stack: Stack,
  method: string,
  path: string,
  body: object,
): Promise<Record<string, never>[]> {
  const isForm = body instanceof FormData;
  const response = await fetch(stack.url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(isForm ? {} : { "content-type": "application/json" }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  const { data, message } = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${message}`);
  return data;
}
async function signIn(stack: Stack): Promise<void> {
  token = "";
  const data: unknown = await ask(stack, "POST", "/api/auth/login", {
    username: "admin",
    password: demoPassword,
  });
  token = (data as { session: { access_token: string } }).session.access_token;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "by-addresses-"));
  const options = { port: 0, demoPassword, web: false, throwAway: true } as const;
  source = await startStack({ ...options, dataDir: at("source"), seed: "reference" });
  // The target project is as `npm run db:push` leaves it: no user has signed in yet.
  target = await startStack({ ...options, dataDir: at("target"), seed: "none" });
  sql = openDatabase(target.superuserUrl, { most: 1 });
  await signIn(source);
  const [record] = await ask(source, "PUT", "/api/form11-accomp/update", {
    ...{
      ...office,
      arbo_name: "Añonuevo \\N\ttab",
      year_funded: 2024,
      reporting_year: 2025,
      reporting_quarter: "Q1",
    },
    ...{ support_provided: "Support facility", subpsp_abbreviation: "LINKSFARM", status: "Accomplished" },
  });
  const fields = { upload_id: randomUUID(), form11_id: Number(record?.id), ...inside };
  await ask(source, "POST", "/api/form-11-geo/create", form({ file: photo, fields }));
  for (let n = 0; n < 5; n++)
    await ask(source, "PUT", "/api/arbo-masterlist/update", { ...office, arbo_name: `By addresses ${n}` });
}, 240_000);
afterAll(async () => {
  await sql?.end();
  await source?.stop();
  await target?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

it("The restore command refuses a Supabase project that already has accounts or files.", async () => {
  const { SUPABASE_SECRET_KEY, ...some } = addresses(source);
  expect(SUPABASE_SECRET_KEY).toBeTruthy();
  expect((await command("backup", some, at("backups"))).text).toMatch(/SUPABASE_SECRET_KEY must be set, too/);
  const made = await command("backup", addresses(source), at("backups"));
  expect([made.code, made.text]).toEqual([0, expect.stringMatching(/rows, \d+ files/)]);
  const refused = await command("restore", addresses(source), at("backups"));
  expect([refused.code, refused.text]).toEqual([
    1,
    expect.stringMatching(/already has accounts or files, so nothing was changed/),
  ]);
  const wrongKind = await command("restore", { DATA_DIR: at("no-data-dir") }, at("backups"));
  expect(wrongKind.text).toMatch(/is of a Supabase project and must be restored into one/);
}, 120_000);

it("The restore command refuses a backup that is damaged or whose migrations differ from those of the target database.", async () => {
  await sql`insert into supabase_migrations.schema_migrations (version) values ('20990101000000')`;
  const refused = await command("restore", addresses(target), at("backups"));
  expect(refused.text).toMatch(
    /The backup is of release .+ with \d+ migrations up to \d{14}; this database has \d+, up to/,
  );
  await sql`delete from supabase_migrations.schema_migrations where version = '20990101000000'`;

  expect((await command("backup", addresses(source), at("damaged"))).code).toBe(0);
  const damaged = new BackupFolder(at("damaged"));
  const piece = (await damaged.newest())?.files["rows/public.arbo_masterlist"]?.pieces[0] ?? "";
  await appendFile(path.join(damaged.folder, "objects", piece.slice(0, 2), piece), "x");
  const { text } = await command("restore", addresses(target), at("damaged"));
  expect(text).toMatch(/nothing was restored. Damaged tables:\s+public\.arbo_masterlist: .+ is damaged/);
  const [there] = await sql`select count(*)::int as n from auth.users`;
  expect(there?.n).toBe(0);
}, 180_000);

/**
 * Forwards requests to a project's services, but answers the first `failures` uploads to Storage with status 503.
 * Records the response status of each upload.
 */
async function startUnreliableStorage(project: Stack, failures: number) {
  const uploads: number[] = [];
  const server = createServer(async (request, response) => {
    const isUpload = request.method === "POST" && request.url?.startsWith("/storage/v1/object/evidence/");
    const body = await buffer(request);
    if (isUpload && uploads.length < failures) {
      uploads.push(503);
      response.writeHead(503).end('{"statusCode":"503","message":"unavailable"}');
      return;
    }
    const { method = "GET", url = "" } = request;
    const headers = {
      ...request.headers,
      host: undefined,
      connection: undefined,
      "content-length": undefined,
    };
    const given = Object.entries(headers).filter(
      (one): one is [string, string] => typeof one[1] === "string",
    );
    const answer = await fetch(project.url + url, { method, headers: given, ...(isUpload ? { body } : {}) });
    if (isUpload) uploads.push(answer.status);
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}`, uploads },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

it("If Storage refuses a file, the restore command restores all rows and names the missing file.", async () => {
  const storage = await startUnreliableStorage(target, Number.POSITIVE_INFINITY);
  const env = { ...addresses(target), SUPABASE_URL: storage.url };
  const { code, text } = await command("restore", env, at("backups"));
  await storage.close();
  expect(text).toMatch(/not restored: Storage did not accept \S+\.jpg: 503/);
  expect(text).toMatch(/rows: same numbers as in the backup/);
  expect(text).toMatch(/files: \S+\.jpg of form_11_geotags \d+ is missing/);
  expect(text).toMatch(/guards: all \d{4} match/);
  expect(text).toMatch(/Run the same command again to send the files/);
  expect([code, storage.uploads]).toEqual([1, [503, 503, 503, 503]]);
}, 180_000);

it("A second run of the restore command uploads the files that Storage refused in the first run.", async () => {
  const [before] = await sql`select max(xmin::text::bigint)::int as last from auth.users`;
  const storage = await startUnreliableStorage(target, 1);
  const { code, text } = await command(
    "restore",
    { ...addresses(target), SUPABASE_URL: storage.url },
    at("backups"),
  );
  await storage.close();
  expect([code, storage.uploads, text]).toEqual([
    ...[0, [503, 200]],
    expect.stringMatching(/files: all 1 files of rows exist with the right hashes/),
  ]);
  expect(text).toMatch(/rows: same numbers as in the backup, in \d\d tables/);
  expect(text).toMatch(/user log: no entry is missing, altered or added/);
  expect(text).toMatch(/guards: all \d{4} match/);
  const [after] = await sql`select max(xmin::text::bigint)::int as last from auth.users`;
  expect(after).toEqual(before);
  expect((await command("restore", addresses(target), at("backups"))).text).toMatch(
    /already has accounts or files, so nothing was changed/,
  );
}, 180_000);

it("Users can sign in and see their rows and files after a restore into an empty Supabase project.", async () => {
  await signIn(target);
  const rows = await ask(target, "POST", "/api/form11-accomp", {});
  expect(rows.map((row) => row.arbo_name)).toEqual(
    ["Añonuevo \\N\ttab"].map((name) => name.replace("\t", " ")),
  );
  const [geotag] = await ask(target, "POST", "/api/form-11-geo", {});
  const [link] = await ask(target, "POST", "/api/form-11-geo/links", { ids: [geotag?.id] });
  const stored = await fetch(target.url + String(link?.file_url));
  const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  expect(hash(new Uint8Array(await stored.arrayBuffer()))).toBe(hash(photo));
  // New ids start after the highest restored id, and the log's hash chains continue from the restored
  // entries.
  const before = await ask(target, "POST", "/api/arbo-masterlist", {});
  const [added] = await ask(target, "PUT", "/api/arbo-masterlist/update", {
    ...office,
    arbo_name: "Afterwards",
  });
  expect(Number(added?.id)).toBeGreaterThan(Math.max(...before.map(({ id }) => Number(id))));
  expect(await sql`select * from private.find_log_problems()`).toEqual([]);
}, 180_000);

it("A backup of a Supabase project names the stored files that are missing and removes no older backup.", async () => {
  const storage = path.join(at("source"), "storage");
  for (const shard of await readdir(storage)) await rm(path.join(storage, shard), { recursive: true });
  expect((await command("backup", addresses(source), at("lossy"), "--keep", "1")).text).toMatch(
    /! \d stored files? (is|are) missing and not in this backup: .+No older backup was removed/s,
  );
  const { code } = await command("backup", addresses(source), at("lossy"), "--keep", "1");
  expect([code, await new BackupFolder(at("lossy")).names()]).toEqual([
    1,
    [expect.any(String), expect.any(String)],
  ]);
}, 120_000);
