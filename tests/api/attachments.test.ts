/**
 * Attachments of records over HTTP. The scope, rights, reporting window and approval lock of a record also apply to its
 * attachments.
 */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { jpeg, pdf } from "../support/photos.ts";
import {
  cleanUpFiles,
  createSupportRecord,
  type Fields,
  form,
  saved,
  send,
  storage,
  storedPaths,
  uploadState,
} from "./evidence-support.ts";
import {
  arbo,
  callAs,
  cleanUp,
  type DemoUser,
  database,
  elsewhere,
  mark,
  province,
  type Row,
  region,
  rowsOf,
  save,
  withSchedules,
} from "./support.ts";

afterAll(async () => {
  await cleanUpFiles();
  await cleanUp();
});

const attach = (user: DemoUser, fields: Fields, file = pdf(), name = "deed.pdf") =>
  send(
    user,
    "POST",
    "/api/attachments/create",
    form({ file, name, fields: { upload_id: randomUUID(), ...fields } }),
  );
const reread = async (path: string, id: number): Promise<Row> =>
  rowsOf(await callAs("central", "POST", `/api/${path}`, { id }))[0] as Row;
const link = (row: { upload_id: string }) => `/homepage/files/${row.upload_id}`;
const officeFields = { region_name: region, province_name: province, arbo_name: `${mark} ${randomUUID()}` };

const makers = {
  form11_accomps: async () => ({ id: await createSupportRecord(), path: "form11-accomp" }),
  form11_farm_infos: async () => ({
    id: Number(
      (
        await save("central", "form11-farm-info", {
          ...officeFields,
          arbo_name: `${mark} ${randomUUID()}`,
          reporting_year: 2024,
          reporting_quarter: "Q1",
          crop_commodity: "Palay",
        })
      )[0]?.id,
    ),
    path: "form11-farm-info",
  }),
  fme_inventory_table: async () => ({
    id: Number(
      (
        await save("central", "fme-inventory-table", {
          ...officeFields,
          prj_title: `${mark} ${randomUUID()}`,
        })
      )[0]?.id,
    ),
    path: "fme-inventory-table",
  }),
  arbo_masterlist: async () => ({
    id: Number((await save("central", "arbo-masterlist", arbo()))[0]?.id),
    path: "arbo-masterlist",
  }),
} as const;

describe.each([
  ["form11_accomps", "uploadFile", true],
  ["form11_farm_infos", "uploadFile", true],
  ["fme_inventory_table", "picture_trust_agreement", false],
  ["fme_inventory_table", "picture_deed_donation", false],
  ["arbo_masterlist", "coc_cgs_attachment_link", false],
] as const)("Attachments of a row of %s in the field %s", (table, field, list) => {
  it("If a user changes a record's attachment field, the links to the record's stored attachments remain in this field.", async () => {
    const { id, path } = await makers[table]();
    const typed = "https://files.example/typed.pdf";
    await callAs("central", "PUT", `/api/${path}/update`, { id, [field]: list ? [typed] : typed });
    const first = await saved(attach("provincial", { record_table: table, record_id: id, field }));
    const after = await reread(path, id);
    expect(after[field]).toEqual(list ? [typed, link(first)] : link(first));
    expect(after.row_version).toBe(3);
    expect(first).toMatchObject({
      record_table: table,
      record_id: id,
      field,
      province_name: province,
      file_name: "deed.pdf",
      content_type: "application/pdf",
    });
    const second = await saved(
      attach("provincial", { record_table: table, record_id: id, field }, jpeg(), "photo.jpg"),
    );
    expect((await reread(path, id))[field]).toEqual(list ? [typed, link(first), link(second)] : link(second));

    // An update never removes links to attachments, even if it contains a value for the attachment field.
    for (const change of [
      { remarks: "changed" },
      { [field]: null },
      { [field]: list ? [typed] : typed },
      { [field]: list ? [link({ upload_id: randomUUID() })] : link({ upload_id: randomUUID() }) },
    ]) {
      const [row] = rowsOf(await callAs("provincial", "PUT", `/api/${path}/update`, { id, ...change }));
      if (list) expect(row?.[field]).toEqual(expect.arrayContaining([link(first), link(second)]));
      else expect(row?.[field]).toBe(link(second));
    }
    await callAs("provincial", "DELETE", "/api/attachments/delete", { id: second.id });
    const left = (await reread(path, id))[field];
    expect(left).toEqual(list ? [link(first)] : link(first));
    expect(await uploadState(second.upload_id)).toBe("trashed");
  });

  it("Deleting a record moves the attachments of the record to the trash.", async () => {
    const { id, path } = await makers[table]();
    const row = await saved(attach("central", { record_table: table, record_id: id, field }));
    expect((await callAs("central", "DELETE", `/api/${path}/delete`, { id })).status).toBe(200);
    expect(await uploadState(row.upload_id)).toBe("trashed");
    expect(rowsOf(await callAs("central", "POST", "/api/attachments", { id: row.id }))).toEqual([]);
  });
});

