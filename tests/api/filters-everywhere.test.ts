/** The same filter selects the same rows in lists, exports, totals, values, versions and bulk approvals. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { manilaToday } from "#shared/rules/dates.ts";
import { arbo, callAs, cleanUp, mark, rowsOf, save } from "./support.ts";

const path = "/api/arbo-masterlist";
const own = `${mark} ${randomUUID()}`;
const years = [1990, 2005, 2015];
let ids: number[] = [];

beforeAll(async () => {
  const rows = years.map((year_organized) => arbo({ arbo_name: `${own} ${year_organized}`, year_organized }));
  ids = (await save("provincial", "arbo-masterlist", rows)).map(({ id }) => id);
});
afterAll(cleanUp);

const filter = {
  arbo_name: { contains: own.toUpperCase() },
  year_organized: { gte: 2000 },
  has_no: [{ record: "form-10" }],
};

describe("A list filter in different requests", () => {
  it("With the same filter, a page of a list, its export and its totals include the same rows.", async () => {
    const page = await callAs("provincial", "POST", path, { page: 1, filter, sums: ["year_organized"] });
    expect(page.body).toMatchObject({ total: 2, sums: { year_organized: 4020 } });
    const whole = await callAs("provincial", "POST", `${path}?purpose=export`, { filter });
    expect(rowsOf(whole).map(({ id }) => id)).toEqual(rowsOf(page).map(({ id }) => id));
    const plain = await callAs("provincial", "POST", path, { page: 1, filter, year_organized: 2015 });
    expect(plain.body.total).toBe(1);
  });

  it("The endpoint /values returns only field values of the rows that match the list filter.", async () => {
    const answer = await callAs("provincial", "POST", `${path}/values`, { field: "year_organized", filter });
    expect(answer.body.data).toEqual([2015, 2005]);
  });

  it("A bulk action selects the same rows if its request contains the list filter in `filter` or in `filter.filter`.", async () => {
    for (const selected of [filter, { filter }, { tab: "pending", filter }]) {
      const answer = await callAs("provincial", "POST", `${path}/versions`, { filter: selected });
      expect((answer.body.data as { id: number[] }).id).toEqual(ids.slice(1));
    }
    const approval = {
      process_stage: "Approved",
      filter: { ...filter, year_organized: { between: [2010, 2020] } },
    };
    const approved = await callAs("regional", "POST", `${path}/approve`, approval);
    expect(approved.body.data).toMatchObject({ updated: 1 });
    const left = await callAs("provincial", "POST", path, { page: 1, filter, tab: "pending" });
    expect(rowsOf(left).map(({ id }) => id)).toEqual([ids[1]]);
  });

  it("If a user starts an export job with a filter on an unknown field or one that the user can't see, the API refuses it.", async () => {
    const begin = (screen: string, one: object) =>
      callAs("viewer", "PUT", "/api/jobs/begin", { job_id: randomUUID(), screen, filter: { filter: one } });
    const refused = await begin("Participants", { age: { gt: 60 } });
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([403, "age"]);
    const unknown = await begin("ARBO_Masterlist", { nothing: 1 });
    expect([unknown.status, unknown.body.details?.[0]?.field]).toEqual([400, "nothing"]);
  });
});

describe("Filter conditions on an empty stage", () => {
  it("In a filter by stage, a row without a stage counts as Pending, whatever the condition of the filter.", async () => {
    const [approved, pending] = [1, 1];
    for (const [condition, expected] of [
      [{ contains: "pend" }, pending],
      [{ contains: "appr" }, approved],
      [{ blank: true }, 0],
      [{ not_blank: true }, approved + pending],
      [{ not: "Pending" }, approved],
      [{ not: "Approved" }, pending],
    ] as const) {
      const filtered = { ...filter, process_stage: condition };
      const answer = await callAs("provincial", "POST", path, { page: 1, filter: filtered });
      expect([answer.status, answer.body.total], JSON.stringify(condition)).toEqual([200, expected]);
    }
  });
});

describe("Filter conditions on a point in time", () => {
  const refused = ["2025", "1", "Foo 2025", "2025-02-30T10:00:00", "+275760-09-13T00:00:00Z"];
  it.each(refused)(
    "The API refuses a filter with the invalid point in time %s, and repeats this text in the error message.",
    async (text) => {
      const wrong = { all: [{ updated_at: { gt: text } }] };
      const question = { record: "arbo-masterlist", value: { kind: "count" }, filter: wrong };
      const view = { screen: "Explore", name: own, shared_with: "me" };
      for (const answer of [
        await callAs("provincial", "POST", path, { page: 1, filter: wrong }),
        await callAs("provincial", "POST", path, { page: 1, updated_at: text }),
        await callAs("provincial", "POST", `${path}/versions`, { filter: wrong }),
        await callAs("provincial", "POST", "/api/explore", question),
        await callAs("provincial", "PUT", "/api/saved-views/save", {
          ...view,
          view: { columns: null, explore: question },
        }),
      ]) {
        expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, "updated_at"]);
        expect(answer.body.message).toContain(`"${text}" is not a point in time`);
      }
    },
  );

  it("A list filter on `updated_at` accepts a date, a time with a time zone, or a returned `updated_at` value.", async () => {
    const whole = await callAs("provincial", "POST", path, { page: 1, filter });
    const count = whole.body.total;
    const [stored = ""] = rowsOf(whole)
      .map((row) => String(row.updated_at))
      .sort()
      .reverse();
    for (const updated_at of [
      { gte: stored.slice(0, 10) },
      { gte: "2020-02-29T00:00:00+08:00" },
      { lte: stored },
      { not: "2020-02-29" },
    ]) {
      const answer = await callAs("provincial", "POST", path, { page: 1, filter: { ...filter, updated_at } });
      expect([answer.status, answer.body.total], JSON.stringify(updated_at)).toEqual([200, count]);
    }
    const day = manilaToday(new Date(stored));
    const list = (body: object) => callAs("provincial", "POST", path, { page: 1, filter, ...body });
    const within = await list({ filter: { ...filter, updated_at: { gte: day, lte: day } } });
    expect(within.body.total).toBeGreaterThan(0);
    for (const wanted of [day, [day, "2020-02-29"], ["2020-02-29T00:00:00Z", day]]) {
      expect((await list({ updated_at: wanted })).body.total).toBe(within.body.total);
      const same = await list({ filter: { ...filter, updated_at: wanted } });
      expect(same.body.total).toBe(within.body.total);
      const not = await list({ filter: { ...filter, updated_at: { not: wanted } } });
      expect(not.body.total).toBe(Number(count) - Number(within.body.total));
    }
    const later = { ...filter, updated_at: { gt: new Date(Date.now() + 60_000).toISOString() } };
    expect((await callAs("provincial", "POST", path, { page: 1, filter: later })).body.total).toBe(0);
    const sinceStart = { ...filter, updated_at: { gt: new Date(Date.now() - 600_000).toISOString() } };
    expect((await callAs("provincial", "POST", path, { page: 1, filter: sinceStart })).body.total).toBe(
      count,
    );
  });
});
