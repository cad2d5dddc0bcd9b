/**
 * POST /api/<path>: filters, search, tabs, sorting and pagination. A request for a whole list must return all its rows.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { records } from "#shared/records/index.ts";
import {
  type Answer,
  arbo,
  callAs,
  cleanUp,
  database,
  mark,
  province,
  region,
  rowsOf,
  save,
} from "./support.ts";

const group = `${mark} ${randomUUID()}`;
const path = "/api/arbo-masterlist";
const list = (body: unknown): Promise<Answer> => callAs("provincial", "POST", path, body);
const names = (answer: Answer) => rowsOf(answer).map((row) => String(row.arbo_name).replace(`${group} `, ""));

const someone = {
  arbo_name: group,
  sex: "Female",
  participant_category: "ARB",
  region_name: region,
  province_name: province,
};
const elsewhere = {
  region_name: "Cordillera Administrative Region (CAR)",
  province_name: "Benguet",
  muncity_name: "Baguio",
};

beforeAll(async () => {
  // The rows are saved by an administrator, because entering approved rows requires the Approve own right.
  await save("admin", "arbo-masterlist", [
    arbo({ arbo_name: `${group} b`, year_organized: 2001, total_member: 9, muncity_name: "Jaen" }),
    arbo({ arbo_name: `${group} A`, year_organized: 2010, total_member: 100, muncity_name: "Gapan" }),
    arbo({ arbo_name: `${group} ñ`, year_organized: 1999, total_member: 20, process_stage: "Approved" }),
    arbo({ arbo_name: `${group} z`, date_of_registration: "03-05-2021", process_stage: "Pending" }),
  ]);
  await save("admin", "participant", [
    { ...someone, participant_name: `${group} nowhere` },
    { ...someone, participant_name: `${group} in Jaen`, muncity_name: "Jaen" },
    { ...someone, participant_name: `${group} in Baguio`, ...elsewhere },
  ]);
});

/** Prefix of names that a descending list shows first. */
const lastNames = `Zz ${mark}`;
afterAll(async () => {
  await database`delete from public.arbo_masterlist where arbo_name like ${`${lastNames}%`}`;
  await cleanUp();
});

describe("Lists of every record type", () => {
  it.each(records.map((record) => record.path))(
    "/api/%s returns rows and the total of the list.",
    async (one) => {
      const whole = await callAs("central", "POST", `/api/${one}`, {});
      expect(whole.status).toBe(200);
      expect(whole.body.total).toBe(rowsOf(whole).length);
      const page = await callAs("central", "POST", `/api/${one}`, { page: 1, page_size: 1 });
      expect(page.body.total).toBe(whole.body.total);
      expect(rowsOf(page)).toEqual(rowsOf(whole).slice(0, 1));
    },
  );

  it.each(records.map((record) => record.path))(
    "A list request with the path of a Supabase edge function, /functions/v1/api/%s, succeeds.",
    async (one) => {
      const { status } = await callAs("central", "POST", `/functions/v1/api/${one}`, { page: 1 });
      expect(status).toBe(200);
    },
  );
});

