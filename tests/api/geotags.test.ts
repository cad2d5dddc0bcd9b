/**
 * Geotags over HTTP: uploading, retrying, duplicates, the check that coordinates are in the province, replacing,
 * deleting, links and map points.
 */
import { randomUUID } from "node:crypto";
import exifr from "exifr";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { heic, jpeg, pdf, png } from "../support/photos.ts";
import {
  cleanUpFiles,
  createSupportRecord,
  type Fields,
  form,
  geotag,
  inside,
  outside,
  saved,
  send,
  storage,
  storedPaths,
  uploadState,
} from "./evidence-support.ts";
import { callAs, cleanUp, database, elsewhere, province, rest, rowsOf, stack } from "./support.ts";

let record = 0;
beforeAll(async () => {
  record = await createSupportRecord({ reporting_year: 2025 });
});
afterAll(async () => {
  await cleanUpFiles();
  await cleanUp();
});

const gps = { latitude: 15.4865, longitude: 120.9734 };
const place = { form11_id: 0, ...inside };
const at = (fields: Record<string, string | number | null> = {}) => ({
  ...place,
  form11_id: record,
  ...fields,
});

describe("Uploading a photo", () => {
  it("If a user without the right 'Approve own' uploads a photo with the stage Approved, the API refuses the upload.", async () => {
    const answer = await geotag("provincial", { fields: at({ process_stage: "Approved" }) });
    expect(answer.status).toBe(403);
    expect(answer.body.details).toEqual([
      expect.objectContaining({ field: "process_stage", message: expect.stringContaining("Approve own") }),
    ]);
  });

  it("The API stores the coordinates of an uploaded geotagged photo.", async () => {
    const photo = jpeg({ gps, size: 150_000 });
    const answer = await geotag("provincial", {
      file: photo,
      name: "C:\\Photos\\..\\IMG 1.jpg",
      thumbnail: jpeg({ gps }),
      fields: at({
        location_source: "exif",
        accuracy: 12.5,
        taken_at: "2025-06-14T09:30:00+08:00",
        kind: "after",
        caption: "The tractor",
      }),
    });
    const row = await saved(answer);
    expect(row).toMatchObject({
      form11_id: record,
      file_name: "IMG 1.jpg",
      content_type: "image/jpeg",
      size: photo.length,
      latitude: 15.4865,
      longitude: 120.9734,
      location_source: "exif",
      accuracy: 12.5,
      outside_province: "No",
      kind: "after",
      caption: "The tractor",
      year_funded: 2024,
      reporting_year: 2025,
      province_name: "Nueva Ecija",
      row_version: 1,
    });
    expect(Date.parse(String(row.taken_at))).toBe(Date.parse("2025-06-14T01:30:00Z"));
    expect(row.file_path).toMatch(
      new RegExp(`^region-iii-central-luzon/nueva-ecija/form11-accomps-${record}/[0-9a-f-]{36}\\.jpg$`),
    );
    const stored = await storage("provincial", "GET", `evidence/${row.file_path}`);
    expect(stored.bytes.equals(photo)).toBe(true);
    const small = await storage("provincial", "GET", `evidence/${row.thumbnail_path}`);
    expect(await exifr.gps(small.bytes).catch(() => undefined)).toBeUndefined();
    expect(await exifr.gps(stored.bytes)).toBeDefined();
  });

  it.each([
    ["image/png", "png", png()],
    ["image/heic", "heic", heic()],
    ["application/pdf", "pdf", pdf()],
  ] as const)("The API detects a file of type %s by its content.", async (contentType, extension, file) => {
    const row = await saved(
      geotag("provincial", { file, name: "something.exe", type: "text/html", fields: at() }),
    );
    expect(row).toMatchObject({ content_type: contentType, thumbnail_path: null });
    expect(row.file_path.endsWith(`.${extension}`)).toBe(true);
  });

  it("If the API refuses one of several photos in an upload request, it saves none of them.", async () => {
    const list = (second: object) => {
      const data = new FormData();
      data.append(
        "items",
        JSON.stringify([
          { upload_id: randomUUID(), ...at() },
          { upload_id: randomUUID(), ...at(), ...second },
        ]),
      );
      data.append("file.0", new Blob([Uint8Array.from(jpeg())]), "a.jpg");
      data.append("thumbnail.0", new Blob([Uint8Array.from(jpeg())]), "a-small.jpg");
      data.append("file.1", new Blob([Uint8Array.from(png())]), "b.png");
      return data;
    };
    const answer = await send("provincial", "POST", "/api/form-11-geo/create", list({}));
    expect(rowsOf(answer).map((row) => row.content_type)).toEqual(["image/jpeg", "image/png"]);
    const before = await storedPaths();
    const [{ count } = { count: 0 }] = await database`select count(*)::integer from public.form_11_geotags`;
    const refused = await send("provincial", "POST", "/api/form-11-geo/create", list({ latitude: 95 }));
    expect([refused.status, refused.body.details?.[0]]).toMatchObject([400, { index: 1, field: "latitude" }]);
    const elsewhere = await send("provincial", "POST", "/api/form-11-geo/create", list(outside));
    expect([elsewhere.status, elsewhere.body.details?.[0]]).toMatchObject([
      422,
      { index: 1, field: "outside_confirmed" },
    ]);
    expect(await storedPaths()).toEqual(before);
    const [{ count: after } = { count: 0 }] =
      await database`select count(*)::integer from public.form_11_geotags`;
    expect(after).toBe(count);
  });
});

