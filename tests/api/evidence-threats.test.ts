/**
 * Attempts to bypass the rules for files through the API, REST and Storage: for example path tricks, false content
 * types, oversized files and files of another office. In each test, the most similar permitted request must succeed.
 */
import { createHash, randomUUID } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { impostors, jpeg, png } from "../support/photos.ts";
import {
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
import {
  callAs,
  claimsOf,
  cleanUp,
  type DemoUser,
  database,
  elsewhere,
  rest,
  stack,
  tokenOf,
  withSchedules,
} from "./support.ts";

let own = 0;
let foreign = 0;
let row: Awaited<ReturnType<typeof saved>>;
const fileOf = (path: string) => `evidence/${path}`;
beforeAll(async () => {
  own = await createSupportRecord();
  foreign = await createSupportRecord(elsewhere);
  row = await saved(geotag("provincial", { thumbnail: jpeg(), fields: { form11_id: own } }));
});
afterAll(async () => {
  await cleanUpFiles();
  await cleanUp();
});

const openWindow = { form: "accomplishment", start_date: "2020-01-01", end_date: "2099-12-31" };

/**
 * Simulates an unfinished upload: the API has reserved a path, but the file is not stored yet. Returns the path, the
 * upload's id and the bytes of the file.
 */
async function announced(
  user: DemoUser,
  fields: { record?: number; window?: string } = {},
): Promise<{ id: string; path: string; bytes: Buffer }> {
  const bytes = jpeg();
  const id = randomUUID();
  const [who] = await database`select id from public.users where username = ${user}`;
  const path = `region-iii-central-luzon/nueva-ecija/form11-accomps-${fields.record ?? own}/${randomUUID()}.jpg`;
  await database`insert into public.evidence_files ${database({
    upload_id: id,
    user_id: who?.id,
    evidence_table: "form_11_geotags",
    office: "Region III (Central Luzon) / Nueva Ecija",
    window_name: "accomplishment",
    file_path: path,
    file_name: "a.jpg",
    content_type: "image/jpeg",
    size: bytes.length,
    sha256: "0".repeat(64),
  })}`;
  return { id, path, bytes };
}

describe("Files of a different office", () => {
  it("A user can't read, list or delete files of a different office.", async () => {
    const theirs = await saved(
      geotag("central", { fields: { form11_id: foreign, latitude: 14.85, longitude: 120.8 } }),
    );
    expect((await storage("central", "GET", fileOf(theirs.file_path))).status).toBe(200);
    expect((await storage("provincial", "GET", fileOf(row.file_path))).status).toBe(200);
    for (const user of ["provincial", "viewer"] as const) {
      expect((await storage(user, "GET", fileOf(theirs.file_path))).status).toBeGreaterThanOrEqual(400);
      expect(
        (await storage(user, "POST", `sign/${fileOf(theirs.file_path)}`, { expiresIn: 60 })).status,
      ).toBeGreaterThanOrEqual(400);
      const folder = theirs.file_path.split("/").slice(0, 3).join("/");
      expect((await storage(user, "POST", "list/evidence", { prefix: folder })).data).toEqual([]);
      expect((await callAs(user, "POST", "/api/form-11-geo/links", { ids: [theirs.id] })).body.data).toEqual(
        [],
      );
      await storage(user, "DELETE", "evidence", { prefixes: [theirs.file_path] });
    }
    expect((await storage(null, "GET", fileOf(row.file_path))).status).toBeGreaterThanOrEqual(400);
    expect(await storedPaths()).toContain(theirs.file_path);
  });

  it("A user can't add a file to a record of a different office.", async () => {
    const before = await storedPaths();
    const refused = await geotag("provincial", { fields: { form11_id: foreign } });
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([404, "form11_id"]);
    const renamed = await geotag("provincial", {
      fields: { form11_id: own, ...elsewhere, latitude: 14.85, longitude: 120.8 },
    });
    expect(renamed.status).toBe(403);
    expect(await storedPaths()).toEqual(before);
  });
});

describe("Reporting windows and rights for changes of files", () => {
  it("Users with only the Read right can't add or delete files.", async () => {
    for (const path of ["create", "update"]) {
      const body = form({
        file: jpeg(),
        fields: { upload_id: randomUUID(), form11_id: own, id: path === "update" ? row.id : null, ...inside },
      });
      const refused = await send(
        "viewer",
        path === "create" ? "POST" : "PUT",
        `/api/form-11-geo/${path}`,
        body,
      );
      expect([path, refused.status, refused.body.message]).toMatchObject([
        path,
        403,
        expect.stringContaining("right"),
      ]);
    }
    expect((await callAs("viewer", "DELETE", "/api/form-11-geo/delete", { id: row.id })).status).toBe(403);
    await withSchedules([{ ...openWindow, form: "target" }], async () => {
      const refused = await geotag("provincial", { fields: { form11_id: own } });
      expect([refused.status, refused.body.message]).toMatchObject([403, expect.stringContaining("window")]);
      expect((await callAs("provincial", "DELETE", "/api/form-11-geo/delete", { id: row.id })).status).toBe(
        403,
      );
      await saved(geotag("central", { fields: { form11_id: own } }));
    });
    expect(await storedPaths()).toContain(row.file_path);
  });
});

describe("A path that the API reserved for an upload", () => {
  const users = ["provincial", "regional", "central", "admin"] as const;

  it("Through REST, no user can read the entry of an unfinished upload in the table evidence_files.", async () => {
    const mine = await announced("provincial");
    for (const user of users) {
      const { data } = await rest(user, "GET", `evidence_files?upload_id=eq.${mine.id}`);
      expect([user, data]).toEqual([user, []]);
    }
    const kept = await rest("provincial", "GET", `evidence_files?upload_id=eq.${row.upload_id}&select=state`);
    expect(kept.data).toEqual([{ state: "kept" }]);
    await database`delete from public.evidence_files where upload_id = ${mine.id}`;
  });

  it("If the API has reserved a path for an upload, no user can store a file under this path directly in Storage.", async () => {
    for (const user of users) {
      const mine = await announced(user);
      const tries = [
        await storage(user, "POST", fileOf(mine.path), mine.bytes),
        await storage(user, "PUT", fileOf(mine.path), mine.bytes),
        await storage(user, "POST", fileOf(mine.path), mine.bytes, { "x-upsert": "true" }),
        await storage(user, "POST", `upload/sign/${fileOf(mine.path)}`, {}),
        await storage(user, "POST", `upload/sign/${fileOf(mine.path)}`, {}, { "x-upsert": "true" }),
      ];
      expect([user, ...tries.map(({ status }) => status)]).toEqual([user, 403, 403, 403, 403, 403]);
      expect((await storage(null, "POST", fileOf(mine.path), mine.bytes)).status).toBeGreaterThanOrEqual(400);
      expect(await storedPaths()).not.toContain(mine.path);
      await database`delete from public.evidence_files where upload_id = ${mine.id}`;
    }
  });

  it("Through REST, a user can't save a photo row that refers to an unfinished upload.", async () => {
    const rows = async () =>
      (await database`select id, upload_id from public.form_11_geotags order by id`).length;
    const before = await rows();
    for (const content of ["the announced file", "other bytes of its size", "nothing"]) {
      const { id, path, bytes } = await announced("provincial");
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      await database`update public.evidence_files set sha256 = ${sha256} where upload_id = ${id}`;
      const put = content === "the announced file" ? bytes : Buffer.alloc(bytes.length, "MZ");
      if (content !== "nothing")
        expect((await storage("service", "POST", fileOf(path), put)).status).toBe(200);
      const taken = { form11_id: own, upload_id: id, ...inside };
      const inserted = await rest("provincial", "POST", "form_11_geotags", taken);
      const changed = await rest("provincial", "PATCH", `form_11_geotags?id=eq.${row.id}`, { upload_id: id });
      const without = await rest("provincial", "POST", "form_11_geotags", { form11_id: own, ...inside });
      const again = { ...taken, upload_id: row.upload_id };
      const repeated = await rest("provincial", "POST", "form_11_geotags", again);
      for (const { status } of [inserted, changed, without, repeated])
        expect([content, status >= 400]).toEqual([content, true]);
      expect(await uploadState(id)).toBe("reserved");
      await database`update public.evidence_files set state = 'discarded' where upload_id = ${id}`;
    }
    expect(await rows()).toBe(before);
    const [now] = await database`select upload_id from public.form_11_geotags where id = ${row.id}`;
    expect(now?.upload_id).toBe(row.upload_id);
  });
});

describe("Links to files", () => {
  it("No user can create a link to a stored file in Storage; a link from the API expires after at most 5 minutes.", async () => {
    for (const user of ["viewer", "provincial", "central", "admin"] as const) {
      for (const expiresIn of [60, 315_360_000]) {
        const one = await storage(user, "POST", `sign/${fileOf(row.file_path)}`, { expiresIn });
        const many = await storage(user, "POST", "sign/evidence", { expiresIn, paths: [row.file_path] });
        expect([user, one.status]).toEqual([user, 404]);
        expect([user, many.status, many.data]).toEqual([
          user,
          200,
          [expect.objectContaining({ path: row.file_path, signedURL: null })],
        ]);
      }
    }
    const answer = await callAs("viewer", "POST", "/api/form-11-geo/links", { ids: [row.id] });
    const [{ file_url: url } = { file_url: "" }] = answer.body.data as { file_url: string }[];
    const token = new URL(url, stack.url).searchParams.get("token") ?? "";
    expect(Number(claimsOf(token).exp) - Math.floor(Date.now() / 1000)).toBeLessThanOrEqual(300);
    const shown = await fetch(stack.url + url);
    expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect((await fetch(stack.url + url.replace(row.file_path, theirsOf(row.file_path)))).status).not.toBe(
      200,
    );
  });
});

const theirsOf = (path: string): string => path.replace("nueva-ecija", "bulacan");

describe("A file that is already stored under a reserved path", () => {
  it("The API refuses an upload if Storage already has a different file under the same path.", async () => {
    for (const [content, status] of [
      ["another", 409],
      ["the same", 200],
    ] as const) {
      const { id, path, bytes } = await announced("provincial");
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      await database`update public.evidence_files set sha256 = ${sha256} where upload_id = ${id}`;
      const program = Buffer.alloc(bytes.length, "MZ");
      const put = await storage("service", "POST", fileOf(path), content === "another" ? program : bytes);
      expect(put.status).toBe(200);
      const answer = await geotag("provincial", { file: bytes, fields: { upload_id: id, form11_id: own } });
      expect([content, answer.status]).toEqual([content, status]);
      expect(await uploadState(id)).toBe(content === "another" ? null : "kept");
      expect((await storedPaths()).includes(path)).toBe(content === "the same");
    }
  });
});

describe("Paths in Storage", () => {
  it("A user can't store a file in Storage under a path that the API has not reserved.", async () => {
    const folder = `region-iii-central-luzon/nueva-ecija/form11-accomps-${own}`;
    const mine = await announced("provincial");
    const paths = [
      `${folder}/${randomUUID()}.jpg`,
      `region-iii-central-luzon/bulacan/form11-accomps-${foreign}/${randomUUID()}.jpg`,
      `${folder}/../../bulacan/form11-accomps-${foreign}/${randomUUID()}.jpg`,
      `${folder}/%2e%2e/%2e%2e/bulacan/x.jpg`,
      `${folder}%2f..%2f..%2fbulacan%2fx.jpg`,
      `${mine.path}/../x.jpg`,
      `./${mine.path}`,
      `/${mine.path}`,
      `${mine.path}%00.jpg`,
      mine.path.toUpperCase(),
      `${mine.path}.exe`,
      "x.jpg",
    ];
    const before = await storedPaths();
    for (const path of paths) {
      for (const method of ["POST", "PUT"]) {
        const { status } = await storage("provincial", method, fileOf(path), mine.bytes).catch(() => ({
          status: 400,
        }));
        expect([method, path, status >= 400 || status === 200]).toEqual([method, path, true]);
      }
    }
    // Some of the tried paths contain dots and resolve to the reserved path. Only this path may get a file.
    const added = (await storedPaths()).filter((path) => !before.includes(path));
    expect(added.filter((path) => path !== mine.path)).toEqual([]);
    await database`update public.evidence_files set state = 'discarded' where upload_id = ${mine.id}`;
  });

  it("No user can overwrite, move, copy or remove a stored file through Storage.", async () => {
    const [original] = [await storage("central", "GET", fileOf(row.file_path))];
    for (const user of ["provincial", "regional", "central", "admin"] as const) {
      const again = await storage(user, "POST", fileOf(row.file_path), jpeg(), { "x-upsert": "true" });
      const put = await storage(user, "PUT", fileOf(row.file_path), jpeg());
      const to = row.file_path.replace(".jpg", "-2.jpg");
      const where = { bucketId: "evidence", sourceKey: row.file_path, destinationKey: to };
      const [move, copy] = [
        await storage(user, "POST", "move", where),
        await storage(user, "POST", "copy", where),
      ];
      const signed = await storage(user, "POST", `upload/sign/${fileOf(to)}`, {});
      for (const { status } of [again, put, move, copy, signed])
        expect([user, status >= 400]).toEqual([user, true]);
      await storage(user, "DELETE", "evidence", { prefixes: [row.file_path, row.thumbnail_path] });
    }
    const now = await storage("central", "GET", fileOf(row.file_path));
    expect(now.bytes.equals(original?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect((await storedPaths()).filter((path) => path.includes(row.file_path.slice(0, -4)))).toHaveLength(2);
  });

  it("Users can't create or change buckets in Storage.", async () => {
    expect((await storage("admin", "POST", "elsewhere/x.jpg", jpeg())).status).toBeGreaterThanOrEqual(400);
    const headers = {
      apikey: stack.publishableKey,
      authorization: `Bearer ${await tokenOf("admin")}`,
      "content-type": "application/json",
    };
    const make = await fetch(`${stack.url}/storage/v1/bucket`, {
      method: "POST",
      headers,
      body: JSON.stringify({ id: "mine", name: "mine", public: true }),
    });
    expect(make.status).toBeGreaterThanOrEqual(400);
    const open = await fetch(`${stack.url}/storage/v1/bucket/evidence`, {
      method: "PUT",
      headers,
      body: JSON.stringify({ public: true }),
    });
    const [bucket] =
      await database`select public, file_size_limit::integer as size, allowed_mime_types as types from storage.buckets where id = 'evidence'`;
    expect([open.status >= 400, bucket]).toEqual([
      true,
      {
        public: false,
        size: 20 * 2 ** 20,
        types: ["image/jpeg", "image/png", "image/heic", "application/pdf"],
      },
    ]);
  });
});

describe("Content of uploaded files", () => {
  it.each(Object.entries(impostors))(
    "The API refuses the file %s because its content is of a type that is not allowed.",
    async (name, file) => {
      const before = await storedPaths();
      for (const type of ["image/jpeg", "application/octet-stream"]) {
        const refused = await geotag("provincial", { file, name, type, fields: { form11_id: own } });
        expect([refused.status, refused.body.details?.[0]?.field]).toEqual([415, "file"]);
      }
      expect(await storedPaths()).toEqual(before);
    },
  );

  it("The API refuses a thumbnail that is not a picture or is larger than 512 KB.", async () => {
    const drawing = await geotag("provincial", {
      thumbnail: impostors["drawing.jpg"],
      fields: { form11_id: own },
    });
    expect([drawing.status, drawing.body.details?.[0]?.field]).toEqual([415, "thumbnail"]);
    const large = await geotag("provincial", {
      thumbnail: jpeg({ size: 600 * 1024 }),
      fields: { form11_id: own },
    });
    expect([large.status, large.body.details?.[0]?.field]).toEqual([413, "thumbnail"]);
  });

  it("The API and Storage refuse files above the size limit.", async () => {
    const large = jpeg({ size: 20 * 2 ** 20 + 1 });
    const refused = await geotag("provincial", { file: large, fields: { form11_id: own } });
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([413, "file"]);
    const mine = await announced("provincial");
    // Supabase's own Storage limits the size of the API's uploads only if they have a Content-Length. The embedded
    // Storage always counts the bytes.
    expect((await storage("service", "POST", fileOf(mine.path), large)).status).toBeGreaterThanOrEqual(400);
    const unsaid = await chunked(`/storage/v1/object/${fileOf(mine.path)}`, large);
    expect(unsaid).toBeGreaterThanOrEqual(400);
    const text = await storage("service", "POST", fileOf(mine.path), mine.bytes, {
      "content-type": "text/html",
    });
    expect(text.status).toBeGreaterThanOrEqual(400);
    expect(await storedPaths()).not.toContain(mine.path);
    await database`delete from public.evidence_files where upload_id = ${mine.id}`;
    const most = await geotag("provincial", {
      file: jpeg({ size: 19 * 2 ** 20 }),
      fields: { form11_id: own },
    });
    expect(most.status).toBe(200);
  });

  it("The API refuses a file that does not match its SHA-256 hash.", async () => {
    const file = jpeg({ size: 100_000 });
    const cut = await geotag("provincial", { file: file.subarray(0, 60_000), fields: { form11_id: own } });
    expect([cut.status, cut.body.details?.[0]?.message]).toMatchObject([
      422,
      expect.stringContaining("cut off"),
    ]);
    const id = randomUUID();
    const hash = form({ file, fields: { upload_id: id, form11_id: own, sha256: "0".repeat(64), ...inside } });
    expect((await send("provincial", "POST", "/api/form-11-geo/create", hash)).status).toBe(400);
    expect(await uploadState(id)).toBeNull();
  });

  it("The API refuses an upload with malformed form data or with unknown or invalid fields.", async () => {
    const bad = (fields: Record<string, string>) =>
      geotag("provincial", { file: png(), fields: { form11_id: own, ...fields } });
    expect((await bad({ upload_id: "1" })).status).toBe(400);
    expect((await bad({ file_path: "x" })).body.details?.[0]?.field).toBe("file_path");
    expect((await bad({ taken_at: "yesterday" })).body.details?.[0]?.field).toBe("taken_at");
    for (const taken_at of ["2026-02-30T10:00:00Z", "page 2003", "2025-06-14T24:30:00Z", "1989-12-31"]) {
      const answer = await bad({ taken_at });
      expect([answer.status, answer.body.details?.[0]?.field], taken_at).toEqual([400, "taken_at"]);
    }
    const headers = { authorization: `Bearer ${await tokenOf("provincial")}` };
    const broken = await fetch(`${stack.url}/api/form-11-geo/create`, {
      method: "POST",
      headers: { ...headers, "content-type": "multipart/form-data; boundary=x" },
      body: "--x\r\nnot a form",
    });
    expect(broken.status).toBe(400);
    const json = await fetch(`${stack.url}/api/form-11-geo/create`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: "{}",
    });
    expect(json.status).toBe(415);
    expect((await geotag(null, { fields: { form11_id: own } })).status).toBe(401);
  });
});

/** Sends a body in chunks, without Content-Length. Returns the status. */
async function chunked(path: string, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      stack.url + path,
      {
        method: "POST",
        headers: {
          apikey: stack.secretKey,
          "content-type": "image/jpeg",
          "transfer-encoding": "chunked",
        },
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}
