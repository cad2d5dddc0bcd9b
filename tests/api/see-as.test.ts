/** The "See as" preview shows exactly what a user gets. The test compares the preview with the user's own requests. */
import { beforeAll, describe, expect, it } from "vitest";
import { records } from "#shared/records/index.ts";
import {
  as,
  dataOf,
  makePerson,
  makeRole,
  refusalOf,
  removePeopleAfterwards,
  type TestPerson,
  type TestRole,
} from "./people-support.ts";
import { callAs, database, province, region } from "./support.ts";

removePeopleAfterwards();

interface Seen {
  user: { username: string } | null;
  level: string;
  tabs: { route: string; shown: boolean; why: string }[];
  windows: Record<string, { open: boolean }>;
  screens: {
    path: string;
    route: string;
    shown: boolean;
    columns: { hidden: { name: string; why: string }[] };
    rows: { total: number; offices: { office: string; count: number }[] };
    actions: { action: string; allowed: boolean; why: string }[];
  }[];
}

const screen = (seen: Seen, route: string) => {
  const found = seen.screens.find((one) => one.route === route);
  if (!found) throw new Error(`no screen ${route}`);
  return found;
};
const allowed = (seen: Seen, route: string) =>
  screen(seen, route)
    .actions.filter((one) => one.allowed)
    .map(({ action }) => action);

const everything = ["dashboard", "forms", "report", "users", "dropdowns"];
const kinds: [string, TestRole][] = [
  ["a province with all rights", { routes: ["dashboard", "forms"] }],
  ["a province that reads", { rights: ["Read"], routes: ["forms"] }],
  ["a region with Edit", { level: "Regional", rights: ["Read", "Edit"], routes: ["forms", "users"] }],
  ["the central office", { level: "Central", routes: everything }],
];

describe.each(kinds)('"See as" preview of a user of %s', (_, role) => {
  let person: TestPerson;
  let seen: Seen;
  beforeAll(async () => {
    person = await makePerson(role);
    seen = dataOf<Seen>(await callAs("admin", "POST", "/api/uac/see-as", { user_id: person.id }));
  });

  it(`The tabs in the "See as" preview match the previewed user's route permissions.`, async () => {
    const { data } = (await as(person.token, "GET", "/api/auth/current-user")).body as {
      data: { access: { routes: string[] } };
    };
    expect(seen.tabs.filter((tab) => tab.shown).map((tab) => tab.route)).toEqual(
      everything.filter((route) => data.access.routes.includes(route)),
    );
    for (const tab of seen.tabs) expect(tab.why).toContain(tab.route);
  });

  it(`For each screen, the "See as" preview shows the same row count as the previewed user's own list.`, async () => {
    for (const { path, route, rows } of seen.screens) {
      const { fixed = {} } = records.find((record) => record.route === route) ?? {};
      const list = await as(person.token, "POST", `/api/${path}`, { ...fixed, page: 1, page_size: 1 });
      expect(rows.total, route).toBe(list.body.total);
    }
    const own = await as(person.token, "POST", "/api/arbo-masterlist", {});
    const counts = new Map<string, number>();
    for (const { office } of dataOf<{ office: string }[]>(own))
      counts.set(office, (counts.get(office) ?? 0) + 1);
    const { offices } = screen(seen, "ARBO_Masterlist").rows;
    expect(new Map(offices.map(({ office, count }) => [office, count]))).toEqual(counts);
  });

  it('The "See as" preview allows exactly the actions that succeed when the previewed user tries them.', async () => {
    const [row] =
      await database`select id from public.arc_masterlist where province_name = ${province} and process_stage is distinct from 'Approved' limit 1`;
    const tried = {
      add: await as(person.token, "PUT", "/api/arc-masterlist/update", {
        arc_id: `API-${person.id}`,
        arc_name: "API test",
        region_name: region,
        province_name: province,
      }),
      edit: await as(person.token, "PUT", "/api/arc-masterlist/update", {
        id: Number(row?.id),
        remarks: person.username,
      }),
    };
    const [made] = dataOf<{ id: number }[] | null>(tried.add) ?? [];
    const remove = made && (await as(person.token, "DELETE", "/api/arc-masterlist/delete", { id: made.id }));
    const did = [
      ...(tried.add.status === 200 ? ["add"] : []),
      ...(tried.edit.status === 200 ? ["edit"] : []),
      ...(remove?.status === 200 ? ["delete"] : []),
    ];
    await database`delete from public.arc_masterlist where arc_name = 'API test'`;
    expect(allowed(seen, "ARC_Masterlist").filter((action) => action !== "approve")).toEqual(did);
    const value = await as(person.token, "PUT", "/dropdown/fund-source/register", {
      type: `API ${person.username}`,
    });
    await database`delete from public.dropdown_values where type like 'API %'`;
    expect(allowed(seen, "DARPrograms_Project").includes("add")).toBe(value.status === 200);
  });

  it(`The "See as" preview says why the previewed user can't see certain columns.`, () => {
    const hidden = screen(seen, "ARBO_Masterlist").columns.hidden.map(({ name }) => name);
    const byLevel: Record<string, string[]> = {
      Central: [],
      Regional: ["region_name"],
      Provincial: ["region_name", "province_name"],
    };
    expect(hidden).toEqual(byLevel[seen.level]);
    for (const { columns } of seen.screens) for (const { why } of columns.hidden) expect(why).not.toBe("");
    expect(seen.screens.flatMap(({ columns }) => columns.hidden.map(({ name }) => name))).toContain(
      "birthday",
    );
  });
});