describe("Uploading a photo without an upload_id", () => {
  const unnamed = (fields: object = {}) => at({ upload_id: null, ...fields });

  it("If an uploaded photo has no upload_id, the API creates one for the photo.", async () => {
    const file = jpeg();
    const row = await saved(geotag("provincial", { file, thumbnail: jpeg(), fields: unnamed() }));
    expect(row.upload_id).toMatch(/^[0-9a-f]{8}-/);
    expect(await uploadState(row.upload_id)).toBe("kept");
    const stored = await storage("provincial", "GET", `evidence/${row.file_path}`);
    expect(stored.bytes.equals(file)).toBe(true);
  });

  it("The API refuses a second upload of a photo without an upload_id as a duplicate.", async () => {
    const file = jpeg();
    const first = await saved(geotag("provincial", { file, fields: unnamed() }));
    const again = await geotag("provincial", { file, fields: unnamed() });
    expect([again.status, again.body.details?.[0]]).toMatchObject([
      409,
      { field: "file", duplicate_of: first.id },
    ]);
  });

  it("The API refuses a request to create a geotag if the request contains no photo.", async () => {
    const bare = await send("provincial", "POST", "/api/form-11-geo/create", form({ fields: unnamed() }));
    expect([bare.status, bare.body.details?.[0]?.field]).toEqual([400, "file"]);
  });
});

describe("A retry of an upload", () => {
  it("A retry of a saved upload changes nothing and returns the same row.", async () => {
    const sending = { file: jpeg(), thumbnail: jpeg(), fields: at({ upload_id: randomUUID() }) };
    const first = await saved(geotag("provincial", sending));
    const before = await storedPaths();
    expect(await saved(geotag("provincial", sending))).toEqual(first);
    expect(await storedPaths()).toEqual(before);
  });

  it("Simultaneous retries of an upload create one row.", async () => {
    const sending = { file: jpeg(), fields: at({ upload_id: randomUUID() }) };
    const rows = await Promise.all(Array.from({ length: 4 }, () => saved(geotag("provincial", sending))));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
  });

  it("A retry completes an upload that the server stored as a file but not yet as a row.", async () => {
    const file = jpeg();
    const fields = at({ upload_id: randomUUID() });
    const first = await saved(geotag("provincial", { file, fields }));
    // Simulates that the function was killed after it stored the file and before it saved the row.
    await database`alter table public.form_11_geotags disable trigger sync_file_state`;
    await database`delete from public.form_11_geotags where id = ${first.id}`;
    await database`alter table public.form_11_geotags enable trigger sync_file_state`;
    await database`update public.evidence_files set state = 'reserved', row_id = null where upload_id = ${first.upload_id}`;
    const again = await saved(geotag("provincial", { file, fields }));
    expect([again.file_path, again.id === first.id]).toEqual([first.file_path, false]);
    expect(await uploadState(first.upload_id)).toBe("kept");
  });

  it("The API refuses the retry of an upload with a different file, record or user.", async () => {
    const fields = at({ upload_id: randomUUID() });
    const file = jpeg();
    await saved(geotag("provincial", { file, fields }));
    const other = await geotag("provincial", { file: jpeg(), fields });
    expect([other.status, other.body.details?.[0]?.field]).toEqual([409, "upload_id"]);
    const elsewhere = await geotag("provincial", {
      file,
      fields: { ...fields, form11_id: await createSupportRecord() },
    });
    expect([elsewhere.status, elsewhere.body.details?.[0]?.field]).toEqual([409, "upload_id"]);
    const another = await geotag("central", { file, fields });
    expect([another.status, another.body.details?.[0]?.field]).toEqual([409, "upload_id"]);
  });
});

