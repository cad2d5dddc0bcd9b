/**
 * Threat: a user without the Sensitive right learns sensitive data about people (RA 10173) from figures, filters, row
 * order, searches or reports. The test swaps the sensitive data of two people. The same requests must get the same
 * responses before and after.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { callAs, type DemoUser, database, mark, province, region, rowsOf, save } from "./support.ts";

const of = "/api/participant";
const programme = { year_funded: 2023, fund_source: "GAA", subpsp_abbreviation: "MCBF" };
const here = { region_name: region, province_name: province, arbo_name: mark };
const names = [`${mark} Marked`, `${mark} Unmarked`] as const;
let ids: number[] = [];

const marked = {
  birthday: "1931-02-03",
  is_4ps_beneficiary: "Yes",
  is_solo_parent: "Yes",
  is_pwd: "Yes",
  is_ip: "Yes",
};
const unmarked = {
  birthday: "1999-09-09",
  is_4ps_beneficiary: "No",
  is_solo_parent: "No",
  is_pwd: "No",
  is_ip: "No",
};

beforeAll(async () => {
  const [training] = await database<{ training_id: string }[]>`
    select training_id from public.arbo_trainings
    where office = ${`${region} / ${province}`} and training_id is not null limit 1`;
  const rows = await save(
    "admin",
    "participant",
    names.map((participant_name) => ({
      participant_name,
      ...here,
      ...programme,
      sex: "Female",
      training_id: [training?.training_id],
    })),
  );
  ids = rows.map(({ id }) => id);
});

afterAll(async () => {
  await database`delete from public.participants where arbo_name = ${mark}`;
});

const setMarks = async (first: object, second: object) =>
  void (await save("admin", "participant", [
    { id: ids[0], ...first },
    { id: ids[1], ...second },
  ]));

/** Explorations that use sensitive data of the two people: as group, column, filter, range or computed value. */
const explorations: Record<string, unknown>[] = [
  { rows: ["participant_name"], columns: ["sex"], filter: here },
  { rows: ["is_4ps_beneficiary"], filter: here },
  { rows: ["participant_name"], columns: ["is_pwd"], filter: here },
  { rows: ["birthday.year"], filter: here },
  { rows: ["age_base_group"], filter: here },
  { value: { kind: "average", field: "age" }, filter: here },
  { value: { kind: "distinct", field: "birthday" }, filter: here },
  { filter: { ...here, is_solo_parent: { not: "Yes" } } },
  { filter: { ...here, birthday: { between: ["1930-01-01", "1940-01-01"] } } },
  { record: "arbo-training", filter: { has: [{ record: "participant", where: { ...here, is_ip: "Yes" } }] } },
];

/** Every request whose response could reveal sensitive data, as path and body. */
const ways: [path: string, body: Record<string, unknown>][] = [
  ["/charts/form-5", {}],
  ["/charts/form-5", { charts: ["demographics"], province_name: province }],
  ["/charts/main-dashboard", {}],
  [of, { ...here, page: 1 }],
  [of, { ...here, is_pwd: "Yes", page: 1 }],
  [of, { ...here, is_pwd: "No", page: 1 }],
  [of, { ...here, birthday: "1931-02-03", page: 1 }],
  [of, { ...here, age_base_group: "60 and above", page: 1 }],
  [of, { ...here, page: 1, sort: [{ field: "birthday", dir: "asc" }] }],
  [of, { ...here, page: 1, sort: [{ field: "is_ip", dir: "desc" }] }],
  [of, { ...here, page: 1, sums: ["age"] }],
  [of, { ...here, q: "1931", page: 1 }],
  [of, { figure: "form-5.trained", is_4ps_beneficiary: "Yes", ...here, page: 1 }],
  [`${of}?purpose=export`, { ...here }],
  [`${of}/values`, { field: "birthday", ...here }],
  [`${of}/values`, { field: "participant_name", is_pwd: "Yes", ...here }],
  ["/api/report-capdevrecord", { participant_name: names[0] }],
  [of, { page: 1, filter: { ...here, is_pwd: { not: "No" } } }],
  [of, { page: 1, filter: { ...here, age: { gt: 60 } } }],
  [of, { page: 1, filter: { ...here, any: [{ sex: "Male" }, { birthday: { lt: "1950-01-01" } }] } }],
  [`${of}/versions`, { filter: { ...here, is_ip: { blank: false } } }],
  [`${of}/values`, { field: "participant_name", filter: { ...here, is_pwd: "Yes" } }],
  [
    "/api/arbo-training",
    { page: 1, filter: { has: [{ record: "participant", where: { ...here, is_pwd: "Yes" } }] } },
  ],
  [
    "/api/arbo-training",
    { page: 1, filter: { has_no: [{ record: "participant", where: { age: { gt: 60 } } }] } },
  ],
  ...explorations.map((question): [string, Record<string, unknown>] => [
    "/api/explore",
    { record: "participant", value: { kind: "count" }, ...question },
  ]),
];

