/**
 * Undo: a deleted row stays in its office's trash for 30 days and can be restored unchanged. A row can also be reverted
 * to a former version.
 */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { foldText } from "#shared/rules/text.ts";
import type { Transaction } from "#shared/server/sql/sql.ts";
import { jpeg } from "../support/photos.ts";
import {
  ageDeletedFiles,
  cleanUpFiles,
  createSupportRecord,
  geotag,
  saved,
  send,
  storedPaths,
  uploadState,
} from "./evidence-support.ts";
import { makePerson } from "./people-support.ts";
import {
  type Answer,
  arbo,
  call,
  callAs,
  cleanUp,
  type DemoUser,
  database,
  mark,
  province,
  type Row,
  region,
  rowsOf,
  save,
  withSchedules,
} from "./support.ts";

const path = "/api/arbo-masterlist";
const act = (user: DemoUser, name: string, body: unknown, of = path) =>
  callAs(user, "PUT", `${of}/${name}`, body);
const remove = async (user: DemoUser, id: unknown, of = path) => {
  const answer = await callAs(user, "DELETE", `${of}/delete`, { id });
  if (answer.status !== 200) throw new Error(answer.text);
};
type Deleted = Row & { deleted: { by: string; at: string; until: string } };
const trash = async (user: DemoUser, body: object = {}, of = path) =>
  (await callAs(user, "POST", `${of}/trash`, { page_size: 200, ...body })).body as Answer["body"] & {
    data: Deleted[];
  };
const inTrash = async (user: DemoUser, id: number, of = path) =>
  (await trash(user, {}, of)).data.find((row) => row.id === id);
const history = async (id: unknown, of = "arbo-masterlist") =>
  (await callAs("central", "POST", "/api/history", { path: of, id })).body.data as {
    id: number;
    action: string;
  }[];
const said = ({ status, body }: Answer) => [status, body.message];

/**
 * Changes the log entries of an ARBO while `work` runs. Restores the entries afterwards, so that the log's hash chain
 * is valid again.
 */
async function whileLogIs(id: number, otherwise: string, work: () => Promise<void>): Promise<void> {
  const entries = "form_name = 'arbo_masterlist' and row_id";
  const before = await database<{ id: string; at: string; changes: unknown }[]>`
    select id, at::text, changes from private.user_log where form_name = 'arbo_masterlist' and row_id = ${id}`;
  await database.unsafe(`update private.user_log set ${otherwise} where ${entries} = ${id}`);
  try {
    await work();
  } finally {
    for (const entry of before)
      await database`update private.user_log set at = ${entry.at}::text::timestamptz,
        changes = ${entry.changes ? JSON.stringify(entry.changes) : null}::text::jsonb where id = ${entry.id}::text::bigint`;
  }
}

async function make(fields: Record<string, unknown> = {}, of = "arbo-masterlist"): Promise<Row> {
  const [row] = await save("provincial", of, of === "arbo-masterlist" ? arbo(fields) : fields);
  if (!row) throw new Error("the row was not made");
  return row;
}

afterAll(async () => {
  await cleanUpFiles();
  await cleanUp();
});