describe("Filters of a list", () => {
  it("A filter of any field accepts one value or a list of values.", async () => {
    expect(names(await list({ arbo_name: `${group} A` }))).toEqual(["A"]);
    expect(names(await list({ q: group, muncity_name: ["Jaen", "Gapan"] }))).toEqual(["A", "b"]);
    expect(names(await list({ q: group, year_organized: "2001" }))).toEqual(["b"]);
    expect(names(await list({ q: group, total_member: [9, "100"] }))).toEqual(["A", "b"]);
    expect(names(await list({ q: group, date_of_registration: "2021-03-05" }))).toEqual(["z"]);
    expect(names(await list({ q: group, muncity_name: ["Jaen", null] }))).toEqual(["b", "ñ", "z"]);
  });

  it('The town filter "San Jose" does not find rows of the town "San Jose City".', async () => {
    const calabarzon = {
      region_name: "Region IV-A (CALABARZON)",
      province_name: "Batangas",
      muncity_name: "San Jose",
    };
    const arbo_name = `${mark} ${randomUUID()}`;
    await save("admin", "participant", [
      { ...someone, arbo_name, participant_name: `${arbo_name} in the city`, muncity_name: "San Jose City" },
      { ...someone, arbo_name, participant_name: `${arbo_name} in Batangas`, ...calabarzon },
    ]);
    const provinces = async (muncity_name: string) =>
      rowsOf(await callAs("central", "POST", "/api/participant", { arbo_name, muncity_name })).map(
        (row) => row.province_name,
      );
    expect(await provinces("San Jose")).toEqual(["Batangas"]);
    for (const city of ["San Jose City", "City of San Jose", "SAN JOSE CITY"])
      expect(await provinces(city), city).toEqual([province]);
  });

  it("A list filter on a field with fixed choices accepts a choice, its label or a synonym.", async () => {
    const total = async (one: string, body: object) =>
      (await callAs("central", "POST", `/api/${one}`, { ...body, page: 1, page_size: 1 })).body.total;
    for (const sex of ["F", "f", " babae", "FEMALE"]) {
      expect(await total("participant", { q: group, sex }), sex).toBe(3);
      expect(await total("participant", { q: group, filter: { sex: [sex, "Male"] } }), sex).toBe(3);
      expect(await total("participant", { q: group, filter: { sex: { not: sex } } }), sex).toBe(0);
    }
    expect(await total("participant", { q: group, sex: "constructor" })).toBe(0);
    const accomplishments = await total("report-schedules", { form: "accomplishment" });
    expect(accomplishments).toBeGreaterThan(0);
    expect(await total("report-schedules", { form: ["Accomp"] })).toBe(accomplishments);
    const open = await total("report-schedules", { status: "OnGoing" });
    expect(open).toBeGreaterThan(0);
    for (const status of ["ongoing", "Open"])
      expect(await total("report-schedules", { status }), status).toBe(open);
  });

  it("A list request ignores a filter that is null or empty.", async () => {
    expect(names(await list({ q: group, muncity_name: null, year_organized: "" }))).toHaveLength(4);
    const empty = { muncity_name: [], total_member: [], process_stage: [] };
    for (const body of [empty, { searchData: empty }])
      expect(names(await list({ q: group, ...body }))).toHaveLength(4);
  });

  it("The API applies the filters of a list request that are inside an object named searchData, FMEData or Form7AnnualTargetData.", async () => {
    for (const wrapper of ["searchData", "FMEData", "Form7AnnualTargetData"]) {
      const answer = await list({ [wrapper]: { q: group, muncity_name: "Jaen" }, process_stage: null });
      expect(names(answer)).toEqual(["b"]);
    }
  });

  it("The API refuses a list request with a repeated, unknown or invalid filter.", async () => {
    const refused = [
      [{ muncity_name: "Jaen", searchData: { muncity_name: "Gapan" } }, "muncity_name"],
      [{ nothing_such: 1 }, "nothing_such"],
      [{ search_text: "x" }, "search_text"],
      [{ year_organized: "twenty" }, "year_organized"],
      [{ year_organized: 1.5 }, "year_organized"],
      [{ date_of_registration: "31-31-2020" }, "date_of_registration"],
      [{ filter: { muncity_name: [] } }, "muncity_name"],
      [{ muncity_name: { like: "%" } }, "muncity_name"],
      [{ process_stage: "Done" }, "process_stage"],
      [{ q: ["a"] }, "q"],
    ] as const;
    for (const [filter, field] of refused) {
      const { status, body } = await list(filter);
      expect([status, body.details?.[0]?.field]).toEqual([400, field]);
    }
  });
});

describe("Tabs of a list", () => {
  it("The tab New/Pending of a list shows rows with the stage Pending and rows without a stage.", async () => {
    const pending = ["A", "b", "z"];
    expect(names(await list({ q: group, tab: "pending" }))).toEqual(pending);
    expect(names(await list({ q: group, process_stage: "Pending" }))).toEqual(pending);
    expect(names(await list({ q: group, process_stage: null }))).toEqual(pending);
    expect(names(await list({ q: group, tab: "approved" }))).toEqual(["ñ"]);
    expect(names(await list({ q: group, process_stage: ["Approved"] }))).toEqual(["ñ"]);
  });
});

describe("Search in a list", () => {
  it("A search finds a word in the value of any field, in upper or lower case.", async () => {
    expect(names(await list({ q: `${group} JAEN` }))).toEqual(["b"]);
    expect(names(await list({ q: `${group} 03-05-2021` }))).toEqual(["z"]);
  });

  it("A search ignores accents, upper and lower case, and the type of apostrophe.", async () => {
    const [row] = await save("provincial", "arbo-masterlist", [
      arbo({ arbo_name: `${mark} Peñaranda Farmers’ Association`, muncity_name: "Peñaranda" }),
    ]);
    for (const q of ["penaranda farmers'", "PEÑARANDA FARMERS’", "peñaranda Farmers`"]) {
      const found = rowsOf(await list({ q: `${mark} ${q}` })).map(({ id }) => id);
      expect(found, q).toEqual([row?.id]);
    }
    await database`delete from public.arbo_masterlist where id = ${row?.id ?? 0}`;
  });

  it("A search treats the characters % and _ literally.", async () => {
    expect(names(await list({ q: `${group} %` }))).toEqual([]);
    expect(names(await list({ q: `${group} ja_n` }))).toEqual([]);
  });

  it("A provincial user's search returns only rows of the user's own province.", async () => {
    const [other] = await database`
      select arbo_name from public.arbo_masterlist where province_name <> ${province} limit 1`;
    const answer = await list({ q: other?.arbo_name });
    expect(rowsOf(answer).every((row) => row.province_name === province)).toBe(true);
  });
});