/** Returns the responses without the fields that change with every save. */
async function answersTo(user: DemoUser): Promise<string[]> {
  const texts = [];
  for (const [path, body] of ways) {
    const answer = await callAs(user, "POST", path, body);
    texts.push(
      `${path} ${JSON.stringify(body)} ${answer.status} ${JSON.stringify(answer.body, (key, value) =>
        ["row_version", "updated_at", "time_stamp", "seen", "versions"].includes(key) ? undefined : value,
      )}`,
    );
  }
  return texts;
}

it.each(["viewer", "central"] as const)(
  "The user %s, who lacks the Sensitive right, gets no response that depends on people's sensitive fields.",
  async (user) => {
    await setMarks(marked, unmarked);
    const before = await answersTo(user);
    await setMarks(unmarked, marked);
    const after = await answersTo(user);
    expect(after).toEqual(before);
  },
);

it("A user with the Sensitive right can filter, sort and group people by sensitive fields.", async () => {
  await setMarks(marked, unmarked);
  const found = async (body: object) => {
    const answer = await callAs("provincial", "POST", of, { ...here, page: 1, ...body });
    return rowsOf(answer).map(({ participant_name }) => participant_name);
  };
  expect(await found({ is_pwd: "Yes" })).toEqual([names[0]]);
  expect(await found({ q: "1931" })).toEqual([names[0]]);
  expect(await found({ sort: [{ field: "birthday", dir: "asc" }] })).toEqual([names[0], names[1]]);
  expect(await found({ sort: [{ field: "birthday", dir: "desc" }] })).toEqual([names[1], names[0]]);
  expect(await found({ filter: { is_pwd: { not: "No" } } })).toEqual([names[0]]);
  const grouped = await callAs("provincial", "POST", "/api/explore", {
    record: "participant",
    rows: ["birthday.year"],
    value: { kind: "count" },
    filter: here,
  });
  expect(grouped.body.data).toMatchObject({ rows: [{ keys: [1931] }, { keys: [1999] }] });
  const trained = await callAs("provincial", "POST", "/api/explore", {
    record: "arbo-training",
    value: { kind: "count" },
    filter: { has: [{ record: "participant", where: { ...here, is_ip: "Yes" } }] },
  });
  expect(trained.body.data).toMatchObject({ total: 1 });
  const values = await callAs("provincial", "POST", `${of}/values`, { field: "birthday", ...here });
  expect(values.body.data).toEqual(expect.arrayContaining(["1931-02-03", "1999-09-09"]));
});

it.each(["viewer", "central"] as const)(
  "The user %s, who lacks the Sensitive right, can't filter, sort or group people by sensitive fields.",
  async (user) => {
    const sensitive = /is_|birthday|age/;
    for (const question of explorations.filter((one) => sensitive.test(JSON.stringify(one)))) {
      const asked = { record: "participant", value: { kind: "count" }, ...question };
      expect((await callAs(user, "POST", "/api/explore", asked)).status, JSON.stringify(asked)).toBe(403);
    }
    const filtered = { page: 1, filter: { age: { gt: 60 } } };
    expect((await callAs(user, "POST", of, filtered)).status).toBe(403);
    expect((await callAs(user, "POST", of, { page: 1, sort: [{ field: "birthday" }] })).status).toBe(403);
    expect((await callAs(user, "POST", of, { page: 1, sums: ["age"] })).status).toBe(403);
    const rows = { filter: { all: [{ age: { gt: 60 } }] } };
    expect((await callAs(user, "POST", `${of}/versions`, { filter: rows })).status).toBe(403);
  },
);
