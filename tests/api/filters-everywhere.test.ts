/** The same filter selects the same rows in lists, exports, totals, values, versions and bulk approvals. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

describe("One filter", () => {
  it("selects the rows of a page, of a whole list and of the totals.", async () => {
    const page = await callAs("provincial", "POST", path, { page: 1, filter, sums: ["year_organized"] });
    expect(page.body).toMatchObject({ total: 2, sums: { year_organized: 4020 } });
    const whole = await callAs("provincial", "POST", `${path}?purpose=export`, { filter });
    expect(rowsOf(whole).map(({ id }) => id)).toEqual(rowsOf(page).map(({ id }) => id));
    const plain = await callAs("provincial", "POST", path, { page: 1, filter, year_organized: 2015 });
    expect(plain.body.total).toBe(1);
  });

  it("narrows the values of a field.", async () => {
    const answer = await callAs("provincial", "POST", `${path}/values`, { field: "year_organized", filter });
    expect(answer.body.data).toEqual([2015, 2005]);
  });

  it("selects the rows of a bulk action, both beside plain field values and in the field `filter` of the request's filter.", async () => {
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

  it("is checked when a user starts an export as a background job.", async () => {
    const begin = (screen: string, one: object) =>
      callAs("viewer", "PUT", "/api/jobs/begin", { job_id: randomUUID(), screen, filter: { filter: one } });
    const refused = await begin("Participants", { age: { gt: 60 } });
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([403, "age"]);
    const unknown = await begin("ARBO_Masterlist", { nothing: 1 });
    expect([unknown.status, unknown.body.details?.[0]?.field]).toEqual([400, "nothing"]);
  });
});
