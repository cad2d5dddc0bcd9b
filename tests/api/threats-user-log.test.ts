/** Threat over HTTP: a user alters or deletes log entries, or writes log entries as a different user. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { as, dataOf, makePerson, removePeopleAfterwards, rest, type TestPerson } from "./people-support.ts";
import { arbo, callAs, database, mark, rowsOf, save } from "./support.ts";

removePeopleAfterwards();

let chief: TestPerson;
let regional: TestPerson;
beforeAll(async () => {
  chief = await makePerson({ level: "Central", routes: ["forms", "users"] });
  regional = await makePerson({ level: "Regional", routes: ["forms", "users"] });
});

interface Entry {
  id: number;
  user_id: string;
  user_name: string;
  user_role: string;
  muncity_name: string | null;
  form_name: string;
  row_id: number | null;
  subject: string | null;
  action: string;
  office: string;
  source: string;
  changes: Record<string, [unknown, unknown]> | null;
}

const read = async (token: string, body: object): Promise<Entry[]> =>
  dataOf<Entry[]>(await as(token, "POST", "/api/user-log/read", body));

describe("Protection of the user log", () => {
  it("Users can't read or change the user log through REST.", async () => {
    for (const method of ["GET", "PATCH", "DELETE", "POST"]) {
      const answer = await rest(
        chief.token,
        method,
        "user_log?id=gt.0",
        method === "GET" ? undefined : { user_name: "x" },
      );
      expect(answer.ok, method).toBe(false);
      const inPrivate = await fetch(answer.url, {
        headers: { "accept-profile": "private", authorization: `Bearer ${chief.token}` },
      });
      expect(inPrivate.ok).toBe(false);
    }
  });

  it("The API has no endpoint that alters or deletes log entries.", async () => {
    for (const path of ["update", "delete", "approve"]) {
      for (const method of ["PUT", "DELETE", "POST"]) {
        expect((await as(chief.token, method, `/api/user-log/${path}`, { id: 1 })).status).toBe(404);
      }
    }
  });

  it("The hash chain of the user log stays valid through concurrent saves, changes and deletions.", async () => {
    const saved = await Promise.all(
      Array.from({ length: 12 }, () => save("provincial", "arbo-masterlist", [arbo(), arbo()])),
    );
    const ids = saved.flat().map(({ id }) => id);
    await Promise.all(
      ids.slice(0, 12).map((id) => save("regional", "arbo-masterlist", { id, remarks: "changed" })),
    );
    await callAs("central", "DELETE", "/api/arbo-masterlist/delete", { id: ids });
    const answer = await as(chief.token, "POST", "/api/user-log/verify", {});
    expect(answer.body.data).toMatchObject({ problems: [] });
    const [unsealed] = await database`select count(*)::int as n from private.log_links where hash is null`;
    expect(unsealed?.n).toBe(0);
  });

  it("The verification of the user log reports an entry that was altered in the database.", async () => {
    const [row] = await save("provincial", "arbo-masterlist", arbo());
    const alter = (name: string) =>
      database`update private.user_log set user_name = ${name} where form_name = 'arbo_masterlist' and row_id = ${row?.id ?? 0} returning id`;
    const [entry] = await alter("other user");
    const answer = await as(chief.token, "POST", "/api/user-log/verify", {});
    expect(answer.body.data).toMatchObject({
      problems: [{ entry: Number(entry?.id), problem: "The entry was altered." }],
    });
    await alter("provincial");
    expect((await as(chief.token, "POST", "/api/user-log/verify", {})).body.data).toMatchObject({
      problems: [],
    });
    await database`delete from public.arbo_masterlist where arbo_name like ${`${mark}%`}`;
  });
});

describe("Entries of the user log", () => {
  it("An administrator who filters the user log by a user's id also finds entries under a former username.", async () => {
    const person = await makePerson({ level: "Regional", routes: ["forms"] });
    const reported = await as(person.token, "POST", "/api/user-log/register", [
      { form_name: "user_log", action: "Export" },
    ]);
    expect(reported.status, reported.text).toBe(200);
    await database`select private.log_sign_in(${person.username}, false)`;
    const renamed = `${person.username}.2`;
    await database`update public.users set username = ${renamed} where id = ${person.id}`;
    const entries = await read(chief.token, { user_id: person.id, page: 1, page_size: 100 });
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(["Export", "Failed sign-in"]));
    expect(new Set(entries.map(({ user_name }) => user_name))).toEqual(new Set([person.username]));
    expect(entries).toContainEqual(expect.objectContaining({ subject: person.id, subject_name: renamed }));
    const strange = await read(chief.token, { user_id: chief.id, subject: person.id, page: 1 });
    expect(strange).toEqual([]);
  });

  it("The log names the signed-in user as author, even if the request contains a different user's id.", async () => {
    const other = "11111111-1111-4111-8111-111111111111";
    const answer = await as(chief.token, "PUT", "/api/arbo-masterlist/update", { ...arbo(), user_id: other });
    const [row] = rowsOf(answer);
    expect(row).toMatchObject({ user_id: chief.id });
    const [entry] = await read(chief.token, { form_name: "arbo-masterlist", row_id: row?.id, page: 1 });
    expect(entry).toMatchObject({
      user_id: chief.id,
      user_name: chief.username,
      action: "Insert",
      source: "database",
    });
    await database`delete from public.arbo_masterlist where id = ${row?.id ?? 0}`;
  });

  it("A client can't add a log entry in the name of a different user.", async () => {
    const answer = await as(regional.token, "POST", "/api/user-log/register", [
      {
        form_name: "arbo_masterlist",
        action: "Export",
        status: "12 rows",
        user_id: chief.id,
        user_name: "admin",
        user_role: "PBD Administrator",
        region_name: "Elsewhere",
      },
    ]);
    expect(dataOf<Entry[]>(answer)).toMatchObject([
      {
        user_id: regional.id,
        user_name: regional.username,
        user_role: regional.rolename,
        region_name: "Region III (Central Luzon)",
        source: "client",
      },
    ]);
    expect((await as(regional.token, "POST", "/api/user-log/register", [{ form_name: "x" }])).status).toBe(
      400,
    );
  });

  it("A log entry about a change of a user account names the changed fields, but contains no password.", async () => {
    await callAs("admin", "PUT", "/api/auth/usersupdate", {
      id: regional.id,
      position: "Chief",
      password: "Bangus-sa-lawa-9",
    });
    const entries = await read(chief.token, { subject: regional.id });
    expect(entries.map(({ user_name, action, changes }) => [user_name, action, changes])).toEqual(
      expect.arrayContaining([
        ["admin", "Update", { position: [null, "Chief"] }],
        ["admin", "Reset password", null],
        [regional.username, "Sign in", null],
        ["admin", "Insert", null],
      ]),
    );
    expect(JSON.stringify(entries)).not.toMatch(/Bangus|Kalabaw/);
  });
});

describe("Requests for the user log", () => {
  it("A request for the user log without a page number returns all matching entries.", async () => {
    const name = `${mark} ${randomUUID()}`;
    await database`insert into private.user_log (user_name, form_name, action)
      select ${name}, 'arbo_masterlist', case when n <= 10001 then 'Update' else 'Insert' end
      from generate_series(1, 20001) n`;
    const whole = await as(chief.token, "POST", "/api/user-log/read", { user_name: name, action: "Update" });
    expect(dataOf<Entry[]>(whole)).toHaveLength(10_001);
    expect([whole.body.total, whole.body.total_capped]).toEqual([10_001, undefined]);
    const all = await as(chief.token, "POST", "/api/user-log/read", { user_name: name });
    expect([all.status, all.body.message]).toEqual([
      422,
      "20,001 entries match, but a file has at most 20,000. Choose a shorter period, or read the log in pages.",
    ]);
    const page = await as(chief.token, "POST", "/api/user-log/read", { user_name: name, page: 1 });
    expect([dataOf<Entry[]>(page).length, page.body.total, page.body.total_capped]).toEqual([
      20,
      10_000,
      true,
    ]);
  }, 60_000);

  it("A user can filter the user log by Manila dates or by exact times.", async () => {
    const [row] = await save("provincial", "arbo-masterlist", arbo());
    const [entry] = await database<{ id: number; at: Date }[]>`
      select id::float8 as id, at from private.user_log where row_id = ${row?.id ?? 0}`;
    const found = async (body: object) => (await read(chief.token, { id: entry?.id, ...body })).length;
    const at = Number(entry?.at);
    const day = (time: number) => new Date(time + 8 * 3_600_000).toISOString().slice(0, 10);
    const yesterday = day(at - 24 * 3_600_000);
    expect(await found({ from: day(at), to: day(at) })).toBe(1);
    expect(await found({ to: yesterday })).toBe(0);
    expect(await found({ from: "0001-01-01", to: "9999-12-31" })).toBe(1);
    const before = new Date(at - 1000).toISOString();
    expect(await found({ from: before, to: new Date(at + 1000).toISOString() })).toBe(1);
    expect(await found({ to: before })).toBe(0);
    const wrong = await as(chief.token, "POST", "/api/user-log/read", { from: "2026-02-30" });
    expect([wrong.status, wrong.body.details?.[0]?.field]).toEqual([400, "from"]);
  });

  it("Only users with the route permission `users` can read the log.", async () => {
    const encoder = await makePerson();
    expect((await as(encoder.token, "POST", "/api/user-log/read", {})).status).toBe(403);
    expect((await as(encoder.token, "POST", "/api/user-log/verify", {})).status).toBe(403);
    const again = await makePerson({ level: "Regional", routes: ["users"] });
    const entries = await read(again.token, { page: 1, page_size: 500 });
    expect(entries.length).toBeGreaterThan(10);
    expect(entries.filter(({ office }) => !office.startsWith("Region III (Central Luzon) / "))).toEqual([]);
  });

  it("A user can filter, sort and page through the user log.", async () => {
    const all = await as(chief.token, "POST", "/api/user-log/read", {
      action: ["Insert"],
      form_name: "users",
      user_name: "admin",
      page: 1,
      page_size: 2,
    });
    expect(dataOf<Entry[]>(all)).toHaveLength(2);
    expect(all.body.total).toBeGreaterThan(2);
    for (const [field, value] of [
      ["user_role", "Provincial Program Officer"],
      ["muncity_name", "City of Cabanatuan"],
    ] as const) {
      const found = await read(chief.token, { [field]: value, page: 1, page_size: 500 });
      expect(found.length, field).toBeGreaterThan(0);
      expect(new Set(found.map((entry) => entry[field])), field).toEqual(new Set([value]));
    }
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    expect((await read(chief.token, { from: today, to: today, page: 1 })).length).toBeGreaterThan(0);
    expect(await read(chief.token, { to: "2020-01-01" })).toEqual([]);
    const oldest = await read(chief.token, { page: 1, page_size: 3, sort: [{ field: "at", dir: "asc" }] });
    expect(oldest.map(({ id }) => id)).toEqual([...oldest.map(({ id }) => id)].sort((a, b) => a - b));
    for (const body of [
      { password: "x" },
      { from: "yesterday" },
      { from: "not a date 7" },
      { to: "2026-02-30" },
      { to: "2026-02-30T10:00:00Z" },
      { from: "page 3" },
      { from: "5" },
      { to: "+275760-09-13" },
      { user_id: "x" },
      { sort: [{ field: "changes" }] },
      { page: 0 },
    ]) {
      expect((await as(chief.token, "POST", "/api/user-log/read", body)).status, JSON.stringify(body)).toBe(
        400,
      );
    }
  });
});