describe("An upload whose row was deleted", () => {
  it("The retry of an upload doesn't recreate a photo that was deleted after the upload.", async () => {
    const sending = { file: jpeg(), fields: at({ upload_id: randomUUID() }) };
    const first = await saved(geotag("provincial", sending));
    await callAs("provincial", "DELETE", "/api/form-11-geo/delete", { id: first.id });
    const again = await geotag("provincial", sending);
    const message =
      "This file was saved, and has been deleted since. To save it again, send it as a new upload.";
    expect([again.status, again.body.details]).toEqual([409, [{ index: 0, field: "upload_id", message }]]);
    const second = { ...sending, fields: { ...sending.fields, upload_id: randomUUID() } };
    expect((await saved(geotag("provincial", second))).sha256).toBe(first.sha256);
  });
});

describe("A duplicate photo", () => {
  it("If a photo has the same content as a stored photo, the API saves it only after the user confirms this.", async () => {
    const file = jpeg();
    const first = await saved(geotag("provincial", { file, name: "one.jpg", fields: at() }));
    const second = { file, name: "two.jpg", fields: at({ form11_id: await createSupportRecord() }) };
    const refused = await geotag("provincial", second);
    expect([refused.status, refused.body.details?.[0]]).toMatchObject([
      409,
      { field: "file", duplicate_of: first.id },
    ]);
    const kept = await saved(
      geotag("provincial", { ...second, fields: { ...second.fields, keep_duplicate: "Yes" } }),
    );
    expect(kept).toMatchObject({ duplicate_of: first.id, sha256: first.sha256 });
    for (const user of ["provincial", "central"] as const) {
      const erased = await rest(user, "PATCH", `form_11_geotags?id=eq.${kept.id}`, { duplicate_of: null });
      expect([erased.status, erased.data.code]).toEqual([403, "42501"]);
    }
    const asked = await callAs("provincial", "POST", "/api/form-11-geo", { sha256: [first.sha256] });
    expect(
      rowsOf(asked)
        .map((row) => row.id)
        .sort(),
    ).toEqual([first.id, kept.id].sort());
    const { id, row_version } = kept;
    const replace = (sent: Uint8Array, fields: Fields) =>
      saved(send("provincial", "PUT", "/api/form-11-geo/update", form({ file: sent, fields })));
    const replaced = await replace(jpeg(), { id, row_version, upload_id: randomUUID() });
    expect(replaced).toMatchObject({ id, duplicate_of: null });
    const version = { id, row_version: replaced.row_version, upload_id: randomUUID() };
    expect(await replace(file, { ...version, keep_duplicate: "Yes" })).toMatchObject({
      id,
      duplicate_of: first.id,
    });
  });

  it("A photo is not marked as a duplicate of a photo that its user can't see.", async () => {
    const file = jpeg();
    const hidden = await saved(geotag("provincial", { file, fields: at() }));
    await database`
      update public.form11_accomps set province_name = ${elsewhere.province_name} where id = ${record}`;
    const own = await createSupportRecord();
    const row = await saved(geotag("provincial", { file, fields: at({ form11_id: own }) }));
    await database`update public.form11_accomps set province_name = ${province} where id = ${record}`;
    expect([row.sha256, row.duplicate_of]).toEqual([hidden.sha256, null]);
  });
});