describe("Restoring a deleted row", () => {
  it("A row restored from the trash has its former values, comments and history.", async () => {
    const { id } = await make({ cd: "1st" });
    await save("provincial", "arbo-masterlist", { id, cd: "2nd" });
    await act("regional", "return", { id, reason: "Members?" });
    await act("regional", "comment", { id, text: "Of which year?" });
    const [before] = rowsOf(await callAs("central", "POST", path, { id, page: 1 }));
    await remove("provincial", id);
    expect(await inTrash("viewer", id)).toMatchObject({
      ...{ id, cd: "2nd", arbo_name: before?.arbo_name, office: `${region} / ${province}` },
      deleted: { by: "provincial", at: expect.any(String), until: expect.any(String) },
    });
    const { deleted } = (await inTrash("regional", id)) as Deleted;
    expect(Date.parse(deleted.until) - Date.parse(deleted.at)).toBe(30 * 86_400_000);

    const back = await act("provincial", "restore", { id });
    expect(back.status, back.text).toBe(200);
    const { updated_at: _, ...same } = before as Row;
    expect(rowsOf(back)[0]).toMatchObject(same);
    expect(await inTrash("provincial", id)).toBeUndefined();
    const actions = (await history(id)).map(({ action }) => action);
    expect(actions).toEqual(["Restore", "Delete", "Comment", "Return", "Update", "Insert"]);
    const comments = await callAs("viewer", "POST", `${path}/comments`, { id });
    expect(comments.body.data).toMatchObject([{ text: "Of which year?" }]);
    // The search finds the restored row, and a user can change it with the row version from before the deletion.
    const found = await callAs("provincial", "POST", path, { q: before?.arbo_name, page: 1 });
    expect(rowsOf(found).map((row) => row.id)).toEqual([id]);
    expect(
      (await act("provincial", "update", { id, cd: "3rd", row_version: before?.row_version })).status,
    ).toBe(200);
  });

  it("A request to restore several rows fails as a whole if one row is not in the trash.", async () => {
    const rows = [await make(), await make(), await make()];
    const ids = rows.map(({ id }) => id);
    for (const id of ids) await remove("provincial", id);
    const [first, second] = [
      await trash("provincial", { page: 1, page_size: 2 }),
      await trash("provincial", { page: 2, page_size: 2 }),
    ];
    expect([...first.data, ...second.data].slice(0, 3).map(({ id }) => id)).toEqual([...ids].reverse());
    expect(first.total).toBe(second.total);
    const lost = await act("provincial", "restore", { id: [...ids, 987_654_321] });
    expect([lost.status, lost.body.details?.[0]?.index]).toEqual([404, 3]);
    expect(await inTrash("provincial", ids[0] as number)).toBeDefined();
    expect(rowsOf(await act("provincial", "restore", { id: ids })).map(({ id }) => id)).toEqual(ids);
  });

  it("The API refuses to restore a row that was deleted more than 30 days ago.", async () => {
    const { id } = await make();
    expect(said(await act("provincial", "restore", { id }))).toEqual([
      404,
      expect.stringContaining("not in the trash"),
    ]);
    await remove("provincial", id);
    expect((await act("provincial", "restore", { id })).status).toBe(200);
    // The second restore of the same row is refused.
    expect((await act("provincial", "restore", { id })).status).toBe(404);
    await remove("provincial", id);
    expect(said(await act("viewer", "restore", { id }))).toEqual([
      403,
      expect.stringContaining("Delete right"),
    ]);
    await withSchedules([], async () => {
      expect((await act("provincial", "restore", { id })).status).toBe(403);
      expect((await act("regional", "restore", { id })).status).toBe(403);
      expect((await act("central", "restore", { id })).status).toBe(200);
    });
    await remove("provincial", id);
    // The log is changed as if the row had been deleted more than 30 days ago.
    await whileLogIs(id, "at = at - interval '30 days'", async () => {
      expect(await inTrash("central", id)).toBeUndefined();
      expect(said(await act("central", "restore", { id }))).toEqual([
        404,
        expect.stringContaining("30 days"),
      ]);
    });
    for (const body of [{}, { id: "x" }, { id: [] }, { id: 0 }, { id, more: 1 }])
      expect((await act("provincial", "restore", body)).status).toBe(400);
    for (const body of [{ page: 0 }, { page: "x" }, { page_size: 1000 }, { nonsense: 1 }])
      expect((await callAs("provincial", "POST", `${path}/trash`, body)).status).toBe(400);
  });

  it("Only a Central user can restore an approved row or a row of another region.", async () => {
    const [far] = await save(
      "central",
      "arbo-masterlist",
      arbo({ region_name: "Region VIII (Eastern Visayas)", province_name: "Leyte" }),
    );
    await remove("central", far?.id);
    for (const user of ["regional", "provincial"] as const) {
      expect(await inTrash(user, far?.id as number)).toBeUndefined();
      expect((await act(user, "restore", { id: far?.id })).status).toBe(404);
    }
    const { id } = await make();
    await callAs("regional", "POST", `${path}/approve`, { id, process_stage: "Approved" });
    const [approved] = rowsOf(await callAs("central", "POST", path, { id, page: 1 }));
    await remove("central", id);
    expect(said(await act("regional", "restore", { id }))).toEqual([
      403,
      expect.stringContaining("was approved when it was deleted"),
    ]);
    const [back] = rowsOf(await act("central", "restore", { id: [far?.id, id] })).slice(1);
    expect(back).toMatchObject({
      process_stage: "Approved",
      approved_by: approved?.approved_by,
      approved_at: approved?.approved_at,
      user_id: approved?.user_id,
      review: approved?.review,
    });
  });

  it("A user can't restore a training while the training's ARBO is deleted.", async () => {
    const key = `T-${Date.now()}`;
    const { id } = await make({ arbo_id: key });
    const training = await make(
      {
        training_title: `${mark} training ${key}`,
        start_date: "2025-03-03",
        arbo_id: key,
        arbo_name: "Another name",
        region_name: region,
        province_name: province,
      },
      "arbo-training",
    );
    await remove("provincial", training.id, "/api/arbo-training");
    await remove("provincial", id);
    const gone = await act("provincial", "restore", { id: training.id }, "/api/arbo-training");
    expect([gone.status, gone.body.details?.[0]?.field]).toEqual([422, "arbo_id"]);
    const other = await make({ arbo_id: key });
    for (const more of [{}, { save_anyway: true }]) {
      const refused = await act("provincial", "restore", { id, ...more });
      expect([refused.status, refused.body.details]).toMatchObject([
        409,
        [{ index: 0, field: "arbo_id", same_as: [{ id: other.id, agreed: ["arbo_id"] }] }],
      ]);
    }
    await remove("provincial", other.id);
    expect((await act("provincial", "restore", { id })).status).toBe(200);
    expect((await act("provincial", "restore", { id: training.id }, "/api/arbo-training")).status).toBe(200);
    await remove("provincial", training.id, "/api/arbo-training");
  });

  it("If a user has entered deleted rows again, the API refuses to restore them unless save_anyway is true.", async () => {
    const deleted = [await make(), await make(), await make()];
    const ids = deleted.map(({ id }) => id);
    for (const id of ids) await remove("provincial", id);
    const names = deleted.map(({ arbo_name }) => arbo_name);
    const [first] = await save("provincial", "arbo-masterlist", arbo({ arbo_name: names[0] }));
    const [third] = await save("provincial", "arbo-masterlist", arbo({ arbo_name: names[2] }));
    const refused = await act("provincial", "restore", { id: ids });
    expect([refused.status, refused.body.details]).toMatchObject([
      409,
      [
        { index: 0, field: "arbo_name", same_as: [{ id: first?.id, title: names[0] }] },
        { index: 2, field: "arbo_name", same_as: [{ id: third?.id, title: names[2] }] },
      ],
    ]);
    expect(refused.body.message).toContain(`${names[0]} is stored already: there is an ARBO with the same`);
    expect(await inTrash("provincial", ids[1] as number)).toBeDefined();
    // The second row can be restored alone, because no new row with the same name was saved.
    expect((await act("provincial", "restore", { id: ids[1] })).status).toBe(200);
    const anyway = await act("provincial", "restore", { id: [ids[0], ids[2]], save_anyway: true });
    expect([anyway.status, rowsOf(anyway).map(({ id }) => id)]).toEqual([200, [ids[0], ids[2]]]);
    expect((await act("provincial", "restore", { id: ids, save_anyway: "yes" })).status).toBe(400);
  });

  it("The API refuses to restore two deleted rows with the same key, unless save_anyway is true.", async () => {
    const arbo_name = `${mark} twin ${Date.now()}`;
    const one = await make({ arbo_name });
    const other = await make({ arbo_name, save_anyway: true });
    const id = [one.id, other.id];
    await remove("provincial", id);
    const refused = await act("provincial", "restore", { id });
    expect([refused.status, refused.body.details?.map(({ index }) => index)]).toEqual([409, [1]]);
    expect((await act("provincial", "restore", { id, save_anyway: true })).status).toBe(200);
  });

  it("The API refuses to restore a participant who was probably entered again, unless save_anyway is true.", async () => {
    const of = "/api/participant";
    const person = {
      participant_name: `${mark} Rosa Cruz ${Date.now()}`,
      arbo_name: "Another name",
      region_name: region,
      province_name: province,
    };
    const { id } = await make(person, "participant");
    await remove("provincial", id, of);
    const again = await make({ ...person, birthday: "1990-05-05" }, "participant");
    const refused = await act("provincial", "restore", { id }, of);
    expect([refused.status, refused.body.details]).toMatchObject([
      409,
      [{ index: 0, field: "participant_name", same_as: [{ id: again.id }] }],
    ]);
    expect((await act("provincial", "restore", { id, save_anyway: true }, of)).status).toBe(200);
    await remove("provincial", [id, again.id], of);
  });

  it("The API refuses to restore a row if another user is saving a new row with the same name.", async () => {
    const { id, arbo_name } = await make();
    await remove("provincial", id);
    let answer: ReturnType<typeof act> | undefined;
    await database.begin(async (tx) => {
      // The save of a new row first locks the row's name.
      await lockName(tx, arbo_name);
      answer = act("provincial", "restore", { id });
      await new Promise((resolve) => setTimeout(resolve, 600));
      await tx`insert into public.arbo_masterlist (arbo_name, region_name, province_name)
        values (${String(arbo_name)}, ${region}, ${province})`;
    });
    expect((await answer)?.status).toBe(409);
  });

  it("If two users restore the same row at once, the slower user gets the same answer as if the row had been restored before.", async () => {
    const { id, arbo_name } = await make({ arbo_id: `T-${randomUUID()}` });
    await remove("provincial", id);
    const restore = (user: DemoUser) => act(user, "restore", { id });
    // Both requests have read the deleted row when they wait for the name's lock.
    const answers = await database
      .begin(async (tx) => {
        await lockName(tx, arbo_name);
        const both = [restore("provincial"), restore("central")];
        await expect
          .poll(() => tx`select from pg_locks where locktype = 'advisory' and not granted`)
          .toHaveLength(2);
        return () => Promise.all(both);
      })
      .then((all) => all());
    const [fast, slow] = answers.sort((one, other) => one.status - other.status) as [Answer, Answer];
    expect(rowsOf(fast).map((row) => row.id)).toEqual([id]);
    expect(said(slow)).toEqual(said(await restore("provincial")));
    expect(slow.status).toBe(404);
  });

  it("A row restored by a user without the Sensitive right keeps its sensitive values.", async () => {
    const fields = {
      participant_name: `${mark} Ana`,
      arbo_name: "Another name",
      birthday: "1990-05-05",
      is_pwd: "Yes",
      region_name: region,
      province_name: province,
    };
    const { id } = await make(fields, "participant");
    const of = "/api/participant";
    await remove("provincial", id, of);
    const { token } = await makePerson({
      level: "Provincial",
      rights: ["Read", "Edit", "Delete"],
      routes: ["forms"],
    });
    const { body } = await call("POST", `${of}/trash`, { token, body: { page_size: 200 } });
    const seen = (body.data as Deleted[]).find((row) => row.id === id);
    expect(seen?.participant_name).toBe(fields.participant_name);
    for (const hidden of ["birthday", "is_pwd"]) expect(seen).not.toHaveProperty(hidden);
    expect((await call("PUT", `${of}/restore`, { token, body: { id } })).status).toBe(200);
    const [row] = rowsOf(await callAs("admin", "POST", of, { id, page: 1 }));
    expect([row?.birthday, row?.is_pwd]).toEqual(["1990-05-05", "Yes"]);
    await remove("provincial", id, of);
  });

  it("The files of a deleted row stay stored as long as the row can be restored.", async () => {
    const record = await createSupportRecord();
    const row = await saved(geotag("provincial", { thumbnail: jpeg(), fields: { form11_id: record } }));
    const of = "/api/form-11-geo";
    const own = async () =>
      (await storedPaths()).filter((one) => one === row.file_path || one === row.thumbnail_path).length;
    await remove("provincial", row.id, of);
    expect([await uploadState(row.upload_id), await own()]).toEqual(["trashed", 2]);
    expect((await callAs("provincial", "POST", `${of}/links`, { ids: [row.id] })).body.data).toEqual([]);
    expect((await callAs("admin", "POST", `${of}/check`, {})).body.data).toMatchObject({ faults: [] });
    const back = await act("provincial", "restore", { id: row.id }, of);
    expect([back.status, rowsOf(back)[0]]).toMatchObject([
      200,
      { file_path: row.file_path, sha256: row.sha256, upload_id: row.upload_id },
    ]);
    expect((await callAs("provincial", "POST", `${of}/links`, { ids: [row.id] })).body.data).toHaveLength(1);
    await remove("provincial", row.id, of);
    // The photo can't be restored before its record is restored.
    await remove("central", record, "/api/form11-accomp");
    expect((await act("provincial", "restore", { id: row.id }, of)).status).toBe(422);
    await act("central", "restore", { id: record }, "/api/form11-accomp");
    await ageDeletedFiles(row.upload_id);
    const another = await saved(
      geotag("provincial", { file: jpeg({ size: 20_000 }), fields: { form11_id: record } }),
    );
    await remove("provincial", another.id, of);
    expect([await uploadState(row.upload_id), await own()]).toEqual([null, 0]);
    expect(said(await act("provincial", "restore", { id: row.id }, of))).toEqual([
      422,
      expect.stringContaining("no longer stored"),
    ]);
  });

  it("A restored record has the same attachments as before its deletion.", async () => {
    const record = await createSupportRecord();
    const data = new FormData();
    for (const [name, value] of Object.entries({
      upload_id: crypto.randomUUID(),
      record_table: "form11_accomps",
      record_id: String(record),
      field: "uploadFile",
    }))
      data.append(name, value);
    data.append("file", new Blob([Uint8Array.from(jpeg())], { type: "image/jpeg" }), "a.jpg");
    const attached = await saved(send("provincial", "POST", "/api/attachments/create", data));
    const of = "/api/form11-accomp";
    const [before] = rowsOf(await callAs("central", "POST", of, { id: record, page: 1 }));
    expect(before?.uploadFile).toHaveLength(1);
    await remove("central", record, of);
    const alone = await act("provincial", "restore", { id: attached.id }, "/api/attachments");
    expect(alone.status, alone.text).toBe(422);
    const [back] = rowsOf(await act("central", "restore", { id: record }, of));
    expect([back?.uploadFile, back?.row_version]).toEqual([before?.uploadFile, before?.row_version]);
    expect(
      (await callAs("provincial", "POST", "/api/attachments/links", { ids: [attached.id] })).status,
    ).toBe(200);
    // An attachment can be deleted and restored while its record stays stored.
    await remove("provincial", attached.id, "/api/attachments");
    expect((await act("provincial", "restore", { id: attached.id }, "/api/attachments")).status).toBe(200);
    expect(rowsOf(await callAs("central", "POST", of, { id: record, page: 1 }))[0]?.uploadFile).toEqual(
      before?.uploadFile,
    );
  });
});

