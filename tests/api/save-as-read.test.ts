/**
 * A user who saves a row exactly as it was read changes nothing, even if the user can't see all fields of the row.
 * Tested for every record type and level, with and without the Sensitive right.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describedRecords } from "#shared/contracts/records.ts";
import { withoutScreen } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { pdf } from "../support/photos.ts";
import { sample } from "../support/thorough.ts";
import { cleanUpFiles, createSupportRecord, form, geotag, saved, send } from "./evidence-support.ts";
import {
  as,
  makePerson,
  removePeopleAfterwards,
  rest,
  type TestPerson,
  type TestRole,
} from "./people-support.ts";
import {
  callAs,
  type DemoUser,
  database,
  mark,
  province,
  type Row,
  region,
  rowsOf,
  save,
} from "./support.ts";

removePeopleAfterwards();
afterAll(async () => {
  await cleanUpFiles();
  await database`delete from public.participants where participant_name like ${`${mark}%`}`;
});

const levels = ["Central", "Regional", "Provincial"] as const;
const kinds = levels.flatMap((level) => [true, false].map((sees) => ({ level, sees })));
const nameOf = ({ level, sees }: (typeof kinds)[number]) =>
  `${level} ${sees ? "with" : "without"} the Sensitive right`;
const people = new Map<string, TestPerson>();
const personOf = (kind: (typeof kinds)[number]) => people.get(nameOf(kind)) as TestPerson;

beforeAll(async () => {
  for (const kind of kinds) {
    const role: TestRole = {
      level: kind.level,
      rights: ["Read", "Edit", "Delete", "Approve", "Approve own", ...(kind.sees ? ["Sensitive"] : [])],
      // Only the central office maintains users and dropdown lists.
      routes: ["dashboard", "forms", "report", ...(kind.level === "Central" ? ["users", "dropdowns"] : [])],
    };
    people.set(nameOf(kind), await makePerson(role));
  }
  // Adds a photo and an attachment, because the demo data have no files.
  const form11_id = await createSupportRecord();
  await saved(geotag("provincial", { fields: { form11_id, location_source: null } }));
  const owner = { record_table: "form11_accomps", record_id: form11_id, field: "uploadFile" };
  const fields = { upload_id: randomUUID(), ...owner };
  await saved(send("provincial", "POST", "/api/attachments/create", form({ file: pdf(), fields })));
}, 60_000);

/** Returns the stored rows without the columns that change on every save. */
async function storedOf({ table }: AnyRecord, rows: readonly Row[]): Promise<unknown> {
  const ids = rows.map(({ id }) => id);
  const stored = await database.unsafe<{ row: Record<string, unknown> }[]>(
    `select to_jsonb(t) as row from public.${table} t where id = any ($1::text::bigint[]) order by id`,
    [`{${ids.join(",")}}`],
  );
  return stored.map(({ row: { row_version: _, updated_at: __, ...row } }) => row);
}

/** Leaves out roles that the user can't save: the user's own role, and roles with a right that the user lacks. */
const inReachOf = (record: AnyRecord, rows: Row[], person: TestPerson, sees: boolean): Row[] =>
  record.table === "uac"
    ? rows.filter(
        (row) => row.id !== person.roleId && (sees || !String(row.access_controls).includes("Sensitive")),
      )
    : rows;

const sensitiveOf = ({ fields }: AnyRecord) =>
  fields.filter(({ sensitive }) => sensitive).map(({ name }) => name);

describe.each(kinds.map((kind) => [nameOf(kind), kind] as const))(
  "Rows that a user (%s) reads and sends back in a save request",
  (_, kind) => {
    const kept = [...describedRecords, ...withoutScreen].filter(
      ({ scoped }) => scoped || kind.level === "Central",
    );

    it.each(sample(kept, 5).map((record) => [record.path, record] as const))(
      "A user who saves rows of %s exactly as the API returned them changes no stored value.",
      async (path, record) => {
        const { token } = personOf(kind);
        const page = await as(token, "POST", `/api/${path}`, { page: 1, page_size: 100 });
        const rows = inReachOf(record, rowsOf(page), personOf(kind), kind.sees);
        expect(rows.length, page.text).toBeGreaterThan(0);
        const before = await storedOf(record, rows);
        const one = await as(token, "PUT", `/api/${path}/update`, rows[0]);
        expect(one.status, one.text).toBe(200);
        expect(await storedOf(record, rows)).toEqual(before);
        const many = await as(token, "PUT", `/api/${path}/update`, [...rowsOf(one), ...rows.slice(1)]);
        expect(many.status, many.text).toBe(200);
        expect(await storedOf(record, rows)).toEqual(before);
        for (const row of [...rows, ...rowsOf(many)]) {
          for (const name of sensitiveOf(record)) expect(name in row, `${name} of ${row.id}`).toBe(kind.sees);
        }
      },
      60_000,
    );
  },
);