describe("The coordinates of a photo", () => {
  it("The API saves a photo with coordinates outside the record's province only after the user confirms.", async () => {
    const file = jpeg();
    const refused = await geotag("provincial", { file, fields: at(outside) });
    expect(refused.status).toBe(422);
    expect(refused.body.details?.[0]).toMatchObject({
      field: "outside_confirmed",
      message: expect.stringContaining("Nueva Ecija"),
    });
    const row = await saved(
      geotag("provincial", { file, fields: at({ ...outside, outside_confirmed: "Yes" }) }),
    );
    expect(row).toMatchObject({ outside_province: "Yes", outside_confirmed: "Yes" });
    const marked = await callAs("provincial", "POST", "/api/form-11-geo", { outside_province: "Yes" });
    expect(rowsOf(marked).map(({ id }) => id)).toContain(row.id);
  });

  it("If a user moves a photo to a point outside the province, the API saves the new point only after a confirmation.", async () => {
    const row = await saved(geotag("provincial", { fields: at() }));
    const move = (to: object, version: number) =>
      callAs("provincial", "PUT", "/api/form-11-geo/update", { id: row.id, row_version: version, ...to });
    const out = await move(outside, 1);
    expect([out.status, out.body.details?.[0]?.field]).toEqual([422, "outside_confirmed"]);
    const [moved] = rowsOf(await move({ ...outside, outside_confirmed: "Yes" }, 1));
    expect(moved).toMatchObject({ outside_province: "Yes", latitude: outside.latitude });
    const [back] = rowsOf(await move(inside, 2));
    expect(back).toMatchObject({ outside_province: "No", outside_confirmed: null });
    expect((await move(outside, 1)).status).toBe(409);
  });

  it("An upload must contain the latitude, the longitude and the record of the photo.", async () => {
    for (const missing of ["latitude", "longitude", "form11_id"]) {
      const answer = await geotag("provincial", {
        fields: at({ [missing]: null, form11_id: missing === "form11_id" ? null : record }),
      });
      // The test helper fills in missing fields, so the test sends an empty text instead of leaving the field out.
      const empty = await geotag("provincial", { fields: { ...at(), [missing]: "" } });
      expect([missing, empty.status, empty.body.details?.[0]?.field]).toEqual([missing, 400, missing]);
      expect([200, 400]).toContain(answer.status);
    }
  });
});

describe("Changes of a geotag", () => {
  it("A new file in the update of a geotag replaces the stored photo and its thumbnail.", async () => {
    const row = await saved(geotag("provincial", { thumbnail: jpeg(), fields: at() }));
    const file = png();
    const answer = await send(
      "provincial",
      "PUT",
      "/api/form-11-geo/update",
      form({
        file,
        name: "new.png",
        fields: {
          id: row.id,
          row_version: 1,
          caption: "Replaced",
          upload_id: randomUUID(),
          taken_at: "2025-07-01T00:00:00Z",
        },
      }),
    );
    const now = await saved(answer);
    expect(now).toMatchObject({
      id: row.id,
      caption: "Replaced",
      content_type: "image/png",
      thumbnail_path: null,
    });
    const paths = await storedPaths();
    expect(paths).toContain(now.file_path);
    expect(paths).not.toContain(row.file_path);
    expect(paths).not.toContain(row.thumbnail_path);
    expect(await uploadState(row.upload_id)).toBeNull();
  });

  it("If an update of a geotag contains no new file, only the fields in the update change, and the photo remains.", async () => {
    const row = await saved(geotag("provincial", { fields: at() }));
    const answer = await send(
      "provincial",
      "PUT",
      "/api/form-11-geo/update",
      form({ fields: { id: row.id, caption: "Changed" } }),
    );
    expect(await saved(answer)).toMatchObject({
      caption: "Changed",
      file_path: row.file_path,
      row_version: 2,
    });
  });

  it("A user can't create a geotag with an update request, because such a request contains no file.", async () => {
    const without = await callAs("provincial", "PUT", "/api/form-11-geo/update", at());
    expect([without.status, without.body.details?.[0]?.field]).toEqual([422, "upload_id"]);
    const row = await saved(geotag("provincial", { fields: at() }));
    for (const field of ["file_path", "sha256", "upload_id", "outside_province", "size"]) {
      const answer = await callAs("provincial", "PUT", "/api/form-11-geo/update", {
        id: row.id,
        [field]: "x",
      });
      expect([field, answer.status]).toEqual([field, 400]);
    }
    // The API accepts a field that only the server sets if its value is unchanged.
    const echo = await callAs("provincial", "PUT", "/api/form-11-geo/update", { ...row, caption: "Echo" });
    expect(echo.status).toBe(200);
  });

  it("Deleting a geotag moves the files of the geotag to the trash.", async () => {
    const row = await saved(geotag("provincial", { thumbnail: jpeg(), fields: at() }));
    const deleted = await callAs("provincial", "DELETE", "/api/form-11-geo/delete", { id: row.id });
    expect(deleted.body.data).toEqual({ deleted: 1 });
    // The files stay stored as long as the row can be restored (trash.test.ts), but no user can read them.
    expect(await uploadState(row.upload_id)).toBe("trashed");
    expect((await storage("provincial", "GET", `evidence/${row.file_path}`)).status).toBeGreaterThanOrEqual(
      400,
    );
  });

  it("If a user changes a record's ARBO name or province, the geotags of the record get the new values.", async () => {
    const own = await createSupportRecord({ arbo_name: "API test before" });
    const row = await saved(geotag("provincial", { fields: at({ form11_id: own }) }));
    await callAs("central", "PUT", "/api/form11-accomp/update", {
      id: own,
      arbo_name: "API test after",
      province_name: "Bulacan",
    });
    const [moved] = rowsOf(await callAs("central", "POST", "/api/form-11-geo", { id: row.id }));
    expect(moved).toMatchObject({
      arbo_name: "API test after",
      province_name: "Bulacan",
      outside_province: "Yes",
    });
    expect((await storage("provincial", "GET", `evidence/${row.file_path}`)).status).toBeGreaterThanOrEqual(
      400,
    );
    expect((await storage("regional", "GET", `evidence/${row.file_path}`)).status).toBe(200);
    const deleted = await callAs("central", "DELETE", "/api/form11-accomp/delete", { id: own });
    expect([deleted.status, deleted.body.details?.[0]?.used_by]).toMatchObject([
      422,
      [{ route: "Form11Geotags", rows: 1 }],
    ]);
  });
});