describe("Restoring a row after the rows to which it refers have changed", () => {
  const place = { region_name: region, province_name: province, muncity_name: "Jaen" };
  const elsewhere = { province_name: "Bulacan", muncity_name: "City of Malolos", barangay_name: null };
  const rentals = "/api/fme-rental-monitoring";
  const rental = (fields: Record<string, unknown>) =>
    make(
      {
        ...place,
        ...{ reporting_year: 2025, reporting_quarter: "Q3", specific_fme_rented: "Hauling truck" },
        ...fields,
      },
      "fme-rental-monitoring",
    );
  const change = async (of: string, fields: Record<string, unknown>) =>
    (await save("admin", of, { ...fields, save_anyway: true }))[0] as Row;
  const restored = async (user: DemoUser, id: number, of = path) => {
    const answer = await act(user, "restore", { id, save_anyway: true }, of);
    expect(answer.status, answer.text).toBe(200);
    return rowsOf(answer)[0] as Row;
  };
  const newArc = async () => {
    const arc_id = `ARC-${randomUUID()}`;
    return make({ ...place, arc_id, arc_name: `${mark} ${arc_id}`, arc_type: "ARC" }, "arc-masterlist");
  };

  it("A restored row has the present ARC ID, name and type of its ARC.", async () => {
    const arc = await newArc();
    const { arc_id, arc_name, arc_type } = arc;
    const row = await rental({ arc_id, arc_name, arc_type, arbo_name: `${mark} of an ARC` });
    const organization = await make({ arc_id, arc_name, arc_type });
    await remove("provincial", row.id, rentals);
    await remove("provincial", organization.id);
    const present = { arc_id: `${arc_id}-N`, arc_name: `${arc_name} N`, arc_type: "ARC Cluster" };
    await change("arc-masterlist", { id: arc.id, ...present });
    expect(await restored("provincial", row.id, rentals)).toMatchObject(present);
    expect(await restored("provincial", organization.id)).toMatchObject(present);
    // If only the type changes, the restored row gets the new type.
    await remove("provincial", row.id, rentals);
    await change("arc-masterlist", { id: arc.id, arc_type: "ARC" });
    expect(await restored("provincial", row.id, rentals)).toMatchObject({ ...present, arc_type: "ARC" });
    await remove("provincial", row.id, rentals);
    await remove("provincial", organization.id);
    await remove("admin", arc.id, "/api/arc-masterlist");
    const gone = await act("provincial", "restore", { id: row.id }, rentals);
    expect(said(gone)).toEqual([
      422,
      `This rental refers to the ARC "${present.arc_name}", which is deleted. Restore that ARC first.`,
    ]);
    expect(gone.body.details).toMatchObject([{ index: 0, field: "arc_id" }]);
  });

  it("A restored row has the present IDs of its trainings and of its machine.", async () => {
    const training = {
      ...place,
      training_title: mark,
      start_date: "2025-03-03",
      arbo_name: `${mark} ${randomUUID()}`,
    };
    const held = await make(training, "arbo-training");
    const planned = await make({ ...training, start_date: "2025-03-04" }, "arbo-training");
    const machine = await make(
      { ...place, prj_title: mark, arbo_name: `${mark} owner` },
      "fme-inventory-table",
    );
    const participants = "/api/participant";
    const person = await make(
      {
        ...place,
        participant_name: `${mark} ${randomUUID()}`,
        training_id: [held.training_id],
        wo_training_id: [planned.training_id],
      },
      "participant",
    );
    const rented = await rental({ arbo_name: `${mark} renter`, fme_inventory_id: machine.fme_inventory_id });
    await remove("provincial", person.id, participants);
    await remove("provincial", rented.id, rentals);
    const ids = ["held", "planned", "machine"].map((one) => `${one}-${randomUUID()}`);
    await change("arbo-training", { id: held.id, training_id: ids[0] });
    await change("arbo-training", { id: planned.id, training_id: ids[1] });
    await change("fme-inventory-table", { id: machine.id, fme_inventory_id: ids[2] });
    expect(await restored("provincial", person.id, participants)).toMatchObject({
      training_id: [ids[0]],
      wo_training_id: [ids[1]],
    });
    expect(await restored("provincial", rented.id, rentals)).toMatchObject({ fme_inventory_id: ids[2] });
    await remove("provincial", person.id, participants);
    await remove("provincial", rented.id, rentals);
    for (const { id } of [held, planned]) await remove("provincial", id, "/api/arbo-training");
    await remove("provincial", machine.id, "/api/fme-inventory-table");
    expect(said(await act("provincial", "restore", { id: person.id }, participants))).toEqual([
      422,
      `This participant refers to the training "${mark}", which is deleted. Restore that training first.`,
    ]);
  });

  it("If an ARBO has moved to another province, its deleted rows are restored to that province.", async () => {
    const organization = await make(place);
    const row = await rental({ arboPrimaryKey: organization.id });
    await remove("provincial", row.id, rentals);
    const moved = await change("arbo-masterlist", {
      id: organization.id,
      arbo_name: `${mark} moved`,
      ...elsewhere,
    });
    expect(moved.province_name).toBe("Bulacan");
    // A user who can't read the new province sees the row in the trash as it was.
    const seen = await Promise.all(
      (["provincial", "regional"] as const).map((user) => inTrash(user, row.id, rentals)),
    );
    expect(seen.map((one) => one?.province_name)).toEqual([province, "Bulacan"]);
    expect(said(await act("provincial", "restore", { id: row.id }, rentals))).toEqual([
      403,
      expect.stringContaining("Bulacan"),
    ]);
    expect(await restored("regional", row.id, rentals)).toMatchObject({
      ...elsewhere,
      ...{ region_name: region, arbo_name: `${mark} moved`, arboPrimaryKey: organization.id },
    });
    await remove("regional", row.id, rentals);
    await remove("regional", organization.id);
    expect(said(await act("regional", "restore", { id: row.id }, rentals))).toEqual([
      422,
      `This rental refers to the ARBO "${mark} moved", which is deleted. Restore that ARBO first.`,
    ]);
  });

  it("If a Form 11 record has moved, its deleted photos are restored to the new province, and can be opened there.", async () => {
    const record = await createSupportRecord();
    const row = await saved(
      geotag("provincial", { fields: { form11_id: record, barangay_name: "San Vicente" } }),
    );
    const of = "/api/form-11-geo";
    await remove("provincial", row.id, of);
    const arbo_name = `${mark} new name`;
    await change("form11-accomp", { id: record, ...elsewhere, arbo_name });
    expect((await act("provincial", "restore", { id: row.id }, of)).status).toBe(403);
    expect(await restored("regional", row.id, of)).toMatchObject({
      ...elsewhere,
      arbo_name,
      outside_province: "Yes",
    });
    const links = async (user: DemoUser) =>
      (await callAs(user, "POST", `${of}/links`, { ids: [row.id] })).body.data as object[];
    expect([(await links("regional")).length, (await links("provincial")).length]).toEqual([1, 0]);
    const [file] =
      await database`select office from public.evidence_files where upload_id = ${row.upload_id}`;
    expect(file).toEqual({ office: `${region} / Bulacan` });
    // Values that only the photo has stay, if the record has not changed them.
    await save("regional", "form-11-geo", { id: row.id, reporting_year: 2023 });
    await remove("regional", row.id, of);
    await change("form11-accomp", { id: record, fund_source: "GOP" });
    expect(await restored("regional", row.id, of)).toMatchObject({
      reporting_year: 2023,
      fund_source: "GOP",
    });
  });

  it("The attachments of a restored record move with the record.", async () => {
    const organization = await make(place);
    const record = await createSupportRecord({ arboPrimaryKey: organization.id });
    const data = new FormData();
    for (const [name, value] of Object.entries({
      ...{
        upload_id: randomUUID(),
        record_table: "form11_accomps",
        record_id: String(record),
        field: "uploadFile",
      },
    }))
      data.append(name, value);
    data.append("file", new Blob([Uint8Array.from(jpeg())], { type: "image/jpeg" }), "a.jpg");
    const attached = await saved(send("provincial", "POST", "/api/attachments/create", data));
    const of = "/api/form11-accomp";
    await remove("central", record, of);
    await change("arbo-masterlist", { id: organization.id, ...elsewhere });
    expect((await restored("central", record, of)).uploadFile).toHaveLength(1);
    const of_attached = await database`
      select a.province_name, f.office from public.attachments a join public.evidence_files f using (upload_id)
      where a.id = ${attached.id}`;
    expect(of_attached).toEqual([{ province_name: "Bulacan", office: `${region} / Bulacan` }]);
    // An attachment that was deleted alone is restored to the place of its record, too.
    await remove("central", attached.id, "/api/attachments");
    await change("form11-accomp", {
      id: record,
      arboPrimaryKey: null,
      arbo_id: null,
      arbo_name: mark,
      ...place,
    });
    expect((await restored("central", attached.id, "/api/attachments")).province_name).toBe(province);
  });
});

