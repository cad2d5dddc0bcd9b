/**
 * Threats: an exploration, or a filter with the conditions `has` and `has_no`, reveals rows of another office. An
 * exploration overloads the database, or keeps running after its caller has left.
 */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { records } from "#shared/records/index.ts";
import { openDatabase } from "#shared/server/sql/sql.ts";
import {
  arbo,
  callAs,
  cleanUp,
  database,
  elsewhere,
  mark,
  province,
  region,
  rowsOf,
  save,
  stack,
  tokenOf,
} from "./support.ts";

const superuser = openDatabase(stack.superuserUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
let arboId = 0;

beforeAll(async () => {
  const [row] = await save("admin", "arbo-masterlist", arbo());
  arboId = row?.id ?? 0;
  // Adds a training that names the ARBO and belongs to a different office. Disables the triggers that would refuse this
  // row.
  await superuser.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
    insert into public.arbo_trainings (training_title, "arboPrimaryKey", region_name, province_name, start_date)
    values (${mark}, ${arboId}, ${elsewhere.region_name}, ${elsewhere.province_name}, '2025-02-03')`;
  });
});

afterAll(async () => {
  await database`delete from public.arbo_trainings where training_title = ${mark}`;
  await superuser.end();
  await cleanUp();
});

const total = async (user: "provincial" | "regional" | "central" | "viewer", question: object) => {
  const answer = await callAs(user, "POST", "/api/explore", { value: { kind: "count" }, ...question });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body.data as { total: number }).total;
};

describe("Related rows and rows of other offices", () => {
  it("If an ARBO's only training is hidden from a user, the conditions `has` and `has_no` treat the ARBO as without training.", async () => {
    const has = { record: "arbo-masterlist", filter: { id: arboId, has: [{ record: "arbo-training" }] } };
    const hasNo = {
      record: "arbo-masterlist",
      filter: { id: arboId, has_no: [{ record: "arbo-training" }] },
    };
    expect([await total("central", has), await total("central", hasNo)]).toEqual([1, 0]);
    expect([await total("regional", has), await total("regional", hasNo)]).toEqual([1, 0]);
    expect([await total("provincial", has), await total("provincial", hasNo)]).toEqual([0, 1]);
    const filter = { id: arboId, has: [{ record: "arbo-training", where: { training_title: mark } }] };
    const list = await callAs("provincial", "POST", "/api/arbo-masterlist", { page: 1, filter });
    expect(rowsOf(list)).toEqual([]);
    const seen = await callAs("central", "POST", "/api/arbo-masterlist", { page: 1, filter });
    expect(rowsOf(seen).map(({ id }) => id)).toEqual([arboId]);
  });

  it("If a training belongs to no ARBO, the filter for trainings without related machinery finds it.", async () => {
    const [row] = await database<{ id: number }[]>`
      insert into public.arbo_trainings (training_title, region_name, province_name)
      values (${mark}, ${region}, ${province}) returning id::float8 as id`;
    const related = { record: "fme-inventory-table" };
    const of = (condition: object) => ({ record: "arbo-training", filter: { id: row?.id, ...condition } });
    expect(await total("provincial", of({ has_no: [related] }))).toBe(1);
    expect(await total("provincial", of({ has: [related] }))).toBe(0);
  });

  it.each(["provincial", "viewer"] as const)(
    "An exploration by the user %s, grouped by office, contains only the user's own office.",
    async (user) => {
      for (const { path, scoped } of records.filter((record) => record.scoped)) {
        expect(scoped).toBe(true);
        const question = { record: path, rows: ["region_name", "province_name"], value: { kind: "count" } };
        const answer = await callAs(user, "POST", "/api/explore", question);
        const { rows, total: all } = answer.body.data as {
          rows: { keys: string[]; total: number }[];
          total: number;
        };
        const list = await callAs(user, "POST", `/api/${path}`, { page: 1, page_size: 1 });
        if (list.body.total !== undefined) expect(all, path).toBeLessThanOrEqual(list.body.total);
        for (const { keys } of rows)
          expect(keys, path).toEqual(["Region III (Central Luzon)", "Nueva Ecija"]);
      }
    },
  );

  it("For roles and report schedules, a user's count in Explore equals the total of the user's list.", async () => {
    for (const path of ["uac", "report-schedules"]) {
      const list = await callAs("provincial", "POST", `/api/${path}`, { page: 1, page_size: 1 });
      if (list.status === 200) expect(await total("provincial", { record: path })).toBe(list.body.total);
    }
  });
});

describe("Expensive explorations", () => {
  const running = async () => {
    const [row] = await database<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity
      where state = 'active' and query like '%grouping sets%' and pid <> pg_backend_pid()`;
    return row?.n ?? 0;
  };

  it("If the caller aborts an Explore request, the database cancels the query.", async () => {
    // The lock makes the query wait, as a long scan would.
    const locked = database.begin(async (tx) => {
      await tx`lock table public.sales_transactions in access exclusive mode`;
      const abort = new AbortController();
      const asked = fetch(`${stack.url}/api/explore`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${await tokenOf("central")}` },
        body: JSON.stringify({ record: "sales-transaction", value: { kind: "count" } }),
        signal: abort.signal,
      }).catch((error: unknown) => error);
      while ((await running()) === 0) await wait(20);
      abort.abort();
      await asked;
      const since = Date.now();
      while ((await running()) > 0 && Date.now() - since < 5000) await wait(20);
      return running();
    });
    expect(await locked).toBe(0);
    expect(await total("central", { record: "sales-transaction" })).toBeGreaterThan(0);
  });

  it("The API refuses an Explore request with invalid fields, and names the field at fault.", async () => {
    const refuse = async (question: object) => {
      const answer = await callAs("central", "POST", "/api/explore", {
        value: { kind: "count" },
        ...question,
      });
      return [answer.status, answer.body.details?.[0]?.field];
    };
    const record = "participant";
    expect(await refuse({ record, rows: ["sex", "fund_source", "region_name"] })).toEqual([400, "rows"]);
    expect(await refuse({ record, columns: ["sex", "fund_source"] })).toEqual([400, "columns"]);
    expect(await refuse({ record, columns: ["participant_name"] })).toEqual([422, "columns"]);
    const many = Array.from({ length: 101 }, () => ({ sex: "Male" }));
    expect(await refuse({ record, filter: { any: many } })).toEqual([400, "filter"]);
    const deep = (levels: number) =>
      Array.from({ length: levels - 1 }).reduce<object>((inner) => ({ all: [inner] }), {
        sex: { not: "Male" },
      });
    expect(await refuse({ record, filter: deep(9) })).toEqual([200, undefined]);
    expect(await refuse({ record, filter: deep(10) })).toEqual([400, "filter"]);
    expect(await refuse({ record: "nothing" })).toEqual([400, "record"]);
    expect(await refuse({ record, value: { kind: "sum", field: "sex" } })).toEqual([400, "sex"]);
    const price = (kind: string) => ({
      record: "sales-transaction",
      value: { kind, field: "price_per_unit" },
    });
    expect(await refuse(price("sum"))).toEqual([400, "price_per_unit"]);
    expect(await refuse(price("average"))).toEqual([200, undefined]);
    expect(await refuse({ record, rows: ["sex.year"] })).toEqual([400, "sex.year"]);
    expect(await refuse({ record, value: undefined })).toEqual([400, "value"]);
    expect(await refuse({ record, value: { kind: "median" } })).toEqual([400, "kind"]);
    expect(await refuse({ record, value: { kind: "count", by: "sex" } })).toEqual([400, "by"]);
    expect(await refuse({ record, filter: { has: [{ record: "uac" }] } })).toEqual([400, "has"]);
  });
});