describe("Viewing photos", () => {
  it("A link to a stored photo works without an API key and expires after at most 10 minutes.", async () => {
    const file = jpeg();
    const row = await saved(
      geotag("provincial", { file, name: "seen.jpg", thumbnail: jpeg(), fields: at() }),
    );
    const answer = await callAs("viewer", "POST", "/api/form-11-geo/links", { ids: [row.id, 999_999_999] });
    const links = answer.body.data as Record<string, string>[];
    expect(links).toMatchObject([{ id: row.id, file_name: "seen.jpg", content_type: "image/jpeg" }]);
    const [link] = links;
    expect(Date.parse(link?.expires_at ?? "") - Date.now()).toBeLessThan(10 * 60_000);
    const opened = await fetch(stack.url + link?.file_url);
    expect(Buffer.from(await opened.arrayBuffer()).equals(file)).toBe(true);
    expect((await fetch(stack.url + link?.thumbnail_url)).status).toBe(200);
    const forged = link?.file_url?.replace(/token=.*/, "token=x") ?? "";
    expect((await fetch(stack.url + forged)).status).toBeGreaterThanOrEqual(400);
    const small = await callAs("viewer", "POST", "/api/form-11-geo/links", {
      ids: [row.id],
      only: "thumbnails",
    });
    expect(small.body.data).toMatchObject([
      { file_url: null, thumbnail_url: expect.stringContaining(".thumb.") },
    ]);
  });

  it("The map endpoint returns only points of photos that match the filter or the search.", async () => {
    const own = await createSupportRecord();
    const row = await saved(geotag("provincial", { fields: at({ form11_id: own, kind: "before" }) }));
    const answer = await callAs("provincial", "POST", "/api/form-11-geo/points", { form11_id: own });
    expect(answer.body).toMatchObject({
      total: 1,
      data: [[row.id, inside.longitude, inside.latitude, "before", "No", null, own]],
    });
    const searched = await callAs("provincial", "POST", "/api/form-11-geo/points", {
      q: "no such words anywhere",
    });
    expect(searched.body).toMatchObject({ total: 0, data: [] });
    expect((await callAs("provincial", "POST", "/api/arbo-masterlist/points", {})).status).toBe(404);
  });
});
