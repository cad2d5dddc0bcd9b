/**
 * Maintenance of the dropdown lists over HTTP: adding, renaming, removing and replacing values. Also tests the list of
 * projects.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { records } from "#shared/records/index.ts";
import type { Transaction } from "#shared/server/sql/sql.ts";
import {
  as,
  dataOf,
  makePerson,
  refusalOf,
  removePeopleAfterwards,
  type TestPerson,
} from "./people-support.ts";
import {
  arbo,
  call,
  callAs,
  database,
  elsewhere,
  mark,
  province,
  region,
  rest,
  save,
  stack,
} from "./support.ts";

removePeopleAfterwards();

let provincial: TestPerson;
beforeAll(async () => {
  provincial = await makePerson({ routes: ["forms", "dropdowns"] });
});
afterAll(async () => {
  await database`delete from public.dropdown_values where coalesce(type, category) like ${`${mark}%`}`;
  await database`delete from public.arbo_masterlist where arbo_name like ${`${mark}%`}`;
  await database`delete from public.participants where participant_name like ${`${mark}%`}`;
  await database`delete from public.form_10 where remarks = ${mark}`;
  await database`delete from public.project_list where subpsp_name like ${`${mark}%`}`;
});

interface Entry {
  id: number;
  type?: string;
  category?: string;
  sub_category?: string;
}

let number = 0;
const fresh = () => `${mark} kind ${++number}`;
const add = async (list: string, type: string): Promise<Entry> => {
  const [entry] = dataOf<Entry[]>(await callAs("admin", "PUT", `/dropdown/${list}/register`, [{ type }]));
  if (!entry) throw new Error("not added");
  return entry;
};

/** Adds a participant category and returns its name. */
async function newCategory(): Promise<string> {
  const category = fresh();
  await callAs("admin", "PUT", "/dropdown/participant-category/register", { category });
  return category;
}

/** Returns whether another session waits for a lock of the transaction. */
const isBlockingOthers = async (tx: Transaction): Promise<boolean> =>
  (await tx`select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`)
    .length > 0;

