/**
 * Every way of reading personal data is logged, with one entry per user, record type and hour. The entry contains the
 * number of different people. The people of the test are synthetic.
 */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { as, dataOf, makePerson, removePeopleAfterwards, type TestPerson } from "./people-support.ts";
import { callAs, database, mark, province, region, stack } from "./support.ts";

removePeopleAfterwards();
// Hooks run in reverse order, so this hook runs before the hook of removePeopleAfterwards, which closes the
// connections.
afterAll(async () => {
  await database`delete from public.participants where participant_name like ${`${mark}%`}`;
});

const everything = ["Read", "Edit", "Delete", "Approve", "Sensitive"];

/**
 * Creates participants with a unique group name.
 * @param birthday Null creates rows without a sensitive value.
 */
async function participants(count: number, birthday: string | null = "1990-01-31") {
  const group = `${mark} ${randomUUID()}`;
  const made = await database<{ id: number }[]>`
    insert into public.participants (participant_name, region_name, province_name, birthday, year_funded, fund_source,
      subpsp_abbreviation, arbo_name)
    select ${group} || ' ' || n, ${region}, ${province}, ${birthday}::text::date, 2025, 'GAA', 'SP', 'Test ARBO'
    from generate_series(1, ${String(count)}::text::integer) n
    returning id::float8 as id`;
  return { group, ids: made.map(({ id }) => id) };
}

/** Returns the log entries of a user about reading participants. */
const readBy = ({ id }: TestPerson) => database<{ rows: number; form: string; changes: unknown }[]>`
  select r.row_count as rows, l.form_name as form, l.changes
  from private.user_log l join private.readings r on r.entry = l.id
  where l.user_id = ${id}::uuid and l.action = 'Read' order by l.id`;
/**
 * Returns the number of rows, the sensitive fields and the table of each log entry about a user's reading. Sensitive
 * fields are fields that the user's requests used to filter, group or compute.
 */
const askedBy = ({ id }: TestPerson) => database<{ rows: number; fields: string[]; form: string }[]>`
  select r.row_count as rows, r.fields_asked as fields, r.table_name as form
  from private.readings r where r.user_id = ${id}::uuid order by r.entry`;
const rowsReadBy = async (person: TestPerson) => (await readBy(person)).map(({ rows }) => rows);

const page = (person: TestPerson, q: string, number = 1, size = 2) =>
  as(person.token, "POST", "/api/participant", { q, page: number, page_size: size });