const provincial = (sees: boolean) => personOf({ level: "Provincial", sees });
const hidden = [
  "birthday",
  "age",
  "is_4ps_beneficiary",
  "is_solo_parent",
  "is_pwd",
  "is_ip",
  "age_base_group",
];
const known = { birthday: "1980-02-29", is_4ps_beneficiary: "Yes", is_pwd: "No" };

const makeParticipant = async (): Promise<Row> =>
  (
    await save("provincial", "participant", {
      participant_name: `${mark} ${randomUUID()}`,
      ...{ region_name: region, province_name: province, arbo_name: mark, ...known },
    })
  )[0] as Row;
const birthdayOf = async ({ id }: Row) =>
  (
    await database`select birthday::text, is_4ps_beneficiary, is_pwd from public.participants where id = ${id}`
  )[0];
const put = (person: TestPerson, row: object) => as(person.token, "PUT", "/api/participant/update", row);
const keysOf = (row: object | undefined) => hidden.filter((name) => name in (row ?? {}));

describe("A user without the Sensitive right", () => {
  it("A user without the Sensitive right can replace a sensitive value, but can't clear it.", async () => {
    const row = await makeParticipant();
    const blank = Object.fromEntries(hidden.map((name) => [name, null]));
    expect((await put(provincial(false), { id: row.id, ...blank })).status).toBe(200);
    expect(await birthdayOf(row)).toEqual(known);
    const bare = await rest(
      provincial(false).token,
      "PATCH",
      `participants?id=eq.${row.id}&select=id`,
      blank,
    );
    expect(bare.status).toBe(200);
    expect(await birthdayOf(row)).toEqual(known);
    expect((await put(provincial(false), { id: row.id, birthday: "1981-03-30", is_pwd: "Yes" })).status).toBe(
      200,
    );
    expect(await birthdayOf(row)).toEqual({
      birthday: "1981-03-30",
      is_4ps_beneficiary: "Yes",
      is_pwd: "Yes",
    });
  });

  it("A user without the Sensitive right gets no sensitive values in a conflict error or in the trash.", async () => {
    const row = await makeParticipant();
    const stale = { id: row.id, row_version: 99, sex: "Male" };
    const [blind, seeing] = [await put(provincial(false), stale), await put(provincial(true), stale)];
    expect([blind.status, keysOf(blind.body.details?.[0]?.current)]).toEqual([409, []]);
    expect([seeing.status, keysOf(seeing.body.details?.[0]?.current)]).toEqual([409, hidden]);
    expect(seeing.body.details?.[0]?.current).toMatchObject(known);
    await database`delete from public.participants where id = ${row.id}`;
    const trashed = async ({ token }: TestPerson) =>
      rowsOf(await as(token, "POST", "/api/participant/trash", {})).find(({ id }) => id === row.id);
    expect(keysOf(await trashed(provincial(false)))).toEqual([]);
    expect(await trashed(provincial(true))).toMatchObject(known);
  });
});

it("A user with the Sensitive right can clear a sensitive value.", async () => {
  const row = await makeParticipant();
  const cleared = await put(provincial(true), { id: row.id, is_pwd: null, birthday: null, age: null });
  expect(cleared.status, cleared.text).toBe(200);
  expect(await birthdayOf(row)).toEqual({ birthday: null, is_4ps_beneficiary: "Yes", is_pwd: null });
});

it("A barangay saved without a region and province gets the region and province of the barangay's ARC.", async () => {
  const [arc] = rowsOf(await callAs("provincial", "POST", "/api/arc-masterlist", { page: 1, page_size: 1 }));
  const barangay = { arc_id: arc?.arc_id, muncity_name: "Cabiao", barangay_name: "San Roque" };
  await database`delete from public.arc_barangays_covered where arc_id = ${String(arc?.arc_id)} and barangay_name = 'San Roque'`;
  for (const given of [{}, { region_name: region }, { province_name: province }]) {
    const answer = await callAs("provincial", "PUT", "/api/arc-barangays-covered/update", {
      ...barangay,
      ...given,
    });
    expect(answer.status, answer.text).toBe(200);
    expect(rowsOf(answer)[0]).toMatchObject({ region_name: region, province_name: province });
    await callAs("provincial", "DELETE", "/api/arc-barangays-covered/delete", { id: rowsOf(answer)[0]?.id });
  }
  const elsewhere = await callAs("provincial", "PUT", "/api/arc-barangays-covered/update", {
    ...barangay,
    province_name: "Bulacan",
  });
  expect(elsewhere.status).not.toBe(200);
});