const remove = (list: string, body: object) => callAs("admin", "DELETE", `/dropdown/${list}/delete`, body);
/** Deletes a list value through REST. Returns the status and the message of the response. */
const removeByRest = async (token: string, id: number) => {
  const response = await fetch(`${stack.url}/rest/v1/dropdown_values?id=eq.${id}`, {
    method: "DELETE",
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  return { status: response.status, message: text ? (JSON.parse(text).message as string) : null };
};
const isStored = async ({ id }: Entry) =>
  (await database`select id from public.dropdown_values where id = ${id}`).length > 0;

it("The database and the TypeScript code have the same list of record columns with dropdown values.", async () => {
  const stored = await database<{ name: string; list: string; part: string; category: string | null }[]>`
    select c.relname || '.' || l.column_name as name, l.list, l.part, l.category_column as category
    from private.list_columns l
      join pg_attribute a on a.attname = l.column_name and not a.attisdropped
      join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace
    where c.relname = 'project_list' or c.relname in (select t.table_name from private.record_tables t)`;
  const named = records.flatMap(({ table, fields }) =>
    fields.flatMap(({ name, options }) => {
      if (options?.from !== "dropdown") return [];
      const part = options.column ?? "type";
      const category = fields.find(
        (field) => field.options?.from === "dropdown" && field.options.column === "category",
      );
      return [
        {
          name: `${table}.${name}`,
          list: options.list as string,
          part: part as string,
          category: part === "sub_category" ? (category?.name ?? null) : null,
        },
      ];
    }),
  );
  const inOrder = <T extends { name: string }>(rows: readonly T[]) =>
    [...new Map(rows.map((row) => [row.name, { ...row }])).values()].sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
  expect(inOrder(stored)).toEqual(inOrder(named));
  expect(stored.length).toBeGreaterThan(100);
});

describe("Adding dropdown values", () => {
  it("An administrator can add dropdown values as a single object or as an array of objects.", async () => {
    const [one, two] = [fresh(), fresh()];
    const several = await callAs("admin", "PUT", "/dropdown/fund-source/register", [
      { type: ` ${one} ` },
      { type: two },
    ]);
    expect(dataOf<Entry[]>(several).map(({ type }) => type)).toEqual([one, two]);
    const single = await callAs("admin", "PUT", "/dropdown/arc-type/insert", { type: fresh() });
    expect(dataOf<Entry[]>(single)).toHaveLength(1);
    const list = await callAs("viewer", "GET", "/dropdown/fund-source");
    expect(dataOf<Entry[]>(list).map(({ type }) => type)).toEqual(expect.arrayContaining([one, two]));
  });

  it("The API saves no dropdown value of a request if one value is invalid or a duplicate.", async () => {
    const type = fresh();
    const answer = await callAs("admin", "PUT", "/dropdown/fund-source/register", [
      { type },
      { type: type.toUpperCase() },
    ]);
    expect([answer.status, answer.body.details?.[0]]).toEqual([
      409,
      { index: 1, field: "type", message: `The list already has "${type}".` },
    ]);
    const { rows } = { rows: dataOf<Entry[]>(await callAs("admin", "GET", "/dropdown/fund-source")) };
    expect(rows.some((row) => row.type === type)).toBe(false);
    for (const body of [{ type: "  " }, { type: 7 }, { colour: "red" }, [], "x", { type: "x".repeat(300) }]) {
      expect(
        (await callAs("admin", "PUT", "/dropdown/fund-source/register", body)).status,
        JSON.stringify(body),
      ).toBe(400);
    }
    expect((await callAs("admin", "PUT", "/dropdown/no-such-list/register", { type })).status).toBe(404);
  });

  it("The API refuses a value that differs from a present value only in accents or apostrophes, and names that value.", async () => {
    const list = "organization-type";
    const message = `The list already has "Women's Association".`;
    const added = await callAs("admin", "PUT", `/dropdown/${list}/register`, {
      type: "Womén’s  association",
    });
    expect([added.status, added.body.message]).toEqual([409, message]);
    const { id } = await add(list, fresh());
    const renamed = await callAs("admin", "PUT", `/dropdown/${list}/update`, {
      id,
      type: "WOMEN’S ASSOCIATION",
    });
    expect([renamed.status, renamed.body.message]).toEqual([409, message]);
    // The unique index also refuses the value, without the API.
    await expect(
      database`insert into public.dropdown_values (list, type) values (${list}, 'Womén’s association')`,
    ).rejects.toThrow(/dropdown_values_once/);
    // A value may be renamed to another spelling of itself.
    const own = fresh();
    const { id: ownId } = await add(list, own);
    const spelled = await callAs("admin", "PUT", `/dropdown/${list}/update`, { id: ownId, type: `${own}’s` });
    expect(spelled.status).toBe(200);
    const again = await callAs("admin", "PUT", `/dropdown/${list}/update`, { id: ownId, type: `${own}'S` });
    expect(again.status).toBe(200);
  });

  it("An administrator can save a participant category and its sub-category as one dropdown entry.", async () => {
    const entry = { category: await newCategory(), sub_category: "Youth" };
    const answer = await callAs("admin", "PUT", "/dropdown/participant-subcategory/register", entry);
    expect(dataOf<object[]>(answer)).toMatchObject([entry]);
  });

  it("The API refuses a sub-category whose category is not a participant category.", async () => {
    const unknown = fresh();
    const message = `There is no category "${unknown}". Add it to the list of categories first.`;
    const refused = { status: 400, field: "category", message };
    const path = "/dropdown/participant-subcategory";
    const pair = { category: unknown, sub_category: "Youth" };
    expect(refusalOf(await callAs("admin", "PUT", `${path}/register`, pair))).toEqual(refused);
    const known = { category: await newCategory(), sub_category: "Youth" };
    const [stored] = dataOf<Entry[]>(await callAs("admin", "PUT", `${path}/register`, known));
    const moved = { id: stored?.id, category: unknown };
    expect(refusalOf(await callAs("admin", "PUT", `${path}/update`, moved))).toEqual(refused);
    // A sub-category of a category that has been deleted can still be renamed.
    await database`delete from public.dropdown_values
      where list = 'participant-category' and category = ${known.category}`;
    const renamed = { id: stored?.id, sub_category: "Young adults" };
    expect((await callAs("admin", "PUT", `${path}/update`, renamed)).status).toBe(200);
  });

  it("Only users with the route permission `dropdowns` can change dropdown lists.", async () => {
    expect(
      refusalOf(await callAs("central", "PUT", "/dropdown/fund-source/register", { type: fresh() })).status,
    ).toBe(403);
    const { id } = await add("fund-source", fresh());
    expect(
      (await callAs("viewer", "PUT", "/dropdown/fund-source/update", { id, type: fresh() })).status,
    ).toBe(403);
    expect((await callAs("viewer", "DELETE", "/dropdown/fund-source/delete", { id })).status).toBe(403);
    expect((await call("PUT", "/dropdown/fund-source/register", { body: { type: fresh() } })).status).toBe(
      401,
    );
    expect(
      (await as(provincial.token, "PUT", "/dropdown/fund-source/register", { type: fresh() })).status,
    ).toBe(200);
  });
});

describe("Changing or deleting a dropdown value that records use", () => {
  /** Creates an org_type value that two records of two offices use. One of the records is approved. */
  async function used() {
    const type = fresh();
    const entry = await add("organization-type", type);
    const rows = await save("admin", "arbo-masterlist", [
      arbo({ org_type: type, process_stage: "Approved" }),
      arbo({ org_type: type, ...elsewhere }),
    ]);
    return { type, entry, rows };
  }
  const typesOf = async (rows: { id: number }[]) => {
    const found = await database<
      { org_type: string }[]
    >`select org_type from public.arbo_masterlist where id = any (${rows.map(({ id }) => id)}) order by id`;
    return found.map((row) => row.org_type);
  };
  /** Counts the sessions that wait for a lock. */
  const waiting = async () => (await database`select distinct pid from pg_locks where not granted`).length;
  const statusesOf = async (rows: { id: number }[]) => {
    const found = await database<
      { status: string }[]
    >`select status from public.arbo_masterlist where id = any (${rows.map(({ id }) => id)}) order by id`;
    return found.map((row) => row.status);
  };

  it("A user who maintains dropdown lists sees how many records use a value, including records of other offices.", async () => {
    const { type, entry } = await used();
    const expected = [
      {
        path: "arbo-masterlist",
        label: "ARBO Masterlist",
        field: "org_type",
        field_label: "Organization type",
        count: 2,
      },
    ];
    const byValue = await callAs("admin", "POST", "/dropdown/organization-type/usage", { value: type });
    expect(byValue.body).toMatchObject({
      data: [{ ...expected[0], field_label: expect.any(String) }],
      total: 2,
    });
    const byId = await as(provincial.token, "POST", "/dropdown/organization-type/usage", { id: entry.id });
    expect(byId.body.total).toBe(2);
    expect(
      (await callAs("central", "POST", "/dropdown/organization-type/usage", { value: type })).status,
    ).toBe(403);
  });

  it("If an administrator renames a dropdown value with `rename_in_records`, the records that use it get the new name.", async () => {
    const { type, entry, rows } = await used();
    const name = fresh();
    const answer = await callAs("admin", "PUT", "/dropdown/organization-type/update", [
      { id: entry.id, type: name, rename_in_records: true },
    ]);
    expect(answer.body).toMatchObject({ data: [{ id: entry.id, type: name }], renamed: 2 });
    expect(await typesOf(rows)).toEqual([name, name]);
    const history = await callAs("central", "POST", "/api/history", {
      path: "arbo-masterlist",
      id: rows[0]?.id,
    });
    expect(dataOf<object[]>(history)[0]).toMatchObject({
      user_name: "admin",
      changes: { org_type: [type, name] },
    });
  });

  it("When an administrator renames an ARC type, the response counts both the ARCs of this type and the rows that refer to them.", async () => {
    const entry = await add("arc-type", fresh());
    const arc = { arc_id: `${mark}-${fresh()}`, arc_name: fresh(), arc_type: entry.type };
    const place = { region_name: region, province_name: province };
    await save("admin", "arc-masterlist", [{ ...arc, ...place }]);
    const rows = [fresh(), fresh()].map((arbo_name) => arbo({ arbo_name, ...arc }));
    await save("admin", "arbo-masterlist", rows);
    const answer = await callAs("admin", "PUT", "/dropdown/arc-type/update", [
      { id: entry.id, type: fresh(), rename_in_records: true },
    ]);
    expect(answer.body).toMatchObject({ renamed: 3 });
  });

  it("The API refuses to rename a dropdown value to an existing name.", async () => {
    const { type, entry, rows } = await used();
    const other = await add("organization-type", fresh());
    const twice = await callAs("admin", "PUT", "/dropdown/organization-type/update", [
      { id: entry.id, type: other.type, rename_in_records: true },
    ]);
    expect(twice.status).toBe(409);
    expect(await typesOf(rows)).toEqual([type, type]);
    const plain = await callAs("admin", "PUT", "/dropdown/organization-type/update", {
      id: entry.id,
      type: fresh(),
    });
    expect(plain.body).toMatchObject({ renamed: 0 });
    expect(await typesOf(rows)).toEqual([type, type]);
  });

  it("If a dropdown value was renamed after an administrator opened it, the API refuses the administrator's request to rename or delete it.", async () => {
    const { type, entry, rows } = await used();
    const [name, other] = [fresh(), await add("organization-type", fresh())];
    const rename = (seen: string | undefined, to: string) =>
      callAs("admin", "PUT", "/dropdown/organization-type/update", {
        ...{ id: entry.id, type: to, rename_in_records: true, seen: { type: seen } },
      });
    const replace = (seen: string) =>
      callAs("admin", "DELETE", "/dropdown/organization-type/delete", [
        { id: entry.id, replace_with: other.type, seen: { type: seen } },
      ]);
    expect((await rename(type, name)).status).toBe(200);
    for (const stale of [await rename(type, fresh()), await replace(type)])
      expect(refusalOf(stale)).toEqual({
        status: 409,
        message: "Someone else renamed this value after you opened it. Look at it again before you decide.",
        field: "seen",
      });
    expect(await typesOf(rows)).toEqual([name, name]);
    expect((await replace(name)).body.data).toEqual({ deleted: 1, replaced: 2 });
    const pair = { category: await newCategory(), sub_category: fresh() };
    const [paired] = dataOf<Entry[]>(
      await callAs("admin", "PUT", "/dropdown/participant-subcategory/register", pair),
    );
    const removePair = (seen: object) =>
      callAs("admin", "DELETE", "/dropdown/participant-subcategory/delete", { id: paired?.id, seen });
    expect((await removePair({ ...pair, sub_category: "Senior" })).status).toBe(409);
    expect((await removePair({ type: null, ...pair })).status).toBe(200);
  });

  it("Only one of two administrators who rename the same dropdown value at once succeeds.", async () => {
    const { type, entry, rows } = await used();
    const rename = (to: string) =>
      callAs("admin", "PUT", "/dropdown/organization-type/update", [
        { id: entry.id, type: to, rename_in_records: true, seen: { type } },
      ]);
    let answers: ReturnType<typeof rename>[] = [];
    const names = [fresh(), fresh()];
    await database.begin(async (tx) => {
      // Both requests wait for this row.
      await tx`select id from public.arbo_masterlist where id = ${rows[0]?.id ?? 0} for update`;
      answers = names.map(rename);
      await expect.poll(waiting).toBeGreaterThan(1);
    });
    const done = await Promise.all(answers);
    expect(done.map(({ status }) => status).sort()).toEqual([200, 409]);
    const name = names[done.findIndex(({ status }) => status === 200)];
    expect(await typesOf(rows)).toEqual([name, name]);
    const list = dataOf<Entry[]>(await callAs("admin", "GET", "/dropdown/organization-type"));
    expect(list.find(({ id }) => id === entry.id)).toMatchObject({ type: name });
  });

  it("If a record with a dropdown value is being added while the value is renamed, this record also gets the new name.", async () => {
    const { type, entry, rows } = await used();
    const name = fresh();
    let answer: Promise<{ body: object }> | undefined;
    const late = await database.begin(async (tx) => {
      const place = { region_name: region, province_name: province };
      const [row] = await tx<{ id: number }[]>`
        insert into public.arbo_masterlist ${tx({ ...place, arbo_name: fresh(), org_type: type })} returning id::int`;
      let ended = false;
      answer = callAs("admin", "PUT", "/dropdown/organization-type/update", [
        { id: entry.id, type: name, rename_in_records: true },
      ]).finally(() => {
        ended = true;
      });
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(ended).toBe(false);
      return row?.id ?? 0;
    });
    expect((await answer)?.body).toMatchObject({ renamed: 3 });
    expect(await typesOf([...rows, { id: late }])).toEqual([name, name, name]);
  });

  it("A rename of a dropdown value in all records waits for saves that have looked up this value.", async () => {
    const { type, entry, rows } = await used();
    const name = fresh();
    let answer: Promise<unknown> | undefined;
    const late = await database.begin(async (tx) => {
      // A save locks its list values before it looks them up and writes rows.
      await tx`select pg_advisory_xact_lock_shared(l.kind, l.bucket)
        from private.list_value_lock('organization-type', ${type}) l`;
      let ended = false;
      answer = callAs("admin", "PUT", "/dropdown/organization-type/update", [
        { id: entry.id, type: name, rename_in_records: true },
      ]).finally(() => {
        ended = true;
      });
      while (!ended && !(await isBlockingOthers(tx))) await new Promise((resolve) => setTimeout(resolve, 20));
      const place = { region_name: region, province_name: province };
      const [row] = await tx<{ id: number }[]>`
        insert into public.arbo_masterlist ${tx({ ...place, arbo_name: fresh(), org_type: type })} returning id::int`;
      return row?.id ?? 0;
    });
    expect(await answer).toMatchObject({ status: 200 });
    expect(await typesOf([...rows, { id: late }])).toEqual([name, name, name]);
  });

  it.each(["", " "])(
    "A save waits while one of its dropdown values (with '%s' before it) is being renamed, and then stores the new name.",
    async (before) => {
      const type = fresh();
      const entry = await add("organization-type", type);
      const name = fresh();
      let answer: Promise<unknown> | undefined;
      await database.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(l.kind, l.bucket)
        from private.list_value_lock('organization-type', ${type}) l`;
        let ended = false;
        answer = callAs(
          "provincial",
          "PUT",
          "/api/arbo-masterlist/update",
          arbo({ org_type: before + type }),
        ).finally(() => {
          ended = true;
        });
        while (!ended && !(await isBlockingOthers(tx)))
          await new Promise((resolve) => setTimeout(resolve, 20));
        await tx`update public.dropdown_values set type = ${name} where id = ${entry.id}`;
        const replaced = { list: Array(2).fill("organization-type"), type: [type, name] };
        await tx`insert into private.user_log (form_name, row_id, action, changes)
        values ('dropdown_values', ${entry.id}, 'Replace value', ${JSON.stringify(replaced)}::text::jsonb)`;
      });
      expect(await answer).toMatchObject({ status: 200, body: { data: [{ org_type: name }] } });
    },
  );

  it("If a dropdown value is renamed in all records, a record that is later restored or reverted also gets the new name.", async () => {
    const { type, entry } = await used();
    const rows = await save("admin", "arbo-masterlist", [arbo({ org_type: type }), arbo({ org_type: type })]);
    const [deleted, edited] = rows.map(({ id }) => id);
    await callAs("admin", "DELETE", "/api/arbo-masterlist/delete", { id: deleted });
    await save("admin", "arbo-masterlist", { id: edited, org_type: fresh(), cd: "2nd" });
    const [second, third] = [fresh(), await add("organization-type", fresh())];
    const rename = { id: entry.id, type: second, rename_in_records: true };
    expect((await callAs("admin", "PUT", "/dropdown/organization-type/update", rename)).status).toBe(200);
    const replaced = await remove("organization-type", { id: entry.id, replace_with: third.type });
    expect(replaced.body.data).toMatchObject({ deleted: 1 });
    const restored = await callAs("admin", "PUT", "/api/arbo-masterlist/restore", { id: deleted });
    expect(dataOf<object[]>(restored)).toMatchObject([{ org_type: third.type }]);
    const history = await callAs("central", "POST", "/api/history", { path: "arbo-masterlist", id: edited });
    const to = dataOf<{ id: number }[]>(history).at(-1)?.id;
    const reverted = await callAs("admin", "PUT", "/api/arbo-masterlist/revert", {
      ...{ id: edited, to, row_version: 2 },
    });
    expect(dataOf<object[]>(reverted)).toMatchObject([{ org_type: third.type, cd: null }]);
  });

  it("If a dropdown value was renamed in all records while a user had a form open, the saved row gets the new name.", async () => {
    const { type, entry, rows } = await used();
    const name = fresh();
    const rename = { id: entry.id, type: name, rename_in_records: true };
    expect((await callAs("admin", "PUT", "/dropdown/organization-type/update", rename)).status).toBe(200);
    const edited = await save("admin", "arbo-masterlist", [{ id: rows[1]?.id, org_type: type }]);
    const added = await save("provincial", "arbo-masterlist", [arbo({ org_type: type }), arbo()]);
    expect([...edited, ...added].map((row) => row.org_type)).toEqual([name, name, null]);
    await add("organization-type", type);
    const again = await save("provincial", "arbo-masterlist", arbo({ org_type: type }));
    expect(again.map((row) => row.org_type)).toEqual([type]);
  });

  it("If an unused dropdown value was renamed while a user had a form open, the saved row gets the new name.", async () => {
    const entry = await add("organization-type", fresh());
    const name = fresh();
    await callAs("admin", "PUT", "/dropdown/organization-type/update", { id: entry.id, type: name });
    const rows = await save("provincial", "arbo-masterlist", arbo({ org_type: entry.type }));
    expect(rows).toMatchObject([{ org_type: name }]);
  });

  it("The API refuses to delete a dropdown value in use, and says where the value is used.", async () => {
    const { type, entry } = await used();
    const answer = await callAs("admin", "DELETE", "/dropdown/organization-type/delete", [{ id: entry.id }]);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toMatch(new RegExp(`^"${type}" is in use \\(ARBO Masterlist, .+: 2\\)`));
    const list = await callAs("admin", "GET", "/dropdown/organization-type");
    expect(dataOf<Entry[]>(list).some(({ id }) => id === entry.id)).toBe(true);
  });

  it("An administrator who deletes a dropdown value can choose a replacement for the records that use it.", async () => {
    const { entry, rows } = await used();
    const other = await add("organization-type", fresh());
    const answer = await callAs("admin", "DELETE", "/dropdown/organization-type/delete", [
      { id: entry.id, replace_with: other.type },
    ]);
    expect(answer.body.data).toEqual({ deleted: 1, replaced: 2 });
    expect(await typesOf(rows)).toEqual([other.type, other.type]);
  });

  it("An administrator who deletes several dropdown values can choose one replacement for the records that use them.", async () => {
    const path = "/dropdown/organization-type/delete";
    const [{ entry, rows }, unused, other] = [
      await used(),
      await add("organization-type", fresh()),
      await add("organization-type", fresh()),
    ];
    const id = [entry.id, unused.id];
    const wrong = await callAs("admin", "DELETE", path, { id, typo: 1 });
    expect([wrong.status, wrong.body.details?.[0]?.field]).toEqual([400, "typo"]);
    const answer = await callAs("admin", "DELETE", path, { id, replace_with: other.type });
    expect(answer.body.data).toEqual({ deleted: 2, replaced: 2 });
    expect(await typesOf(rows)).toEqual([other.type, other.type]);
  });

  it("An administrator can delete dropdown values by sending back the entries from a list response.", async () => {
    const [unused, other] = [
      await add("organization-type", fresh()),
      await add("organization-type", fresh()),
    ];
    const all = dataOf<Entry[]>(await callAs("admin", "GET", "/dropdown/organization-type"));
    const entries = all.filter(({ id }) => id === unused.id || id === other.id);
    expect(entries).toHaveLength(2);
    const wrong = await callAs("admin", "DELETE", "/dropdown/organization-type/delete", [
      { ...entries[0], typo: 1 },
    ]);
    expect([wrong.status, wrong.body.details?.[0]?.field]).toEqual([400, "typo"]);
    const answer = await callAs("admin", "DELETE", "/dropdown/organization-type/delete", entries);
    expect(answer.body.data).toEqual({ deleted: 2, replaced: 0 });
  });

  it("Records do not get the status Updated when an administrator renames a dropdown value.", async () => {
    const { entry, rows } = await used();
    const rename = { id: entry.id, type: fresh(), rename_in_records: true };
    expect((await callAs("admin", "PUT", "/dropdown/organization-type/update", rename)).body).toMatchObject({
      renamed: 2,
    });
    expect(await statusesOf(rows)).toEqual(["Accomplished", "Accomplished"]);
    const other = await add("organization-type", fresh());
    const answer = await remove("organization-type", { id: entry.id, replace_with: other.type });
    expect(answer.body.data).toEqual({ deleted: 1, replaced: 2 });
    expect(await statusesOf(rows)).toEqual(["Accomplished", "Accomplished"]);
    // If a user later edits a record whose value was replaced, the status of the record becomes Updated.
    await save("admin", "arbo-masterlist", { id: rows[1]?.id, org_type: fresh() });
    expect(await statusesOf(rows)).toEqual(["Accomplished", "Updated"]);
  });

  it("Through REST, no user can set the database setting that keeps the status of records while a dropdown value is renamed.", async () => {
    const setting = { setting_name: "private.replacing_list_value", new_value: "yes", is_local: false };
    expect((await rest("admin", "POST", "rpc/set_config", setting)).status).toBe(404);
    const { rows } = await used();
    const edited = `arbo_masterlist?id=eq.${rows[1]?.id}`;
    expect((await rest("admin", "PATCH", edited, { org_type: fresh() })).status).toBe(200);
    expect(await statusesOf(rows)).toEqual(["Accomplished", "Updated"]);
  });

  it("Through REST, a user can't delete a dropdown value that records use, but can delete an unused value.", async () => {
    const { type, entry } = await used();
    expect(await removeByRest(provincial.token, entry.id)).toEqual({
      status: 400,
      message: `"${type}" is in use. Replace it with another value, or keep it.`,
    });
    expect(await isStored(entry)).toBe(true);
    const unused = await add("organization-type", fresh());
    expect((await removeByRest(provincial.token, unused.id)).status).toBe(204);
    expect(await isStored(unused)).toBe(false);
  });

  it("An administrator can replace a deleted dropdown value only with a remaining value of the same dropdown list.", async () => {
    const { type, entry, rows } = await used();
    const refusal = {
      index: 0,
      field: "replace_with",
      message: "replace_with must be a value that stays in the list.",
    };
    const otherList = await add("fund-source", fresh());
    for (const replacement of [fresh(), type, otherList.type]) {
      const answer = await remove("organization-type", [{ id: entry.id, replace_with: replacement }]);
      expect([answer.status, answer.body.details]).toEqual([422, [refusal]]);
    }
    const other = await add("organization-type", fresh());
    const both = await remove("organization-type", { id: [entry.id, other.id], replace_with: other.type });
    expect([both.status, both.body.details]).toEqual([422, [refusal]]);
    expect(await typesOf(rows)).toEqual([type, type]);
    expect([await isStored(entry), await isStored(other)]).toEqual([true, true]);
  });

  it("A provincial user who maintains dropdown lists can't rename a value that records use.", async () => {
    const { type, entry, rows } = await used();
    const rename = await as(provincial.token, "PUT", "/dropdown/organization-type/update", {
      id: entry.id,
      type: fresh(),
      rename_in_records: true,
    });
    expect(rename.status).toBe(403);
    expect(await typesOf(rows)).toEqual([type, type]);
    const replace = await as(provincial.token, "DELETE", "/dropdown/organization-type/delete", {
      id: entry.id,
      replace_with: "Federation",
    });
    expect(replace.status).toBe(403);
  });

  it("A user without the Edit right can't replace a dropdown value in the records that use it.", async () => {
    const { type, entry, rows } = await used();
    const clerk = await makePerson({
      level: "Central",
      routes: ["forms", "dropdowns"],
      rights: ["Read", "Delete"],
    });
    const refused = await as(clerk.token, "DELETE", "/dropdown/organization-type/delete", {
      id: entry.id,
      replace_with: "Federation",
    });
    expect(refusalOf(refused)).toMatchObject({
      status: 403,
      message: `Records that hold "${type}" cannot be changed without the Edit right.`,
    });
    expect(await typesOf(rows)).toEqual([type, type]);
    const list = await callAs("admin", "GET", "/dropdown/organization-type");
    expect(dataOf<Entry[]>(list).some(({ id }) => id === entry.id)).toBe(true);
  });

  it("An administrator can delete several unused dropdown values in one request.", async () => {
    const [one, two] = [await add("organization-type", fresh()), await add("organization-type", fresh())];
    expect(
      (await callAs("admin", "DELETE", "/dropdown/organization-type/delete", { id: [one.id, two.id] })).body
        .data,
    ).toEqual({ deleted: 2, replaced: 0 });
    expect((await callAs("admin", "DELETE", "/dropdown/organization-type/delete", [one.id])).status).toBe(
      404,
    );
  });
});

describe("A sub-category that belongs to two categories", () => {
  const path = "/dropdown/participant-subcategory";
  /** Creates two categories with an equal sub-category, and one participant in each of the two categories. */
  async function used() {
    const [one, other, sub] = [fresh(), fresh(), fresh()];
    await callAs("admin", "PUT", "/dropdown/participant-category/register", [
      { category: one },
      { category: other },
    ]);
    const entries = dataOf<Entry[]>(
      await callAs("admin", "PUT", `${path}/register`, [
        { category: one, sub_category: sub },
        { category: other, sub_category: sub },
      ]),
    );
    const rows = await save(
      "admin",
      "participant",
      [one, other].map((category) => ({
        participant_name: `${mark} ${randomUUID()}`,
        arbo_name: mark,
        region_name: region,
        province_name: province,
        participant_category: category,
        participant_sub_category: sub,
      })),
    );
    const [id = 0, otherId = 0] = entries.map((entry) => entry.id);
    return { one, other, sub, id, otherId, rows };
  }
  const valuesOf = async (rows: { id: number }[]) => {
    const found = await database<{ category: string; sub_category: string }[]>`
      select participant_category as category, participant_sub_category as sub_category
      from public.participants where id = any (${rows.map(({ id }) => id)}) order by id`;
    return found.map(({ category, sub_category }) => [category, sub_category]);
  };
  const subCategoriesOf = async (category: string) =>
    (
      await database<{ sub_category: string }[]>`
        select sub_category from public.dropdown_values
        where list = 'participant-subcategory' and category = ${category} order by id`
    ).map(({ sub_category }) => sub_category);

  it("If two categories have a sub-category of the same name, the API counts the records of each category separately.", async () => {
    const { id, one, sub } = await used();
    const byId = await callAs("admin", "POST", `${path}/usage`, { id });
    expect(dataOf<object[]>(byId)).toMatchObject([{ field: "participant_sub_category", count: 1 }]);
    const byValue = await callAs("admin", "POST", `${path}/usage`, { category: one, sub_category: sub });
    expect(byValue.body.total).toBe(1);
  });

  it("If an administrator renames a sub-category, records with an equally named sub-category of another category don't change.", async () => {
    const { id, one, other, sub, rows } = await used();
    const name = fresh();
    const answer = await callAs("admin", "PUT", `${path}/update`, {
      id,
      sub_category: name,
      rename_in_records: true,
    });
    expect(answer.body).toMatchObject({ renamed: 1 });
    expect(await valuesOf(rows)).toEqual([
      [one, name],
      [other, sub],
    ]);
  });

  it("If an administrator moves a sub-category to a different category, the records that use it get the new category.", async () => {
    const { id, other, sub, rows } = await used();
    const [name, third] = [fresh(), await newCategory()];
    const move = { id, category: third, sub_category: name, rename_in_records: true };
    expect((await callAs("admin", "PUT", `${path}/update`, move)).body).toMatchObject({ renamed: 1 });
    expect(await valuesOf(rows)).toEqual([
      [third, name],
      [other, sub],
    ]);
  });

  it("If a sub-category is renamed and moved while a participant is in the trash, the restored participant has both new values.", async () => {
    const { id, other, sub, rows } = await used();
    const [name, third] = [fresh(), await newCategory()];
    const ids = rows.map((row) => row.id);
    await callAs("admin", "DELETE", "/api/participant/delete", { id: ids });
    const move = { id, category: third, sub_category: name, rename_in_records: true };
    expect((await callAs("admin", "PUT", `${path}/update`, move)).status).toBe(200);
    expect((await callAs("admin", "PUT", "/api/participant/restore", { id: ids })).status).toBe(200);
    expect(await valuesOf(rows)).toEqual([
      [third, name],
      [other, sub],
    ]);
  });

  it("If a sub-category was moved while a user had a form open, the saved participant has its new category.", async () => {
    const { id, one, other, sub, rows } = await used();
    const [name, third] = [fresh(), await newCategory()];
    const move = { id, category: third, sub_category: name, rename_in_records: true };
    expect((await callAs("admin", "PUT", `${path}/update`, move)).status).toBe(200);
    const entered = [one, other].map((category, place) => ({
      id: rows[place]?.id,
      participant_category: category,
      participant_sub_category: sub,
    }));
    await save("admin", "participant", entered);
    expect(await valuesOf(rows)).toEqual([
      [third, name],
      [other, sub],
    ]);
  });

  it("When an administrator deletes a sub-category, the API accepts only a sub-category of the same category as its replacement.", async () => {
    const { id, otherId, one, other, sub, rows } = await used();
    const [replacement, foreign] = [fresh(), fresh()];
    await callAs("admin", "PUT", `${path}/register`, [
      { category: one, sub_category: replacement },
      { category: other, sub_category: foreign },
    ]);
    for (const refused of [foreign, sub]) {
      const answer = await remove("participant-subcategory", { id, replace_with: refused });
      expect([answer.status, answer.body.details?.[0]]).toEqual([
        422,
        {
          index: 0,
          field: "replace_with",
          message: `replace_with must be a value that stays in the list with the category "${one}".`,
        },
      ]);
    }
    const answer = await remove("participant-subcategory", { id, replace_with: replacement });
    expect(answer.body.data).toEqual({ deleted: 1, replaced: 1 });
    expect(await valuesOf(rows)).toEqual([
      [one, replacement],
      [other, sub],
    ]);
    expect((await remove("participant-subcategory", { id: otherId })).status).toBe(422);
  });

  it("If an administrator renames a category in all records, its sub-categories get the new category name too.", async () => {
    const { one, other, sub, rows } = await used();
    const [category] = await database<{ id: number }[]>`
      select id::int from public.dropdown_values where list = 'participant-category' and category = ${one}`;
    const name = fresh();
    const categoryPath = "/dropdown/participant-category/update";
    const renamed = { id: category?.id, category: name, rename_in_records: true };
    expect((await callAs("admin", "PUT", categoryPath, renamed)).body).toMatchObject({ renamed: 1 });
    expect(await subCategoriesOf(name)).toEqual([sub]);
    const only = fresh();
    await callAs("admin", "PUT", `${path}/register`, { category: name, sub_category: only });
    const answer = await remove("participant-category", { id: category?.id, replace_with: other });
    expect(answer.body.data).toEqual({ deleted: 1, replaced: 1 });
    expect(await valuesOf(rows)).toEqual([
      [other, sub],
      [other, sub],
    ]);
    expect(await subCategoriesOf(other)).toEqual([sub, only]);
  });
});

describe("Administration of projects", () => {
  const project = (name: string, category: string) => ({
    year_funded: 2025,
    psp_category: category,
    subpsp_name: `${mark} ${name}`,
  });

  it("An administrator can save several projects in one request, filter projects by category, and delete projects.", async () => {
    const saved = await callAs("admin", "PUT", "/api/project-list/update", [
      project("one", `${mark} A`),
      project("two", `${mark} B`),
    ]);
    expect(saved.status).toBe(200);
    const list = await callAs("viewer", "POST", "/api/project-list", { psp_category: `${mark} A` });
    expect(dataOf<{ subpsp_name: string }[]>(list).map((row) => row.subpsp_name)).toEqual([`${mark} one`]);
    const ids = dataOf<Entry[]>(saved).map(({ id }) => id);
    expect((await callAs("central", "DELETE", "/api/project-list/delete", { id: ids })).status).toBe(403);
    expect((await callAs("admin", "DELETE", "/api/project-list/delete", { id: ids })).body.data).toEqual({
      deleted: 2,
    });
  });
});