describe("Sorting of a list", () => {
  it("A list sorts texts with numbers by the size of the numbers: FME-9 comes before FME-11.", async () => {
    const named = `${mark} ${randomUUID()}`;
    const numbers = ["FME-101", "FME-11", "FME-9"];
    await save(
      "provincial",
      "arbo-masterlist",
      numbers.map((number) => arbo({ arbo_name: `${named} ${number}` })),
    );
    const answer = await list({ q: named, sort: [{ field: "arbo_name", dir: "asc" }] });
    expect(rowsOf(answer).map((row) => String(row.arbo_name).split(" ").at(-1))).toEqual(
      numbers.toReversed(),
    );
  });

  it("A list sorts names alphabetically, ignoring upper and lower case.", async () => {
    const sorted = async (field: string, dir: string) =>
      names(await list({ q: group, sort: [{ field, dir }], total_member: [9, 20, 100] }));
    expect(await sorted("arbo_name", "asc")).toEqual(["A", "b", "ñ"]);
    expect(await sorted("arbo_name", "desc")).toEqual(["ñ", "b", "A"]);
    expect(await sorted("total_member", "asc")).toEqual(["b", "ñ", "A"]);
    expect(await sorted("year_organized", "desc")).toEqual(["A", "b", "ñ"]);
  });

  it("Rows with an empty value in the sort column come last in both sort directions.", async () => {
    const sorted = async (...sort: { field: string; dir: string }[]) => names(await list({ q: group, sort }));
    const up = { field: "year_organized", dir: "asc" };
    const down = { field: "year_organized", dir: "desc" };
    expect(await sorted(up)).toEqual(["ñ", "b", "A", "z"]);
    expect(await sorted(down)).toEqual(["A", "b", "ñ", "z"]);
    expect(await sorted({ field: "region_name", dir: "asc" }, down)).toEqual(["A", "b", "ñ", "z"]);
    const paged = await list({ q: group, sort: [down], page: 2, page_size: 3 });
    expect(names(paged)).toEqual(["z"]);
  });

  // The server uses stored counts to find the first row of a page far from the start of a list. So the test compares
  // each page with the same rows of the whole list.
  it.each([
    ["central", { field: "muncity_name", dir: "asc" }],
    ["regional", { field: "muncity_name", dir: "desc" }],
    ["provincial", { field: "muncity_name", dir: "asc" }],
    ["central", { field: "province_name", dir: "desc" }],
    ["central", { field: "region_name", dir: "asc" }],
  ] as const)(
    "For the user %s, the pages of a list have the same order as the whole list, sorted by the place column %o.",
    async (user, sort) => {
      const asked = { sex: "Female", sort: [sort, { field: "participant_name", dir: "desc" }] };
      const whole = rowsOf(await callAs(user, "POST", "/api/participant", asked));
      const places = new Set(whole.map((row) => row[sort.field]));
      expect(places.size).toBeGreaterThan(1);
      expect(places.has(null)).toBe(sort.field === "muncity_name");
      const size = 17;
      for (let page = 1; (page - 1) * size < whole.length + size; page++) {
        const answer = await callAs(user, "POST", "/api/participant", { ...asked, page, page_size: size });
        expect(rowsOf(answer)).toEqual(whole.slice((page - 1) * size, page * size));
        expect(answer.body.total).toBe(whole.length);
      }
    },
  );

  it("The API refuses unknown sort fields and directions.", async () => {
    const bad = [
      { field: "search_text", dir: "asc" },
      { field: "id; drop table users", dir: "asc" },
      { field: "arbo_name", dir: "asc nulls first" },
      { field: 'arbo_name"', dir: "asc" },
      { field: "arbo_name", dir: "asc", collate: "C" },
      "arbo_name",
      null,
    ];
    for (const sort of bad) expect((await list({ sort: [sort] })).status).toBe(400);
    expect((await list({ sort: new Array(6).fill({ field: "id" }) })).status).toBe(400);
  });
});