describe('"See as" preview of a draft role', () => {
  it('The "See as" preview of a draft role equals the preview of a real user with this role.', async () => {
    const person = await makePerson({ rights: ["Read"], routes: ["forms"] });
    const real = dataOf<Seen>(await callAs("admin", "POST", "/api/uac/see-as", { user_id: person.id }));
    const counts = () =>
      database<
        { roles: number; accounts: number; entries: number }[]
      >`select (select count(*)::int from public.uac) as roles, (select count(*)::int from auth.users) as accounts, (select count(*)::int from private.user_log) as entries`;
    const before = await counts();
    const answer = await callAs("admin", "POST", "/api/uac/see-as", {
      role: { rolename: "Anything", route: "forms", access_controls: "Read", status: "Provincial" },
      region_name: region,
      province_name: province,
    });
    const drafted = dataOf<Seen>(answer);
    expect({ ...drafted, user: null }).toEqual({ ...real, user: null });
    expect(await counts()).toEqual(before.map((one) => ({ ...one, entries: one.entries + 1 })));
  });

  it('The user log names both the administrator who uses "See as" and the previewed user.', async () => {
    const person = await makePerson();
    expect((await callAs("admin", "POST", "/api/uac/see-as", { user_id: person.id })).status).toBe(200);
    const entries = await database`
      select user_name, form_name from private.user_log
      where action = 'See as' and subject = ${person.id}::text::uuid`;
    expect(entries).toEqual([{ user_name: "admin", form_name: "users" }]);
  });

  it('The API refuses a "See as" preview of an unsaved role that the caller may not grant.', async () => {
    const chief = await makePerson({ level: "Central", routes: ["forms", "users"] });
    const draft = (
      person: TestPerson,
      role: object,
      place: object = { region_name: region, province_name: province },
    ) =>
      as(person.token, "POST", "/api/uac/see-as", {
        role: { route: "forms", access_controls: "Read", status: "Provincial", ...role },
        ...place,
      });
    expect(refusalOf(await draft(chief, { access_controls: "Read,Sensitive" }))).toMatchObject({
      status: 403,
    });
    expect(refusalOf(await draft(chief, {}, {}))).toMatchObject({ status: 422, field: "region_name" });
    expect((await draft(chief, { status: "Emperor" })).status).toBe(400);
    const regional = await makePerson({ level: "Regional", routes: ["forms", "users"] });
    expect((await draft(regional, {})).status).toBe(403);
    const entries = await database`
      select status from private.user_log
      where action = 'See as' and user_id in (${chief.id}::text::uuid, ${regional.id}::text::uuid)`;
    expect(entries).toEqual([]);
  });
});

describe('Refused "See as" previews', () => {
  it(`The API refuses a "See as" preview if the caller lacks the route permission "users".`, async () => {
    const regional = await makePerson({ level: "Regional", routes: ["users", "forms", "dashboard"] });
    const central = await makePerson({ level: "Central", rights: ["Read"], routes: ["dashboard"] });
    const seeAs = (token: string, body: object) => as(token, "POST", "/api/uac/see-as", body);
    expect((await seeAs(regional.token, { user_id: central.id })).status).toBe(404);
    expect((await seeAs(central.token, { user_id: regional.id })).status).toBe(403);
    expect((await seeAs(regional.token, {})).status).toBe(400);
    expect((await seeAs(regional.token, { user_id: "x" })).status).toBe(400);
    const disabled = await makePerson();
    await callAs("admin", "POST", "/api/auth/users/disable", { id: disabled.id });
    expect(refusalOf(await callAs("admin", "POST", "/api/uac/see-as", { user_id: disabled.id })).status).toBe(
      422,
    );
    expect((await makeRole()).id).toBeGreaterThan(0);
  });
});