describe("Reading personal data", () => {
  it("If a user opens several pages of personal data one after another, a single log entry counts each person once.", async () => {
    const person = await makePerson({ rights: everything });
    const { group } = await participants(5);
    expect((await page(person, group)).status).toBe(200);
    expect(await rowsReadBy(person)).toEqual([2]);
    await page(person, group, 2);
    await page(person, group, 1);
    await page(person, group, 3);
    expect(await readBy(person)).toEqual([{ rows: 5, form: "participants", changes: null }]);
  });

  it("If a user opens several pages of personal data at once, a single log entry counts the people on all pages.", async () => {
    const person = await makePerson({ rights: everything });
    const { group } = await participants(12);
    const pages = [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6];
    const answers = await Promise.all(pages.map((number) => page(person, group, number)));
    expect(answers.map(({ status }) => status)).toEqual(pages.map(() => 200));
    expect(await rowsReadBy(person)).toEqual([12]);
  });

  it("If a user without the `Sensitive` right opens a list of people, the log gets no entry about personal data.", async () => {
    const person = await makePerson({ rights: ["Read", "Edit", "Delete"] });
    const { group, ids } = await participants(2);
    expect((await page(person, group)).status).toBe(200);
    await as(person.token, "POST", "/api/history", { path: "participant", id: ids[0] });
    expect(await readBy(person)).toEqual([]);
  });

  it("The log has no personal-data entry for people without sensitive values.", async () => {
    const person = await makePerson({ rights: everything });
    const { group } = await participants(2, null);
    expect(dataOf<unknown[]>(await page(person, group))).toHaveLength(2);
    await page(person, `${mark} no match`);
    await as(person.token, "POST", "/api/arbo-masterlist", { page: 1 });
    expect(await readBy(person)).toEqual([]);
  });

  const ways: Record<string, (person: TestPerson, group: string, id: number) => Promise<{ status: number }>> =
    {
      "one row by its id": ({ token }, _, id) => as(token, "POST", "/api/participant", { id, page: 1 }),
      "a whole list": ({ token }, q) => as(token, "POST", "/api/participant", { q }),
      "the history of a row": ({ token }, _, id) =>
        as(token, "POST", "/api/history", { path: "participant", id }),
      "the values of a sensitive field": ({ token }, q) =>
        as(token, "POST", "/api/participant/values", { field: "birthday", q }),
      "the response to a save": ({ token }, _, id) =>
        as(token, "PUT", "/api/participant/update", { id, remarks: "seen" }),
      "the current row in the refusal of a stale save": async ({ token }, _, id) => {
        const answer = await as(token, "PUT", "/api/participant/update", {
          ...{ id, row_version: 999, remarks: "stale" },
        });
        expect(answer.status).toBe(409);
        expect(answer.text).toContain("1990-02-28");
        return { status: 200 };
      },
      "the current row in the refusal of an outdated deletion": async ({ token }, _, id) => {
        const answer = await as(token, "DELETE", "/api/participant/delete", { id, row_version: 999 });
        expect(answer.status).toBe(409);
        expect(answer.text).toContain("1990-02-28");
        return { status: 200 };
      },
      "the capacity record of a person": ({ token }, q) =>
        as(token, "POST", "/api/report-capdevrecord", { participant_name: `${q} 1` }),
    };
  for (const [way, read] of Object.entries(ways)) {
    it(`The log records a user who reads personal data. Source of the data: ${way}.`, async () => {
      const person = await makePerson({ level: "Central", rights: everything, routes: ["forms", "report"] });
      const { group, ids } = await participants(1);
      const [id = 0] = ids;
      await database`update public.participants set birthday = '1990-02-28' where id = ${String(id)}::text::bigint`;
      expect((await read(person, group, id)).status).toBe(200);
      expect(await rowsReadBy(person)).toEqual([1]);
    });
  }

  it(`If a user guesses a person's birthday and the response confirms it, a log entry names the field "birthday".`, async () => {
    const { group } = await participants(1);
    const guess = { participant_name: `${group} 1`, region_name: region, province_name: province };
    for (const [method, path, status] of [
      ["POST", "likely-same", 200],
      ["PUT", "update", 409],
    ] as const) {
      const person = await makePerson({ rights: everything });
      const ask = (birthday: string) =>
        as(person.token, method, `/api/participant/${path}`, { ...guess, arbo_name: mark, birthday });
      expect((await ask("1990-01-31")).status).toBe(status);
      expect(await askedBy(person)).toEqual([{ rows: 1, fields: ["birthday"], form: "participants" }]);
    }
  });

  const born = { birthday: { lt: "2000-01-01" } };
  const explored = { record: "participant", value: { kind: "count" } };
  /**
   * Requests that use the birthdays of the people in a group. The responses contain only numbers, or rows of other
   * record types.
   */
  const questions: Record<string, (group: object) => [path: string, body: object]> = {
    "an exploration with rows by a sensitive field": (filter) => [
      "explore",
      { ...explored, rows: ["birthday.year"], filter },
    ],
    "an exploration with columns by a sensitive field": (filter) => [
      "explore",
      { ...explored, columns: ["birthday.month"], filter },
    ],
    "an exploration that counts the values of a sensitive field": (filter) => [
      "explore",
      { ...explored, value: { kind: "distinct", field: "birthday" }, filter },
    ],
    "an exploration filtered by a sensitive field": (filter) => [
      "explore",
      { ...explored, filter: { any: [{ ...filter, ...born }] } },
    ],
    "an exploration of ARBOs that have people": (filter) => [
      "explore",
      {
        ...explored,
        record: "arbo-masterlist",
        filter: { has: [{ record: "participant", where: { ...filter, ...born } }] },
      },
    ],
    "an exploration of trainings of ARBOs that have no people": (where) => [
      "explore",
      {
        ...{ ...explored, record: "arbo-training" },
        filter: {
          any: [
            { arbo_name: "none" },
            {
              has: [
                {
                  record: "arbo-masterlist",
                  where: { has_no: [{ record: "participant", where: { ...where, ...born } }] },
                },
              ],
            },
          ],
        },
      },
    ],
    "a page of ARBOs that have people": (where) => [
      "arbo-masterlist",
      { page: 1, filter: { has: [{ record: "participant", where: { ...where, ...born } }] } },
    ],
    "a whole list of ARBOs that have people": (where) => [
      "arbo-masterlist",
      { filter: { has: [{ record: "participant", where: { ...where, ...born } }] } },
    ],
    "the provinces of ARBOs that have people": (where) => [
      "arbo-masterlist/values",
      { field: "province_name", filter: { has: [{ record: "participant", where: { ...where, ...born } }] } },
    ],
    "the names of people": (where) => [
      "participant/values",
      { field: "participant_name", filter: { ...where, ...born } },
    ],
    "a page of people that has no rows": (where) => [
      "participant",
      { page: 5, filter: { ...where, ...born } },
    ],
    "a page without rows of people with a birthday": (where) => [
      "participant",
      { page: 5, birthday: "1990-01-31", filter: where },
    ],
    "a total over people, on a page that has no rows": (where) => [
      "participant",
      { page: 5, sums: ["age"], filter: { ...where, ...born } },
    ],
    "the versions of people": (where) => [
      "participant/versions",
      { filter: { filter: { ...where, ...born } } },
    ],
    "the versions of ARBOs that have people": (where) => [
      "arbo-masterlist/versions",
      { filter: { filter: { has: [{ record: "participant", where: { ...where, ...born } }] } } },
    ],
    "an approval of ARBOs that have people": (where) => [
      "arbo-masterlist/approve",
      {
        filter: {
          arbo_name: "none",
          filter: { has: [{ record: "participant", where: { ...where, ...born } }] },
        },
        process_stage: "Approved",
      },
    ],
  };
  for (const [way, ask] of Object.entries(questions)) {
    it(`A log entry names the field "birthday" if a request uses people's birthdays. Request: ${way}.`, async () => {
      const person = await makePerson({ level: "Central", rights: everything, routes: ["forms", "report"] });
      const { group } = await participants(3);
      await participants(1);
      const [path, body] = ask({ participant_name: { contains: group } });
      expect((await as(person.token, "POST", `/api/${path}`, body)).status).toBe(200);
      const fields = JSON.stringify(body).includes('"age"') ? ["age", "birthday"] : ["birthday"];
      expect(await askedBy(person)).toEqual([{ rows: 3, fields, form: "participants" }]);
    });
  }

  it("If a user first lists people and then groups them in Explore, a single log entry counts each person once.", async () => {
    const person = await makePerson({
      level: "Central",
      rights: everything,
      routes: ["forms", "users", "report"],
    });
    const { group } = await participants(3);
    const filter = { participant_name: { contains: group } };
    await page(person, group, 1, 2);
    expect(await askedBy(person)).toEqual([{ rows: 2, fields: [], form: "participants" }]);
    for (const rows of [["birthday.year"], ["is_pwd"], ["birthday.month"]])
      expect((await as(person.token, "POST", "/api/explore", { ...explored, rows, filter })).status).toBe(
        200,
      );
    expect(await askedBy(person)).toEqual([
      { rows: 3, fields: ["birthday", "is_pwd"], form: "participants" },
    ]);
    const answer = await callAs("admin", "POST", "/api/user-log/read", {
      ...{ user_name: person.username, action: "Read", page: 1, page_size: 10 },
    });
    expect(dataOf<object[]>(answer)).toMatchObject([
      { changes: { rows: [null, 3], fields: [null, ["birthday", "is_pwd"]] } },
    ]);
  });

  it("If an Explore query about people uses no sensitive field, the log gets no entry about personal data.", async () => {
    const person = await makePerson({ level: "Central", rights: everything, routes: ["forms", "report"] });
    const { group } = await participants(2);
    const where = { participant_name: { contains: group } };
    const related = (conditions: object) => ({
      ...{ ...explored, record: "arbo-masterlist" },
      filter: { has: [{ record: "participant", where: conditions }] },
    });
    expect((await as(person.token, "POST", "/api/explore", related(where))).status).toBe(200);
    expect(await askedBy(person)).toEqual([]);
    const plain = await makePerson({ level: "Central", rights: ["Read"], routes: ["forms", "report"] });
    expect((await as(plain.token, "POST", "/api/explore", related({ ...where, ...born }))).status).toBe(403);
    expect(await askedBy(plain)).toEqual([]);
  });

  it("The log records that a user views personal data of deleted rows in the trash.", async () => {
    const person = await makePerson({ rights: everything });
    const { ids } = await participants(1);
    await database`delete from public.participants where id = ${String(ids[0])}::text::bigint`;
    expect((await as(person.token, "POST", "/api/participant/trash", { page: 1, page_size: 1 })).status).toBe(
      200,
    );
    expect(await rowsReadBy(person)).toEqual([1]);
  });

  it("The API refuses to show personal data if it can't log who views the data.", async () => {
    const person = await makePerson({ rights: everything });
    const { group } = await participants(1);
    await database.unsafe(`create function private.full_log() returns trigger language plpgsql set search_path = '' as $$
      begin raise exception 'full' using errcode = '53100'; end $$`);
    try {
      await database.unsafe(`create trigger full_log before insert on private.rows_read
        for each row execute function private.full_log()`);
      const answer = await page(person, group);
      expect([answer.status, answer.body.message]).toEqual([
        503,
        "Personal data cannot be read at the moment, because the database cannot log who reads it. Ask the server administrator.",
      ]);
      expect(answer.text).not.toContain("1990-01-31");
    } finally {
      await database.unsafe("drop function private.full_log() cascade");
    }
    expect((await page(person, group)).status).toBe(200);
  });

  it("An administrator sees in a log entry with the action `Read` how many people's personal data a user saw.", async () => {
    const person = await makePerson({ rights: everything });
    const { group } = await participants(3);
    await page(person, group, 1, 3);
    const answer = await callAs("admin", "POST", "/api/user-log/read", {
      ...{ user_name: person.username, action: "Read", page: 1, page_size: 10 },
    });
    expect(dataOf<object[]>(answer)).toMatchObject([
      { action: "Read", form_name: "participants", row_id: null, changes: { rows: [null, 3] } },
    ]);
    expect(answer.text).not.toContain(group);
  });

  it("The log records a user who reads a user log entry that contains a person's birthday.", async () => {
    const person = await makePerson({ level: "Central", rights: everything, routes: ["users"] });
    const { ids } = await participants(1);
    const [id = 0] = ids;
    await database`update public.participants set birthday = '1990-02-28' where id = ${String(id)}::text::bigint`;
    const answer = await as(person.token, "POST", "/api/user-log/read", {
      row_id: id,
      page: 1,
      page_size: 10,
    });
    expect(answer.text).toContain("1990-02-28");
    expect(await rowsReadBy(person)).toEqual([1]);
  });

  it("A REST client can't change the log of who viewed personal data.", async () => {
    const person = await makePerson({ rights: everything });
    const { group } = await participants(1);
    await page(person, group);
    const rest = async (method: string, path: string, body?: object) => {
      const headers = {
        ...{ apikey: stack.publishableKey, authorization: `Bearer ${person.token}` },
        "content-type": "application/json",
      };
      const sent = body ? { body: JSON.stringify(body) } : {};
      return (await fetch(`${stack.url}/rest/v1/${path}`, { method, headers, ...sent })).status;
    };
    expect(await rest("POST", "rpc/log_rows_returned", { wanted_table: "participants", ids: [1] })).toBe(404);
    expect(await rest("DELETE", "rows_read?entry=gt.0")).toBe(404);
    expect(await rest("PATCH", "readings?entry=gt.0", { row_count: 0 })).toBe(404);
    expect(await rest("GET", "participants?select=birthday")).toBe(403);
    expect(await rowsReadBy(person)).toEqual([1]);
  });
});