describe("The endpoint form-5-accomp, which reads targets and accomplishments", () => {
  const path = "/api/form-5-accomp";
  const firstOf = async (status: string) =>
    rowsOf(await callAs("provincial", "POST", path, { status, page: 1, page_size: 1 }))[0] as Row;
  const remarksOf = async (table: string, id: number) =>
    (await database.unsafe<{ remarks: string }[]>(`select remarks from public.${table} where id = ${id}`))[0]
      ?.remarks;

  it("Users can save, return, delete and restore a target through the endpoint form-5-accomp.", async () => {
    const [target] = await save("provincial", "form-5-annualtarget", {
      ...{ region_name: region, province_name: province, arbo_name: mark },
      ...{ reporting_year: 2026, crop_product: "Palay" },
    });
    const { id } = target as Row;
    const read = rowsOf(await callAs("provincial", "POST", path, { status: "Target", id }))[0];
    expect(read).toMatchObject({ id, crop_product: "Palay" });
    const back = await callAs("provincial", "PUT", `${path}/update`, { ...read, remarks: "Sent back" });
    expect(back.status, back.text).toBe(200);
    expect(await remarksOf("form_5_annualtargets", id)).toBe("Sent back");
    expect((await callAs("regional", "PUT", `${path}/return`, { id, reason: "Which?" })).status).toBe(200);
    const now = rowsOf(await callAs("provincial", "POST", path, { status: "Target", id }))[0];
    expect((await callAs("provincial", "DELETE", `${path}/delete`, now)).status).toBe(200);
    expect(await remarksOf("form_5_annualtargets", id)).toBeUndefined();
    expect((await callAs("provincial", "PUT", `${path}/restore`, { id })).status).toBe(200);
    expect((await callAs("provincial", "DELETE", `${path}/delete`, [{ id }])).status).toBe(200);
    expect((await callAs("provincial", "DELETE", `${path}/delete`, { id })).status).toBe(404);
  });

  it("If a request to form-5-accomp has the status Target, every endpoint of form-5-accomp works on targets.", async () => {
    const crop_product = `${mark} ${randomUUID()}`;
    const [target] = await save("provincial", "form-5-annualtarget", {
      ...{ region_name: region, province_name: province, arbo_name: crop_product, reporting_year: 2026 },
      ...{ year_funded: 2025, fund_source: "GAA", subpsp_abbreviation: "LTI", crop_product },
    });
    const { id } = target as Row;
    const data = async <Data>(act: string, body: object, user: DemoUser = "regional"): Promise<Data> => {
      const answer = await callAs(user, "POST", `${path}${act}`, body);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data as Data;
    };
    const filter = { status: "Target", crop_product };
    const bodies = [filter, { filter }, { searchData: filter }, { ...filter, status: ["Target"] }];
    for (const body of bodies) {
      const name = JSON.stringify(body);
      expect(
        (await data<Row[]>("", body)).map((row) => row.id),
        name,
      ).toEqual([id]);
      expect(await data("/values", { ...body, field: "crop_product" }), name).toEqual([crop_product]);
      expect(await data("/versions", { filter: body }), name).toMatchObject({ id: [id] });
    }
    expect(await data("/versions", { filter: { ...filter, status: "Accomplished" } })).toMatchObject({
      id: [],
    });
    expect(await data("/values", { crop_product, field: "crop_product" })).toEqual([]);
    const approval = { process_stage: "Approved", filter, rows: true };
    expect(await data("/approve", approval)).toMatchObject({ updated: 1, rows: [{ id }] });
    expect(await data("/approve", { process_stage: "Pending", id: [id] })).toMatchObject({ updated: 1 });
    for (const body of [
      { filter: { ...filter, status: ["Target", "Accomplished"] } },
      { filter: { ...filter, filter: { status: "Accomplished" } } },
    ]) {
      const { status, body: refused } = await callAs("regional", "POST", `${path}/versions`, body);
      expect([status, refused.details?.[0]?.field], JSON.stringify(body)).toEqual([400, "status"]);
    }

    const history = async () => {
      const answer = await callAs("provincial", "POST", "/api/history", { path: "form-5-accomp", id });
      expect(answer.status, answer.text).toBe(200);
      return rowsOf(answer).map(({ action }) => action);
    };
    expect(await history()).toContain("Insert");
    expect((await callAs("provincial", "DELETE", `${path}/delete`, { id })).status).toBe(200);
    expect(await history()).toContain("Delete");
    const trashed = await data<Row[]>("/trash", { status: "Target", page: 1, page_size: 200 });
    expect(trashed.map((row) => row.id)).toContain(id);
    const others = await data<Row[]>("/trash", { status: "Accomplished", page: 1, page_size: 200 });
    expect(others.map((row) => row.id)).not.toContain(id);
  });

  it("The API refuses a form-5-accomp request that changes or deletes both a target and an accomplishment.", async () => {
    const [target, accomplishment] = [await firstOf("Target"), await firstOf("Accomplished")];
    const both = [target, accomplishment].map(({ id }) => ({ id, remarks: "Both" }));
    expect((await callAs("provincial", "PUT", `${path}/update`, both)).status).toBe(400);
    expect(
      (
        await callAs(
          "provincial",
          "DELETE",
          `${path}/delete`,
          both.map(({ id }) => id),
        )
      ).status,
    ).toBe(400);
    expect(await remarksOf("form_5_annualtargets", target.id)).not.toBe("Both");
    expect(await remarksOf("form_5_accomps", accomplishment.id)).not.toBe("Both");
  });
});