describe("Reverting a row to a former version", () => {
  it("A row that is reverted to a former training has the present ID of this training.", async () => {
    const place = { region_name: region, province_name: province };
    const training = {
      ...place,
      training_title: mark,
      start_date: "2025-03-03",
      arbo_name: `${mark} ${randomUUID()}`,
    };
    const former = await make(training, "arbo-training");
    const other = await make({ ...training, start_date: "2025-03-04" }, "arbo-training");
    const name = `${mark} ${randomUUID()}`;
    const row = await make(
      { ...place, participant_name: name, training_id: [former.training_id] },
      "participant",
    );
    const [inserted] = await history(row.id, "participant");
    await save("provincial", "participant", { id: row.id, training_id: [other.training_id] });
    const training_id = `renamed-${randomUUID()}`;
    await save("provincial", "arbo-training", { id: former.id, training_id });
    const back = await act(
      "provincial",
      "revert",
      { id: row.id, to: inserted?.id, row_version: 2 },
      "/api/participant",
    );
    expect(rowsOf(back), back.text).toMatchObject([{ training_id: [training_id] }]);
    await remove("provincial", row.id, "/api/participant");
    for (const { id } of [former, other]) await remove("provincial", id, "/api/arbo-training");
  });

  it("A user can revert a row to a former version, but not to a version of a different row.", async () => {
    const row = await make({ cd: "1st", total_member_male: 10, total_member_female: 5 });
    const { id } = row;
    await save("provincial", "arbo-masterlist", {
      id,
      cd: "2nd",
      total_member_male: 20,
      remarks: "Counted again",
    });
    const [now] = await save("provincial", "arbo-masterlist", { id, cd: null });
    const [third, second, first] = await history(id);
    const back = await act("provincial", "revert", { id, to: first?.id, row_version: now?.row_version });
    expect(back.status, back.text).toBe(200);
    expect(rowsOf(back)[0]).toMatchObject({
      cd: "1st",
      total_member_male: 10,
      total_member: 15,
      remarks: null,
      row_version: 4,
      arbo_name: row.arbo_name,
    });
    const again = await act("provincial", "revert", { id, to: second?.id, row_version: 4 });
    expect(rowsOf(again)[0]).toMatchObject({
      cd: "2nd",
      total_member_male: 20,
      total_member: 25,
      remarks: "Counted again",
    });
    expect((await history(id)).map(({ action }) => action)).toEqual([
      "Update",
      "Update",
      "Update",
      "Update",
      "Insert",
    ]);
    // A revert is refused if its row_version is outdated, if its history entry is missing or belongs to another row, or
    // if it would change nothing.
    const stale = await act("provincial", "revert", { id, to: third?.id, row_version: 3 });
    expect([stale.status, stale.body.details?.[0]?.field]).toEqual([409, "row_version"]);
    const other = await make();
    const [foreign] = await history(other.id);
    for (const to of [foreign?.id, 987_654_321_000])
      expect((await act("provincial", "revert", { id, to, row_version: 5 })).status).toBe(404);
    expect(said(await act("provincial", "revert", { id, to: second?.id, row_version: 5 }))).toEqual([
      422,
      expect.stringContaining("already has these values"),
    ]);
    for (const body of [
      {},
      { id },
      { id, to: 1 },
      { id, row_version: 1 },
      { id, to: "x", row_version: 1 },
      { id, to: 1, row_version: 1, cd: "x" },
    ])
      expect((await act("provincial", "revert", body)).status, JSON.stringify(body)).toBe(400);
    expect(
      (await act("provincial", "revert", { id: 987_654_321, to: first?.id, row_version: 1 })).status,
    ).toBe(404);
  });

  it("Only the central office can revert an approved row.", async () => {
    const { id } = await make({ cd: "1st" });
    await save("provincial", "arbo-masterlist", { id, cd: "2nd" });
    const [, first] = await history(id);
    const body = { id, to: first?.id, row_version: 2 };
    expect((await act("viewer", "revert", body)).status).toBe(403);
    await withSchedules([], async () => expect((await act("provincial", "revert", body)).status).toBe(403));
    await callAs("regional", "POST", `${path}/approve`, { id, process_stage: "Approved" });
    expect(said(await act("provincial", "revert", { ...body, row_version: 3 }))).toEqual([
      403,
      expect.stringContaining("approved"),
    ]);
    const [row] = rowsOf(await act("central", "revert", { ...body, row_version: 3 }));
    expect([row?.cd, row?.process_stage]).toEqual(["1st", "Approved"]);
    const [far] = await save(
      "central",
      "arbo-masterlist",
      arbo({ region_name: "Region VIII (Eastern Visayas)", province_name: "Leyte" }),
    );
    const [entry] = await history(far?.id);
    expect((await act("provincial", "revert", { id: far?.id, to: entry?.id, row_version: 1 })).status).toBe(
      404,
    );
  });

  it("If an ARBO is renamed and another ARBO takes its name, a reverted row stays linked to the renamed ARBO.", async () => {
    const key = `W-${Date.now()}`;
    const of = "/api/form-10";
    const name = `${mark} ${key}`;
    const target = await make({ arbo_name: name, arbo_id: key });
    const quarter = {
      reporting_year: 2026,
      reporting_quarter: "Q3",
      milestone_activity: name,
      remarks: "1st",
    };
    const place = { region_name: region, province_name: province };
    const { id } = await make({ ...place, ...quarter, arboPrimaryKey: target.id }, "form-10");
    await save("provincial", "form-10", { id, remarks: "2nd" });
    await save("provincial", "arbo-masterlist", {
      ...{ id: target.id, arbo_name: `${name} new`, arbo_id: `${key}-new` },
    });
    const other = await make({ arbo_name: name, arbo_id: key });
    const first = async () => (await history(id, "form-10")).at(-1)?.id;
    const version = async () => rowsOf(await callAs("central", "POST", of, { id, page: 1 }))[0]?.row_version;
    const revert = async () =>
      act("provincial", "revert", { id, to: await first(), row_version: await version() }, of);
    const same = {
      remarks: "1st",
      arboPrimaryKey: target.id,
      arbo_id: `${key}-new`,
      arbo_name: `${name} new`,
    };
    expect(rowsOf(await revert())[0]).toMatchObject(same);
    // A row that was moved to another ARBO goes back to the ARBO that it belonged to.
    await save("provincial", "form-10", { id, remarks: "3rd", arboPrimaryKey: other.id, arbo_id: key });
    expect(rowsOf(await revert())[0]).toMatchObject(same);
    await remove("provincial", id, of);
  });

  it("A revert keeps the link to an ARBO that the database made itself, but removes a link that a user added later.", async () => {
    const of = "/api/form-10";
    const name = `${mark} U-${Date.now()}`;
    const row = {
      region_name: region,
      province_name: province,
      reporting_year: 2026,
      reporting_quarter: "Q3",
    };
    const { id } = await make(
      { ...row, arbo_name: name, milestone_activity: name, remarks: "1st" },
      "form-10",
    );
    const target = await make({ arbo_name: name, arbo_id: name });
    const revert = async (row_version: number) => {
      const to = (await history(id, "form-10")).at(-1)?.id;
      const back = await act("provincial", "revert", { id, to, row_version }, of);
      expect(back.status, back.text).toBe(200);
      return rowsOf(back)[0];
    };
    const linked = { remarks: "1st", arboPrimaryKey: target.id, arbo_id: name, arbo_name: name };
    await save("provincial", "form-10", { id, remarks: "2nd" });
    expect(await revert(3)).toMatchObject(linked);
    // A row that was moved to another ARBO goes back to the ARBO with its former name.
    const other = await make();
    await save("provincial", "form-10", { id, remarks: "3rd", arboPrimaryKey: other.id });
    expect(await revert(5)).toMatchObject(linked);
    await remove("provincial", id, of);
    // The database links no row by a name that two ARBOs have. So only a user can have linked this row.
    await make({ arbo_name: name, muncity_name: "Licab", save_anyway: true });
    const free = await make({ ...row, arbo_name: name, milestone_activity: `${name} 2` }, "form-10");
    expect(free.arboPrimaryKey).toBeNull();
    await save("provincial", "form-10", { id: free.id, arboPrimaryKey: target.id });
    const to = (await history(free.id, "form-10")).at(-1)?.id;
    const undone = await act("provincial", "revert", { id: free.id, to, row_version: 2 }, of);
    expect(rowsOf(undone)[0], undone.text).toMatchObject({ arboPrimaryKey: null, arbo_name: name });
    await remove("provincial", free.id, of);
  });

  it("If a reverted row's former ARC has a new ARC ID, the row is linked to this ARC and gets its new ID.", async () => {
    const key = `T-${Date.now()}`;
    const [of, arcs] = ["/api/form-10", "/api/arc-masterlist"];
    const place = { region_name: region, province_name: province };
    const saveArc = async (fields: object) =>
      (await save("central", "arc-masterlist", [{ ...place, ...fields }]))[0] as Row;
    const first = await saveArc({ arc_id: key, arc_name: `${mark} ${key} 1` });
    const second = await saveArc({ arc_id: `${key}-2`, arc_name: `${mark} ${key} 2` });
    const quarter = { reporting_year: 2026, reporting_quarter: "Q3", milestone_activity: key };
    const { id } = await make({ ...place, ...quarter, arc_id: key, arc_name: first.arc_name }, "form-10");
    await save("provincial", "form-10", { id, arc_id: second.arc_id, arc_name: second.arc_name });
    await saveArc({ id: first.id, arc_id: `${key}-new` });
    const third = await saveArc({ arc_id: key, arc_name: `${mark} ${key} 3` });
    const to = (await history(id, "form-10")).at(-1)?.id;
    const back = await act("provincial", "revert", { id, to, row_version: 2 }, of);
    expect(rowsOf(back)[0], back.text).toMatchObject({ arc_id: `${key}-new`, arc_name: first.arc_name });
    await remove("provincial", id, of);
    await remove("central", [first.id, second.id, third.id], arcs);
  });

  it("A reverted row keeps the current ID, name and type of its ARC.", async () => {
    const key = `X-${Date.now()}`;
    const [of, arcs] = ["/api/form-10", "/api/arc-masterlist"];
    const place = { region_name: region, province_name: province };
    const saveArc = async (fields: object) =>
      (await save("central", "arc-masterlist", [{ ...place, ...fields }]))[0] as Row;
    const copies = { arc_id: key, arc_name: `${mark} ${key}`, arc_type: "Old" };
    const arc = await saveArc(copies);
    const quarter = {
      reporting_year: 2026,
      reporting_quarter: "Q3",
      milestone_activity: key,
      remarks: "1st",
    };
    const { id } = await make({ ...place, ...quarter, ...copies }, "form-10");
    await save("provincial", "form-10", { id, remarks: "2nd" });
    await saveArc({ id: arc.id, arc_name: `${mark} ${key} new`, arc_type: "New" });
    await saveArc({ id: arc.id, arc_id: `${key}-new` });
    const other = await saveArc({ arc_id: key, arc_name: `${mark} ${key} 2` });
    const corrected = { arc_id: `${key}-new`, arc_name: `${mark} ${key} new`, arc_type: "New" };
    const revert = async () => {
      const [now] = rowsOf(await callAs("central", "POST", of, { id, page: 1 }));
      const to = (await history(id, "form-10")).at(-1)?.id;
      const back = await act("provincial", "revert", { id, to, row_version: now?.row_version }, of);
      expect(back.status, back.text).toBe(200);
      return rowsOf(back)[0];
    };
    expect(await revert()).toMatchObject({ remarks: "1st", ...corrected });
    // A row that goes back to its former ARC gets the current name of that ARC.
    await save("provincial", "form-10", { id, arc_id: key, arc_name: other.arc_name, arc_type: null });
    await saveArc({ id: arc.id, arc_name: `${mark} ${key} newest` });
    const [, moved] = await history(id, "form-10");
    const back = await act("provincial", "revert", { id, to: moved?.id, row_version: 6 }, of);
    expect(rowsOf(back)[0], back.text).toMatchObject({ ...corrected, arc_name: `${mark} ${key} newest` });
    // A row that had no ARC has none again.
    const free = await make(
      { ...place, ...quarter, arbo_name: key, milestone_activity: `${key} 2` },
      "form-10",
    );
    await save("provincial", "form-10", { id: free.id, ...corrected });
    const [, unlinked] = await history(free.id, "form-10");
    const freed = await act("provincial", "revert", { id: free.id, to: unlinked?.id, row_version: 2 }, of);
    expect(rowsOf(freed)[0], freed.text).toMatchObject({ arc_id: null, arc_name: null, arc_type: null });
    await remove("provincial", free.id, of);
    // The ARC itself gets its own former values back.
    await remove("provincial", id, of);
    await remove("central", other.id, arcs);
    const [now] = rowsOf(await callAs("central", "POST", arcs, { id: arc.id, page: 1 }));
    const begin = (await history(arc.id, "arc-masterlist")).at(-1)?.id;
    const own = { id: arc.id, to: begin, row_version: now?.row_version };
    expect(rowsOf(await act("central", "revert", own, arcs))[0]).toMatchObject(copies);
    await remove("central", arc.id, arcs);
  });

  it("A user can't revert a row to a version that references a deleted ARBO.", async () => {
    const key = `V-${Date.now()}`;
    const target = await make({ arbo_id: key });
    const training = {
      training_title: `${mark} training ${key}`,
      start_date: "2025-03-03",
      arbo_name: "Another name",
      region_name: region,
      province_name: province,
    };
    const { id } = await make({ ...training, arbo_id: key }, "arbo-training");
    const of = "/api/arbo-training";
    await save("provincial", "arbo-training", { id, arbo_id: null, arbo_name: "Another name" });
    await remove("provincial", target.id);
    const [, first] = await history(id, "arbo-training");
    const gone = await act("provincial", "revert", { id, to: first?.id, row_version: 2 }, of);
    expect([gone.status, gone.body.details?.[0]?.field]).toEqual([422, "arboPrimaryKey"]);
    await act("provincial", "restore", { id: target.id });
    expect((await act("provincial", "revert", { id, to: first?.id, row_version: 2 }, of)).status).toBe(200);
    await remove("provincial", id, of);
    await act("provincial", "restore", { id }, of);
    const deletion = (await history(id, "arbo-training")).find(({ action }) => action === "Delete");
    expect((await act("provincial", "revert", { id, to: deletion?.id, row_version: 3 }, of)).status).toBe(
      404,
    );
    await remove("provincial", id, of);
  });

  describe("Reverting a row to a version with an unusual value", () => {
    const unusual = { total_member: 50, no_arb_member_total: 90, soft_check_reason: "As registered" };
    /** Reverts an ARBO with two versions to its first version. Returns the reason that is then stored. */
    async function revert(id: number, reason: object = {}) {
      const to = (await history(id)).at(-1)?.id;
      const answer = await act("provincial", "revert", { id, to, row_version: 2, ...reason });
      expect(answer.status, answer.text).toBe(200);
      expect(rowsOf(answer)[0]?.no_arb_member_total).toBe(90);
      return rowsOf(answer)[0]?.soft_check_reason;
    }

    it("A revert to a version with an unusual value keeps that version's reason unless the request gives a new reason.", async () => {
      for (const [reason, expected] of [
        [{}, "As registered"],
        [{ soft_check_reason: "Counted again" }, "Counted again"],
      ] as const) {
        const { id } = await make(unusual);
        await save("provincial", "arbo-masterlist", { id, no_arb_member_total: 40 });
        expect(await revert(id, reason)).toBe(expected);
      }
    });

    it("If all versions of a row have the same reason for an unusual value, the reverted row keeps this reason.", async () => {
      const { id } = await make(unusual);
      const { soft_check_reason } = unusual;
      await save("provincial", "arbo-masterlist", { id, no_arb_member_total: 95, soft_check_reason });
      expect(await revert(id)).toBe("As registered");
    });

    it('If neither the request nor the history has a reason for a reverted unusual value, the row gets the reason "Undone".', async () => {
      const { id } = await make(unusual);
      await save("provincial", "arbo-masterlist", { id, no_arb_member_total: 40 });
      await whileLogIs(id, "changes = changes - 'soft_check_reason'", async () =>
        expect(await revert(id)).toBe("Undone"),
      );
    });
  });

  it("If a reverted row would get the name of another person in the same office, the API requires save_anyway.", async () => {
    const of = "/api/participant";
    const person = { arbo_name: "Another name", region_name: region, province_name: province };
    const name = `${mark} Lito Reyes ${Date.now()}`;
    const { id } = await make({ ...person, participant_name: name }, "participant");
    await save("provincial", "participant", { id, participant_name: `${name} Junior` });
    const other = await make({ ...person, participant_name: name }, "participant");
    const body = { id, to: (await history(id, "participant")).at(-1)?.id, row_version: 2 };
    const refused = await act("provincial", "revert", body, of);
    expect([refused.status, refused.body.details]).toMatchObject([409, [{ same_as: [{ id: other.id }] }]]);
    const back = await act("provincial", "revert", { ...body, save_anyway: true }, of);
    expect([back.status, rowsOf(back)[0]?.participant_name]).toEqual([200, name]);
    await remove("provincial", [id, other.id], of);
  });

  it("A row reverted by a user without the Sensitive right keeps its current sensitive values.", async () => {
    const { id } = await make(
      {
        participant_name: `${mark} Ben`,
        arbo_name: "Another name",
        birthday: "1990-05-05",
        region_name: region,
        province_name: province,
      },
      "participant",
    );
    const of = "/api/participant";
    await save("provincial", "participant", { id, birthday: "1991-06-06", participant_category: "ARB" });
    const [, first] = await history(id, "participant");
    const { token } = await makePerson({ level: "Provincial", rights: ["Read", "Edit"], routes: ["forms"] });
    const back = await call("PUT", `${of}/revert`, { token, body: { id, to: first?.id, row_version: 2 } });
    expect(back.status, back.text).toBe(200);
    const read = async () => rowsOf(await callAs("admin", "POST", of, { id, page: 1 }))[0];
    expect([(await read())?.birthday, (await read())?.participant_category]).toEqual(["1991-06-06", null]);
    expect(
      (await call("PUT", `${of}/revert`, { token, body: { id, to: first?.id, row_version: 3 } })).status,
    ).toBe(422);
    expect((await act("admin", "revert", { id, to: first?.id, row_version: 3 }, of)).status).toBe(200);
    expect((await read())?.birthday).toBe("1990-05-05");
    await remove("provincial", id, of);
  });
});

/** Locks the name of an ARBO of the tested province, as the save of a new row does before it writes. */
async function lockName(tx: Transaction, arboName: unknown): Promise<void> {
  const places = [{ region_name: region, province_name: province, muncity_name: null, barangay_name: null }];
  const names = [["", foldText(arboName)]];
  await tx`
    select private.lock_import_names('arbo_masterlist', ${JSON.stringify(places)}::text::jsonb,
      ${JSON.stringify(names)}::text::jsonb)`;
}
