/**
 * Maintaining the dropdown lists over HTTP: adding values, renaming values in the records, removing and replacing
 * values. Also tests the list of projects.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  as,
  dataOf,
  makePerson,
  refusalOf,
  removePeopleAfterwards,
  type TestPerson,
} from "./people-support.ts";
import { arbo, call, callAs, database, elsewhere, mark, save } from "./support.ts";

removePeopleAfterwards();

let provincial: TestPerson;
beforeAll(async () => {
  provincial = await makePerson({ routes: ["forms", "dropdowns"] });
});
afterAll(async () => {
  await database`delete from public.dropdown_values where coalesce(type, category) like ${`${mark}%`}`;
  await database`delete from public.arbo_masterlist where arbo_name like ${`${mark}%`}`;
  await database`delete from public.form_10 where remarks = ${mark}`;
  await database`delete from public.project_list where subpsp_name like ${`${mark}%`}`;
});

interface Entry {
  id: number;
  type?: string;
}

let number = 0;
const fresh = () => `${mark} kind ${++number}`;
const add = async (list: string, type: string): Promise<Entry> => {
  const [entry] = dataOf<Entry[]>(await callAs("admin", "PUT", `/dropdown/${list}/register`, [{ type }]));
  if (!entry) throw new Error("not added");
  return entry;
};

describe("Adding values", () => {
  it("If an administrator adds a single dropdown value or an array of values, the API removes surrounding spaces and returns the saved values.", async () => {
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

  it("The API saves no dropdown value if one of the sent values is a duplicate, blank or invalid.", async () => {
    const type = fresh();
    const answer = await callAs("admin", "PUT", "/dropdown/fund-source/register", [
      { type },
      { type: type.toUpperCase() },
    ]);
    expect([answer.status, answer.body.details?.[0]]).toEqual([
      409,
      { index: 1, field: "type", message: "The list already has this value." },
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

  it("An administrator can save a participant category and its sub-category as one dropdown entry.", async () => {
    const entry = { category: fresh(), sub_category: "Youth" };
    const answer = await callAs("admin", "PUT", "/dropdown/participant-subcategory/register", entry);
    expect(dataOf<object[]>(answer)).toMatchObject([entry]);
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

describe("A dropdown value in use", () => {
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

  it("For each record type and column, a user who maintains the dropdown lists sees how many records of all offices use a value.", async () => {
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

  it("If a request renames a dropdown value with the option `rename_in_records`, the records that use the value get the new name, and their history shows the change.", async () => {
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

  it("The API refuses to rename a dropdown value to an existing name, and changes no records if a rename request omits the option `rename_in_records`.", async () => {
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

  it("If a request gives the dropdown value as the user saw it, and another user has renamed the value since then, the API neither renames nor deletes the value.", async () => {
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
    const pair = { category: fresh(), sub_category: fresh() };
    const [paired] = dataOf<Entry[]>(
      await callAs("admin", "PUT", "/dropdown/participant-subcategory/register", pair),
    );
    const removePair = (seen: object) =>
      callAs("admin", "DELETE", "/dropdown/participant-subcategory/delete", { id: paired?.id, seen });
    expect((await removePair({ ...pair, sub_category: "Senior" })).status).toBe(409);
    expect((await removePair({ type: null, ...pair })).status).toBe(200);
  });

  it("A dropdown value in use can't be deleted, and the error message says where the value is used.", async () => {
    const { type, entry } = await used();
    const answer = await callAs("admin", "DELETE", "/dropdown/organization-type/delete", [{ id: entry.id }]);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toMatch(new RegExp(`^"${type}" is in use \\(ARBO Masterlist, .+: 2\\)`));
    const list = await callAs("admin", "GET", "/dropdown/organization-type");
    expect(dataOf<Entry[]>(list).some(({ id }) => id === entry.id)).toBe(true);
  });

  it("If a user deletes a dropdown value and chooses a replacement, the records get the replacement.", async () => {
    const { entry, rows } = await used();
    const other = await add("organization-type", fresh());
    const answer = await callAs("admin", "DELETE", "/dropdown/organization-type/delete", [
      { id: entry.id, replace_with: other.type },
    ]);
    expect(answer.body.data).toEqual({ deleted: 1, replaced: 2 });
    expect(await typesOf(rows)).toEqual([other.type, other.type]);
  });

  it("If a request to delete several dropdown values gives a replacement, it applies to each value, and the API refuses unknown fields.", async () => {
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

  it("A provincial user who maintains dropdown lists can't rename or replace a value that records use.", async () => {
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

  it("A user who has the Delete right but not the Edit right can't replace a dropdown value in the records that use it.", async () => {
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

  it("An administrator can delete several unused dropdown values in one request, and gets a 404 for a value that no longer exists.", async () => {
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

describe("Projects", () => {
  const project = (name: string, category: string) => ({
    year_funded: 2025,
    psp_category: category,
    subpsp_name: `${mark} ${name}`,
  });

  it("Administrators save several projects in one request, filter projects by category and delete projects.", async () => {
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