describe("Pages of a list", () => {
  it("The pages of a list together contain every row exactly once.", async () => {
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const answer = await list({ q: group, page, page_size: 2 });
      expect(answer.body.total).toBe(4);
      seen.push(...names(answer));
    }
    expect(seen).toEqual(["A", "b", "ñ", "z"]);
  });

  it("A page of a list contains 20 rows by default.", async () => {
    expect(rowsOf(await callAs("central", "POST", path, { page: 1 }))).toHaveLength(20);
  });

  it("A page of a list contains at most 200 rows.", async () => {
    const bad = [{ page: 0 }, { page: -1 }, { page: 1.5 }, { page: "x" }, { page: 1e300 }, { page_size: 20 }];
    const sizes = [0, 201, "many", [20]].map((size) => ({ page: 1, page_size: size }));
    for (const body of [...bad, ...sizes, { count: "guess" }]) expect((await list(body)).status).toBe(400);
    expect((await list({ page: 1, page_size: 200 })).status).toBe(200);
  });

  it("For a short list, the option `count: capped` of a list request does not change the exact total.", async () => {
    const answer = await list({ q: group, page: 1, page_size: 2, count: "capped" });
    expect(answer.body).toMatchObject({ total: 4 });
    expect(answer.body.total_capped).toBeUndefined();
  });
});

it("If a list has 12,345 rows, the option `count: capped` limits the total on its first page to 1,000.", async () => {
  const many = `${lastNames} ${randomUUID()}`;
  await database`
    insert into public.arbo_masterlist (arbo_name, region_name, province_name)
    select ${many} || lpad(n::text, 6, '0'), ${region}, ${province} from generate_series(1, 12345) n`;
  const whole = await list({ q: many });
  expect(whole.body.total).toBe(12345);
  expect(new Set(rowsOf(whole).map((row) => row.id)).size).toBe(12345);
  const last = await list({ q: many, page: 247, page_size: 50 });
  expect([last.body.total, rowsOf(last).length]).toEqual([12345, 45]);

  // The server finds pages 1 and 60 by scanning the list in its order, and page 120 with the search index.
  for (const [page, most, more] of [
    [1, 1000, {}],
    [60, 5000, {}],
    [120, 10_000, { region_name: region }],
  ] as const) {
    // Sorts the list in the reverse of the order in which the rows were written. Rows of other tests come last, because
    // the server counts all matches if it scans the list to its end.
    const asked = { ...more, q: many, page, page_size: 50, sort: { field: "arbo_name", dir: "desc" } };
    const capped = await list({ ...asked, count: "capped" });
    expect(capped.body.total_capped).toBe(true);
    expect(capped.body.total).toBeGreaterThanOrEqual(page * 50);
    expect(capped.body.total).toBeLessThanOrEqual(most);
    expect(rowsOf(capped)).toEqual(rowsOf(await list(asked)));
  }
  // If a list has a search and no other filter, the search index returns exactly the list's rows. The server then
  // counts all of them, even if the request allows an inexact count.
  const deep = await list({ q: many, page: 120, page_size: 50, count: "capped" });
  expect(deep.body).toMatchObject({ total: 12345 });
  expect(deep.body.total_capped).toBeUndefined();
  // For a page after the last row, the server returns the same total as for the other pages.
  for (const page of [247, 248, 100_000]) {
    const beyond = { filter: { arbo_name: { contains: many } }, page, page_size: 50, count: "capped" };
    const { body } = await list(beyond);
    expect([body.total, body.total_capped], `page ${page}`).toEqual(
      page === 247 ? [12345, undefined] : [10_000, true],
    );
  }
  const one = { q: `${many}012345`, page: 1, page_size: 50 };
  expect((await list({ ...one, count: "capped" })).body).toMatchObject({ total: 1 });

  // Exact totals include only rows that the caller can see.
  const approve = "update public.arbo_masterlist set process_stage = 'Approved' where arbo_name like $1";
  await database.unsafe(approve, [`${many}0000%`]);
  for (const [user, filter, condition] of [
    ["central", { province_name: [province] }, "province_name = $1"],
    [
      "central",
      { province_name: province, tab: "approved" },
      "province_name = $1 and process_stage = 'Approved'",
    ],
    ["provincial", {}, "province_name = $1"],
  ] as const) {
    const answer = await callAs(user, "POST", path, { ...filter, page: 2, page_size: 1 });
    const [row] = await database.unsafe<{ n: number }[]>(
      `select count(*)::integer as n from public.arbo_masterlist where ${condition}`,
      [province],
    );
    expect(answer.body).toMatchObject({ total: row?.n });
    expect(answer.body.total_capped).toBeUndefined();
  }
}, 90_000);