describe("Permission to change attachments", () => {
  it("A user who can't edit a record can't add or delete attachments of the record.", async () => {
    const { id } = await makers.form11_accomps();
    const target = { record_table: "form11_accomps", record_id: id, field: "uploadFile" };
    const row = await saved(attach("provincial", target));
    expect(rowsOf(await callAs("viewer", "POST", "/api/attachments", { record_id: id }))).toHaveLength(1);
    expect(
      (await callAs("viewer", "POST", "/api/attachments/links", { ids: [row.id] })).body.data,
    ).toMatchObject([{ id: row.id, file_url: expect.any(String) }]);
    expect((await attach("viewer", target)).status).toBe(403);
    expect((await callAs("viewer", "DELETE", "/api/attachments/delete", { id: row.id })).status).toBe(403);
    await withSchedules([{ form: "target", start_date: "2020-01-01", end_date: "2099-12-31" }], async () => {
      expect((await attach("provincial", target)).body.message).toContain("window");
      expect((await callAs("provincial", "DELETE", "/api/attachments/delete", { id: row.id })).status).toBe(
        403,
      );
    });
    const foreign = await createSupportRecord(elsewhere);
    expect((await attach("provincial", { ...target, record_id: foreign })).status).toBe(404);
    expect((await attach("provincial", { ...target, field: "remarks" })).status).toBe(422);
    expect((await attach("provincial", { ...target, record_table: "users", field: "name" })).status).toBe(
      404,
    );
  });

  it("A user can attach a file to a target only while the reporting window for targets is open.", async () => {
    const id = await createSupportRecord({ status: "Target" });
    const target = { record_table: "form11_accomps", record_id: id, field: "uploadFile" };
    await withSchedules(
      [{ form: "accomplishment", start_date: "2020-01-01", end_date: "2099-12-31" }],
      async () => {
        expect((await attach("provincial", target)).body.message).toContain("target window");
      },
    );
    await withSchedules([{ form: "target", start_date: "2020-01-01", end_date: "2099-12-31" }], async () => {
      expect(await saved(attach("provincial", target))).toMatchObject({ status: "Target" });
    });
  });

  it("If a client repeats a successful upload of an attachment after the reporting window has closed, the API returns the stored attachment.", async () => {
    const { id } = await makers.form11_accomps();
    const target = { record_table: "form11_accomps", record_id: id, field: "uploadFile" };
    const file = pdf();
    const again = { ...target, upload_id: randomUUID() };
    const row = await saved(attach("provincial", again, file));
    await withSchedules([{ form: "target", start_date: "2020-01-01", end_date: "2099-12-31" }], async () => {
      expect(await saved(attach("provincial", again, file))).toMatchObject({ id: row.id });
      expect((await attach("provincial", target, file)).status).toBe(403);
    });
  });

  it("A provincial user can't add or delete an attachment of an approved record.", async () => {
    const id = await createSupportRecord();
    const target = { record_table: "form11_accomps", record_id: id, field: "uploadFile" };
    const row = await saved(attach("provincial", target));
    await callAs("admin", "POST", "/api/form11-accomp/approve", { id: [id], process_stage: "Approved" });
    const before = await storedPaths();
    const refused = await attach("provincial", target);
    expect([refused.status, refused.body.message]).toMatchObject([403, expect.stringContaining("approved")]);
    expect((await callAs("provincial", "DELETE", "/api/attachments/delete", { id: row.id })).status).toBe(
      403,
    );
    expect(await storedPaths()).toEqual(before);
    await saved(attach("central", target));
  });

  it("If one of several attachments to delete belongs to an approved record, the refusal contains the position of this attachment.", async () => {
    const rows = [];
    for (const isApproved of [false, true]) {
      const id = await createSupportRecord();
      const target = { record_table: "form11_accomps", record_id: id, field: "uploadFile" };
      rows.push((await saved(attach("provincial", target))).id);
      if (isApproved)
        await callAs("admin", "POST", "/api/form11-accomp/approve", {
          id: [id],
          process_stage: "Approved",
        });
    }
    const deletion = await callAs("provincial", "DELETE", "/api/attachments/delete", { id: rows });
    expect([deletion.status, deletion.body.details]).toMatchObject([
      403,
      [{ index: 1, message: expect.stringContaining("approved") }],
    ]);
  });

  it("If an approved record has two attachments in one field, a provincial user can't delete or replace the older one.", async () => {
    const { id, path } = await makers.fme_inventory_table();
    const target = { record_table: "fme_inventory_table", record_id: id, field: "picture_trust_agreement" };
    const older = await saved(attach("provincial", target));
    await saved(attach("provincial", target, jpeg(), "photo.jpg"));
    await callAs("admin", "POST", `/api/${path}/approve`, { id: [id], process_stage: "Approved" });
    const before = await storedPaths();
    const deletion = await callAs("provincial", "DELETE", "/api/attachments/delete", { id: older.id });
    const replacement = await send(
      "provincial",
      "PUT",
      "/api/attachments/update",
      form({ file: jpeg(), fields: { id: older.id, upload_id: randomUUID() } }),
    );
    for (const refused of [deletion, replacement])
      expect([refused.status, refused.body.message]).toMatchObject([
        403,
        expect.stringContaining("approved"),
      ]);
    expect(await storedPaths()).toEqual(before);
    expect(await uploadState(older.upload_id)).toBe("kept");
  });

  it("Users of a record's former office can't read the record's attachments.", async () => {
    const id = await createSupportRecord();
    const row = await saved(
      attach("central", { record_table: "form11_accomps", record_id: id, field: "uploadFile" }),
    );
    expect((await storage("viewer", "GET", `evidence/${row.file_path}`)).status).toBe(200);
    await callAs("central", "PUT", "/api/form11-accomp/update", { id, ...elsewhere });
    expect((await storage("viewer", "GET", `evidence/${row.file_path}`)).status).toBeGreaterThanOrEqual(400);
    const [moved] = await database`select office from public.attachments where id = ${row.id}`;
    expect(moved?.office).toContain("Bulacan");
  });
});