describe("Saving a row of an API response as a new row", () => {
  const made = new Map<string, number[]>();
  afterAll(async () => {
    for (const [table, ids] of made)
      await database.unsafe(`delete from public.${table} where id = any ($1::text::bigint[])`, [
        `{${ids.join(",")}}`,
      ]);
  });

  it.each(
    [...describedRecords, ...withoutScreen]
      .filter(({ files }) => !files)
      .map((record) => [record.path, record] as const),
  )("A user can send a row of %s back as a new row with all its columns.", async (path, record) => {
    const page = await callAs("admin", "POST", `/api/${path}`, { page: 1, page_size: 100 });
    const isField = record.fields.some(({ name }) => name === "status");
    // A new row can have the status Updated only if the status is a field that users choose.
    const row = rowsOf(page).find(({ status }) => isField || status !== "Updated");
    const { id: _, ...copy } = row as Row;
    const keys = new Set<string>(record.keys.flat());
    for (const { name, kind, options } of record.fields) {
      const isFree = kind === "text" && (!options || options.from === "dropdown");
      if (isFree && keys.has(name)) copy[name] = `${mark} ${randomUUID()}`;
    }
    const put = (more: object) =>
      callAs("admin", "PUT", `/api/${path}/update`, { ...copy, save_anyway: true, ...more });
    const wrong = await put({ no_such_column: 1 });
    const unknown = (wrong.body.details ?? []).filter(({ message }) => /unknown|cannot be/.test(message));
    expect([wrong.status, unknown.map(({ field }) => field)]).toEqual([400, ["no_such_column"]]);
    const answer = await put({});
    expect(answer.status, answer.text).not.toBe(400);
    // Some copies are refused because they break a rule. For example, a barangay can be stored only once.
    if (answer.status === 200)
      made.set(record.table, [...(made.get(record.table) ?? []), rowsOf(answer)[0]?.id ?? 0]);
  });
});

describe("Save requests that contain an unchanged API response", () => {
  const put = async (path: string, body: unknown) => {
    const answer = await callAs("admin", "PUT", path, body);
    expect(answer.status, answer.text).toBe(200);
  };
  /** Returns all rows of a table without the columns that change on every save. */
  const tableOf = async (table: string) =>
    (
      await database.unsafe<{ row: object }[]>(
        `select to_jsonb(t) - 'row_version' - 'updated_at' as row from public.${table} t order by id`,
      )
    ).map(({ row }) => row);

  it("An administrator who saves user accounts exactly as the API returned them changes no stored account.", async () => {
    const before = await tableOf("users");
    const listed = rowsOf(await callAs("admin", "POST", "/api/user/search", { page: 1, page_size: 100 }));
    for (const user of listed.filter(({ username }) => username !== "admin"))
      await put("/api/auth/usersupdate", user);
    expect(await tableOf("users")).toEqual(before);
  });

  it("A user who saves dropdown values exactly as the API returned them changes no stored value.", async () => {
    const before = await tableOf("dropdown_values");
    for (const list of ["fund-source", "participant-subcategory"]) {
      await put(`/dropdown/${list}/update`, rowsOf(await callAs("admin", "GET", `/dropdown/${list}`)));
    }
    expect(await tableOf("dropdown_values")).toEqual(before);
  });

  it("A user who saves a list view exactly as the API returned it does not change the stored view.", async () => {
    const view = {
      columns: null,
      filters: { region_name: region },
      sort: [{ field: "arbo_name", dir: "asc" }],
    };
    const made = { screen: "ARBO_Masterlist", name: `${mark} ${randomUUID()}`, shared_with: "me" };
    const answer = await callAs("admin", "PUT", "/api/saved-views/save", { ...made, view });
    expect(answer.status, answer.text).toBe(200);
    const { id } = answer.body.data as Row;
    const before = await tableOf("saved_views");
    await put("/api/saved-views/change", answer.body.data);
    await put(
      "/api/saved-views/change",
      (await callAs("admin", "POST", "/api/saved-views/open", { id })).body.data,
    );
    expect(await tableOf("saved_views")).toEqual(before);
    await callAs("admin", "DELETE", "/api/saved-views/delete", { id });
  });
});
