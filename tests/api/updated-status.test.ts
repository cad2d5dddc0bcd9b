/**
 * The status Updated results only from an edit of an accomplished row (spec section 4). An approval never sets this
 * status, and users can't choose it.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { records } from "#shared/records/index.ts";
import { arbo, callAs, cleanUp, database, mark, province, region, rest, save } from "./support.ts";

const office = { region_name: region, province_name: province };
const tables = await database<{ name: string; follows: boolean }[]>`
  select r.table_name as name, exists (
      select from pg_trigger t where t.tgrelid = format('public.%I', r.table_name)::regclass and t.tgname = 'flag_as_updated') as follows
  from private.record_tables r
    join pg_attribute a on a.attrelid = format('public.%I', r.table_name)::regclass and a.attname = 'status'
  order by 1`;
const recordOf = new Map(records.map((record) => [record.table as string, record]));
const edited = tables.filter(({ name, follows }) => follows && !recordOf.get(name)?.files);

beforeAll(() => callAs("admin", "GET", "/api/auth/current-user"));
afterAll(async () => {
  for (const { name } of tables)
    await database`delete from ${database(`public.${name}`)} where remarks like ${`${mark}%`}`;
  await cleanUp();
});

it("Every record table with a changeable status has the trigger that sets the status Updated, except geotags.", () => {
  const screens = new Set(records.filter(({ fixed }) => fixed?.status).map(({ table }) => table as string));
  expect(
    tables
      .filter(({ name, follows }) => !follows && recordOf.has(name))
      .map(({ name }) => name)
      .sort(),
    // A photo takes its status from its support record.
  ).toEqual([...screens, "form_11_geotags"].sort());
});

describe.each(edited.map(({ name }) => [name, recordOf.get(name)] as const))(
  "Status of rows in the table %s",
  (table, record) => {
    it("If a user edits a row, its status Accomplished becomes Updated, but its status Target remains.", async () => {
      if (!record) throw new Error(`No record type of ${table}.`);
      const needed = Object.fromEntries(
        record.fields
          .filter(
            ({ name, required, options }) => required && name !== "region_name" && options?.from !== "record",
          )
          .map(({ name }) => [
            name,
            name === "muncity_name"
              ? "Licab"
              : name === "barangay_name"
                ? "Poblacion Norte"
                : `${mark} ${randomUUID()}`,
          ]),
      );
      const parents = Object.fromEntries(
        await Promise.all(
          record.fields
            .filter(({ required, options }) => required && options?.from === "record")
            .map(async (field) => {
              const path = field.options?.from === "record" ? field.options.path : "";
              const value = field.options?.from === "record" ? field.options.value : "id";
              const answer = await callAs("provincial", "POST", `/api/${path}`, { page: 1, page_size: 1 });
              return [field.name, (answer.body.data as Record<string, unknown>[])[0]?.[value]] as const;
            }),
        ),
      );
      const status = record.window === "target" ? "Target" : "Accomplished";
      const [row] = await database<{ id: number }[]>`
      insert into ${database(`public.${table}`)} ${database({ ...office, ...needed, ...parents, remarks: mark, status })}
      returning id::int`;
      const statusNow = async () =>
        (
          await database<
            { status: string }[]
          >`select status from ${database(`public.${table}`)} where id = ${row?.id ?? 0}`
        )[0]?.status;
      if (record.approval) {
        const approved = await callAs("central", "POST", `/api/${record.path}/approve`, {
          id: row?.id,
          process_stage: "Approved",
        });
        expect(approved.status).toBe(200);
        await callAs("central", "POST", `/api/${record.path}/approve`, {
          id: row?.id,
          process_stage: "Pending",
        });
      }
      await save("provincial", record.path, { id: row?.id, remarks: mark });
      expect(await statusNow()).toBe(status);
      const chosen = await rest("provincial", "PATCH", `${table}?select=id&id=eq.${row?.id}`, {
        status: "Updated",
      });
      expect([chosen.status, chosen.data.message]).toEqual([400, expect.stringContaining("is edited")]);
      await save("provincial", record.path, { id: row?.id, remarks: `${mark} edited` });
      expect(await statusNow()).toBe(status === "Target" ? "Target" : "Updated");
      await save("provincial", record.path, {
        id: row?.id,
        remarks: `${mark} edited again`,
        status: await statusNow(),
      });
      expect(await statusNow()).toBe(status === "Target" ? "Target" : "Updated");
    });
  },
);

it.each(
  tables.flatMap(({ name }) => {
    const record = recordOf.get(name);
    const isEntered = !record || record.files || record.fields.some((field) => field.name === "status");
    return isEntered ? [] : [[record.path, name] as const];
  }),
)(
  "The API accepts a new row of %s only without a status or with the default status.",
  async (path, table) => {
    const [column] = await database<{ preset: string }[]>`
      select split_part(column_default, '''', 2) as preset from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and column_name = 'status'`;
    const refused = async (status: unknown) => {
      const answer = await callAs("provincial", "PUT", `/api/${path}/update`, {
        cd: "x".repeat(5000),
        status,
      });
      expect(answer.status).toBe(400);
      return (answer.body.details ?? []).some(({ field }) => field === "status");
    };
    for (const status of [column?.preset, null, ""]) expect(await refused(status), `${status}`).toBe(false);
    for (const status of ["Target", "Accomplished", "Updated", "Other"])
      expect(await refused(status), status).toBe(status !== column?.preset);
  },
);

it("A new target that is sent with the status Target is saved with this status.", async () => {
  const target = { ...office, arbo_name: mark, reporting_year: 2026, crop_product: "Palay", remarks: mark };
  const [row] = await save("provincial", "form-5-annualtarget", { ...target, status: "Target" });
  expect(row).toMatchObject({ status: "Target" });
});

it("The API accepts the stage Pending for a record type without approval, but refuses the stage Approved.", async () => {
  const put = (process_stage: unknown) =>
    callAs("admin", "PUT", "/api/project-list/update", {
      subpsp_name: `${mark} ${process_stage}`,
      psp_category: mark,
      process_stage,
    });
  for (const stage of [null, "", "Pending"]) {
    const answer = await put(stage);
    expect(answer.status, answer.text).toBe(200);
  }
  const approved = await put("Approved");
  expect([approved.status, approved.body.details?.[0]?.field]).toEqual([422, "process_stage"]);
});

it("A user can't choose the status Updated.", async () => {
  const unknown = await callAs(
    "provincial",
    "PUT",
    "/api/arbo-masterlist/update",
    arbo({ status: "Updated" }),
  );
  expect([unknown.status, unknown.body.message]).toEqual([
    400,
    "status: set by the database (Updated when an accomplished row is edited); it cannot be entered",
  ]);
  const [parent] = await database<{ id: number }[]>`
    select id::int from public.arb_marketing_assistance_monitoring where province_name = ${province} limit 1`;
  const sale = { ...office, mark_assist_id: parent?.id, commodity: mark, remarks: mark };
  for (const status of ["Updated"]) {
    const chosen = await callAs("provincial", "PUT", "/api/sales-transaction/update", { ...sale, status });
    expect([chosen.status, chosen.body.details?.[0]?.field]).toEqual([400, "status"]);
    expect(chosen.body.message).toContain("is edited");
  }
});

it("When an ARBO gets a new ARBO ID, the ARBO's trainings do not get the status Updated.", async () => {
  const id = `${mark} ${randomUUID()}`;
  const [own] = await save("provincial", "arbo-masterlist", arbo({ arbo_id: id }));
  const [training] = await save("provincial", "arbo-training", {
    ...office,
    remarks: mark,
    training_title: `${mark} ${randomUUID()}`,
    arbo_id: id,
    start_date: "2024-02-02",
  });
  await save("provincial", "arbo-masterlist", { id: own?.id, arbo_id: `${id} new` });
  const [row] = await database<{ status: string; arbo_id: string }[]>`
    select status, arbo_id from public.arbo_trainings where id = ${training?.id ?? 0}`;
  expect(row).toMatchObject({ status: "Accomplished", arbo_id: `${id} new` });
  await database`delete from public.arbo_trainings where id = ${training?.id ?? 0}`;
});
