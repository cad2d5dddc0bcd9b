/** PUT /api/<path>/update saves either all records of a request or none. Its errors name the field and the record. */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import {
  type Answer,
  arbo,
  callAs,
  cleanUp,
  database,
  mark,
  province,
  type Row,
  rowsOf,
  save,
} from "./support.ts";

const put = (body: unknown, user: "provincial" | "central" = "provincial"): Promise<Answer> =>
  callAs(user, "PUT", "/api/arbo-masterlist/update", body);

const stored = async (name: unknown): Promise<Row[]> =>
  database<Row[]>`select * from public.arbo_masterlist where arbo_name = ${String(name)}`;

afterAll(cleanUp);

describe("Saving a new record", () => {
  it("For a record without an id, the API creates a new row and returns the stored row.", async () => {
    const record = arbo({ total_asset: "1,250,000", date_of_registration: "03-31-2020", remarks: "  " });
    const [row] = rowsOf(await put(record));
    expect(row).toMatchObject({
      arbo_name: record.arbo_name,
      total_asset: 1_250_000,
      date_of_registration: "2020-03-31",
      remarks: null,
      row_version: 1,
      process_stage: null,
      office: `${record.region_name} / ${province}`,
    });
    expect(row?.user_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("The API computes the totals of a new record.", async () => {
    const [row] = await save(
      "provincial",
      "arbo-masterlist",
      arbo({ total_member_male: 4, total_member_female: 5 }),
    );
    expect(row?.total_member).toBe(9);
  });

  it("The server itself sets the author, time, version and approver of a new row.", async () => {
    const [row] = await save(
      "provincial",
      "arbo-masterlist",
      arbo({
        user_id: randomUUID(),
        time_stamp: "2001-01-01",
        row_version: 7,
        approved_by: randomUUID(),
        office: "x",
      }),
    );
    expect(row?.row_version).toBe(1);
    expect(row?.approved_by).toBeNull();
    const [user] = await database`select id from public.users where username = 'provincial'`;
    expect(row?.user_id).toBe(user?.id);
    expect(new Date(String(row?.time_stamp)).getFullYear()).toBeGreaterThan(2020);
  });
});

describe("A save of several records", () => {
  it("The response to a save lists the saved records in the order of the request.", async () => {
    const [first, second] = await save("provincial", "arbo-masterlist", [arbo(), arbo()]);
    const fresh = arbo({ cd: "9th" });
    const rows = await save("provincial", "arbo-masterlist", [
      { id: second?.id, remarks: "two" },
      fresh,
      { id: first?.id, cd: "1st" },
    ]);
    expect(rows.map((row) => row.id)).toEqual([second?.id, expect.any(Number), first?.id]);
    expect(rows.map((row) => row.remarks)).toEqual(["two", null, null]);
    expect(rows.map((row) => row.cd)).toEqual([null, "9th", "1st"]);
    expect(rows[0]).toMatchObject({ arbo_name: second?.arbo_name, row_version: 2 });
  });

  it("If one record of a save request is invalid, the API saves no record of the request.", async () => {
    const good = arbo();
    const [existing] = await save("provincial", "arbo-masterlist", arbo());
    const answer = await put([{ id: existing?.id, cd: "changed" }, good, arbo({ total_member: "many" })]);
    expect(answer.status).toBe(400);
    expect(answer.body.details?.[0]).toMatchObject({ index: 2, field: "total_member" });
    expect(await stored(good.arbo_name)).toEqual([]);
    expect((await stored(existing?.arbo_name))[0]).toMatchObject({ cd: null, row_version: 1 });
  });

  it("A save request may contain a list of 1 to 500 records.", async () => {
    expect((await put([])).status).toBe(400);
    expect((await put(new Array(501).fill({ arbo_name: "x" }))).status).toBe(413);
    const rows = await save(
      "provincial",
      "arbo-masterlist",
      Array.from({ length: 500 }, () => arbo()),
    );
    expect(new Set(rows.map((row) => row.id)).size).toBe(500);
  });
});

describe("A save in which rows pass on their ARBO IDs", () => {
  const threeArbos = async () => {
    const ids = Array.from({ length: 4 }, () => `T-${randomUUID()}`);
    const rows = await save(
      "provincial",
      "arbo-masterlist",
      ids.slice(0, 3).map((arbo_id) => arbo({ arbo_id })),
    );
    return { ids, rows };
  };

  it.each([["first"], ["last"]])(
    "ARBOs can be renumbered in one save, if the row that gives up its ARBO ID is the %s of the request.",
    async (place) => {
      const { ids, rows } = await threeArbos();
      const changes = rows.map(({ id }, at) => ({ id, arbo_id: ids[at + 1] }));
      const sent = place === "first" ? changes.toReversed() : changes;
      const answer = await put(sent);
      expect(answer.status, answer.text).toBe(200);
      expect(rowsOf(answer).map(({ id, arbo_id }) => ({ id, arbo_id }))).toEqual(sent);
    },
  );

  it("If another row of a renumbering is refused, the error names that row.", async () => {
    const { ids, rows } = await threeArbos();
    const [other] = await save("provincial", "arbo-masterlist", arbo());
    const changes = rows.map(({ id }, at) => ({ id, arbo_id: ids[at + 1] }));
    const { status, body } = await put([...changes, { id: other?.id, muncity_name: "No such town" }]);
    expect([status, body.details?.[0]?.index, body.details?.[0]?.field]).toEqual([422, 3, "muncity_name"]);
  });

  it("If ARBOs exchange their ARBO IDs in one save, the error names the ARBOs and asks for two steps.", async () => {
    const { ids, rows } = await threeArbos();
    const [one, two, three] = rows;
    const { status, body } = await put([
      { id: three?.id, arbo_id: ids[0] },
      { id: one?.id, arbo_id: ids[1] },
      { id: two?.id, arbo_id: ids[0] },
    ]);
    const message = (name: unknown) =>
      `This ARBO and "${name}" exchange the ARBO ID in one save. Do this in two steps: first give one of them another ARBO ID.`;
    expect([status, body.details]).toEqual([
      409,
      [
        { index: 1, field: "arbo_id", message: message(two?.arbo_name) },
        { index: 2, field: "arbo_id", message: message(one?.arbo_name) },
      ],
    ]);
  });
});

describe("Changes of a stored row", () => {
  it("A request to change a row changes only the fields that the request contains.", async () => {
    const [row] = await save("provincial", "arbo-masterlist", arbo({ cd: "1st", remarks: "stays" }));
    const [changed] = await save("provincial", "arbo-masterlist", { id: row?.id, cd: null });
    expect(changed).toMatchObject({ cd: null, remarks: "stays", arbo_name: row?.arbo_name });
  });

  it("A user can change a row by sending the whole row as the API returned it.", async () => {
    const [row] = await save("provincial", "arbo-masterlist", arbo());
    const [changed] = await save("provincial", "arbo-masterlist", { ...row, remarks: "whole row" });
    expect(changed).toMatchObject({ remarks: "whole row", row_version: 2, office: row?.office });
  });

  it("The API computes a total again when a user changes one part of the total.", async () => {
    const [row] = await save(
      "provincial",
      "arbo-masterlist",
      arbo({ total_member_male: 4, total_member_female: 5 }),
    );
    const [changed] = await save("provincial", "arbo-masterlist", { id: row?.id, total_member_male: 6 });
    expect(changed?.total_member).toBe(11);
  });

  it("The API clears a total when a user clears its parts, unless the request contains the total.", async () => {
    const parts = { total_member_male: 4, total_member_female: 5 };
    const [one, other] = await save("provincial", "arbo-masterlist", [arbo(parts), arbo(parts)]);
    const none = { total_member_male: null, total_member_female: null };
    const rows = await save("provincial", "arbo-masterlist", [
      { id: one?.id, ...none },
      { id: other?.id, ...none, total_member: 9 },
    ]);
    expect(rows.map(({ total_member }) => total_member)).toEqual([null, 9]);
  });
});

describe("The status of a Form 11 row", () => {
  const send = (fields: object) =>
    callAs("central", "PUT", "/api/form11-accomp/update", {
      arbo_name: `${mark} ${randomUUID()}`,
      region_name: arbo().region_name,
      province_name: province,
      reporting_year: 2024,
      reporting_quarter: "Q1",
      support_provided: "Support facility",
      ...fields,
    });

  it("A Form 11 row can be saved with the status Target or Accomplished; without a status, it becomes Accomplished.", async () => {
    for (const status of ["Target", "Accomplished"]) {
      expect(rowsOf(await send({ status }))[0]).toMatchObject({ status });
    }
    const [created] = rowsOf(await send({}));
    expect(created).toMatchObject({ status: "Accomplished" });
    for (const status of ["Updated", null, ""]) {
      for (const id of [undefined, created?.id]) {
        const { status: code, body } = await send({ status, id });
        expect([[400, 422].includes(code), body.details?.[0]?.field], `${status} ${id}`).toEqual([
          true,
          "status",
        ]);
      }
    }
  });
});

describe("Details of error responses", () => {
  it("A save request with unknown, missing or unreadable fields gets a 400 that names all these fields.", async () => {
    const { status, body } = await put([arbo({ nothing_such: 1, year_organized: "long ago" }), { cd: "x" }]);
    expect(status).toBe(400);
    const places = body.details?.map((detail) => `${detail.index} ${detail.field}`);
    expect(places).toEqual(expect.arrayContaining(["0 nothing_such", "0 year_organized", "1 arbo_name"]));
  });

  it("The API returns a 422 for a record whose total is not the sum of its parts.", async () => {
    const { status, body } = await put(
      arbo({ total_member_male: 1, total_member_female: 1, total_member: 3 }),
    );
    expect([status, body.details?.[0]?.field]).toEqual([422, "total_member"]);
  });

  it("The API refuses a save request with two ARBOs that have the same ARBO ID.", async () => {
    const id = `T-${randomUUID()}`;
    const list = Array.from({ length: 9 }, () => arbo());
    const { status, body } = await put([
      ...list,
      arbo({ arbo_id: id }),
      arbo(),
      arbo({ arbo_id: id }),
      arbo(),
    ]);
    expect([status, body.details?.[0]?.index, body.details?.[0]?.field]).toEqual([409, 11, "arbo_name"]);
    expect(body.message).toBe("This ARBO is in the list twice: record 10 is the same.");
  });

  it("The API refuses a record whose province does not belong to the record's region.", async () => {
    const { status, body } = await put(arbo({ region_name: "Region I (Ilocos Region)" }), "central");
    expect([status, body.details?.[0]?.field]).toEqual([422, "province_name"]);
    expect(body.message).toMatch(/is not an office/);
  });

  it("The API refuses a barangay of an unknown ARC.", async () => {
    const barangay = { arc_id: `none ${randomUUID()}`, muncity_name: "Jaen", barangay_name: "San Vicente" };
    const { region_name, province_name } = arbo();
    const answer = await callAs("central", "PUT", "/api/arc-barangays-covered/update", {
      ...barangay,
      region_name,
      province_name,
    });
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([422, "arc_id"]);
  });

  it("The API refuses a save request that contains the same id twice or an invalid id.", async () => {
    const [row] = await save("provincial", "arbo-masterlist", arbo());
    for (const id of [-1, 0, 1.5, "x", [1], {}, true, "1 or 1=1"]) {
      expect((await put({ id, cd: "x" })).status).toBe(400);
    }
    expect(
      (
        await put([
          { id: row?.id, cd: "x" },
          { id: String(row?.id), cd: "y" },
        ])
      ).status,
    ).toBe(400);
    expect((await put(["text", null, 3])).body.details).toHaveLength(3);
  });
});

describe("Internal details in error responses", () => {
  it("The response to a hostile text, such as SQL or markup, reveals no internal details of the server.", async () => {
    const hostile = [
      "\u0000",
      "'; drop table public.users; --",
      "{{7*7}}",
      "<script>alert(1)</script>",
      "\ud800",
    ];
    for (const text of hostile) {
      const answer = await put(arbo({ arbo_name: `${mark} ${text}` }));
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 200) expect(rowsOf(answer)[0]?.arbo_name).toBe(`${mark} ${text}`);
      else expect(answer.text).not.toMatch(/postgres|public\.|relation|syntax|stack/i);
    }
  });
});
