/**
 * An approval accepts only the content that the approver has seen. Tested for one row, for rows by id, for a whole
 * filtered list, and through REST.
 */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { arbo, callAs, cleanUp, database, mark, type Row, rest, rowsOf, save } from "./support.ts";

const approve = "/api/arbo-masterlist/approve";
const list = "/api/arbo-masterlist";

afterAll(cleanUp);

const make = (number: number, group: string): Promise<Row[]> =>
  save(
    "provincial",
    "arbo-masterlist",
    Array.from({ length: number }, (_, n) => arbo({ arbo_name: `${mark} ${group} ${n}` })),
  );

const approved = async (group: string): Promise<string[]> =>
  (
    await database<{ arbo_name: string }[]>`
      select arbo_name from public.arbo_masterlist
      where arbo_name like ${`%${group}%`} and process_stage = 'Approved' order by arbo_name`
  ).map((row) => row.arbo_name);

/** Returns the rows of the pending list, and the stamp `seen`, which identifies the list's current state. */
async function show(group: string): Promise<{ rows: Row[]; seen: string }> {
  const answer = await callAs("regional", "POST", list, { q: group, tab: "pending", page: 1, page_size: 50 });
  return { rows: rowsOf(answer), seen: (answer.body as unknown as { seen: string }).seen };
}

const approveAll = (group: string, seen: unknown) =>
  callAs("regional", "POST", approve, {
    process_stage: "Approved",
    filter: { q: group, tab: "pending" },
    seen,
  });

describe("Approval of all rows of a filtered list", () => {
  it("A bulk approval skips rows that were changed or added after the approver opened the list.", async () => {
    const group = randomUUID();
    const rows = await make(6, group);
    const { seen } = await show(group);
    await save("provincial", "arbo-masterlist", { id: rows[2]?.id, cd: "changed since" });
    const [added] = await make(1, `${group} added`);
    const { status, body } = await approveAll(group, seen);
    expect([status, body.data]).toEqual([
      200,
      {
        updated: 5,
        changed_since: {
          count: 2,
          rows: [rows[2], added].map((row) => ({ id: row?.id, title: row?.arbo_name })),
        },
      },
    ]);
    expect(await approved(group)).toEqual([0, 1, 3, 4, 5].map((n) => rows[n]?.arbo_name));
    // The approver opens the list again, so a bulk approval now also approves the changed rows.
    const again = await approveAll(group, (await show(group)).seen);
    expect(again.body.data).toEqual({ updated: 2, changed_since: { count: 0, rows: [] } });
  });

  it("If a bulk approval is undone with the row versions from its response, only rows unchanged since the approval become Pending again.", async () => {
    const group = randomUUID();
    const rows = await make(3, group);
    const { seen } = await show(group);
    await save("provincial", "arbo-masterlist", { id: rows[1]?.id, cd: "changed since" });
    const filter = { q: group, tab: "pending" };
    const body = { process_stage: "Approved", filter, seen, rows: true };
    const done = (await callAs("regional", "POST", approve, body)).body.data as {
      rows: { id: number; row_version: number }[];
    };
    expect(done.rows).toEqual([rows[0], rows[2]].map((row) => ({ id: row?.id, row_version: 2 })));
    // One of the rows was changed after its approval, so the API sets no row back to Pending. The error contains the
    // changed row's index in the request.
    await save("central", "arbo-masterlist", { id: rows[2]?.id, cd: "by the central office" });
    const undo = (of: typeof done.rows) =>
      callAs("regional", "POST", approve, {
        process_stage: "Pending",
        id: of.map(({ id }) => id),
        row_version: of.map(({ row_version }) => row_version),
      });
    const refused = await undo(done.rows);
    expect([refused.status, refused.body.details?.map(({ index }) => index)]).toEqual([409, [1]]);
    expect((await undo(done.rows.slice(0, 1))).body.data).toEqual({ updated: 1 });
    expect(await approved(group)).toEqual([rows[2]?.arbo_name]);
  });

  it("A bulk approval skips a row if a change of the row was not yet committed when the approver opened the list.", async () => {
    const group = randomUUID();
    const rows = await make(3, group);
    let seen = "";
    await database.begin(async (tx) => {
      await tx.unsafe("update public.arbo_masterlist set cd = 'on its way' where id = $1::text::bigint", [
        String(rows[1]?.id),
      ]);
      ({ seen } = await show(group));
    });
    const { body } = await approveAll(group, seen);
    expect(body.data).toMatchObject({ updated: 2, changed_since: { count: 1, rows: [{ id: rows[1]?.id }] } });
  });

  it("If another user saves a row while a bulk approval waits for the row's lock, the approval skips the row.", async () => {
    const group = randomUUID();
    const rows = await make(3, group);
    const { seen } = await show(group);
    let answer: ReturnType<typeof approveAll> | undefined;
    await database.begin(async (tx) => {
      await tx.unsafe("update public.arbo_masterlist set cd = 'meanwhile' where id = $1::text::bigint", [
        String(rows[0]?.id),
      ]);
      answer = approveAll(group, seen);
      await new Promise((resolve) => setTimeout(resolve, 600));
    });
    expect((await answer)?.body.data).toMatchObject({
      updated: 2,
      changed_since: { count: 1, rows: [{ id: rows[0]?.id }] },
    });
  });

  it("If a bulk approval does not say when the list was opened (field `seen`), the API approves all rows that match the filter.", async () => {
    const group = randomUUID();
    await make(2, group);
    const { body } = await callAs("regional", "POST", approve, {
      process_stage: "Approved",
      filter: { q: group },
    });
    expect(body.data).toEqual({ updated: 2 });
  });

  it("The API refuses an approval if the field `seen` (the list as the user saw it) is malformed.", async () => {
    const [row] = await make(1, randomUUID());
    const odd = [
      "",
      "x",
      "1:2",
      "2:1:",
      "0:0:",
      7,
      {},
      ["1:2:"],
      "1:2:3,",
      "99999999999999999999:1:",
      "1:1:1;--",
    ];
    for (const seen of odd) {
      const { status, body } = await approveAll("nothing", seen);
      expect([status, body.details?.[0]?.field], String(seen)).toEqual([400, "seen"]);
    }
    const { seen } = await show("nothing");
    const both = await callAs("regional", "POST", approve, { process_stage: "Approved", id: row?.id, seen });
    expect([both.status, both.body.details?.[0]?.field]).toEqual([400, "seen"]);
  });

  it("A regional user can't find changed rows of other regions with the database function `find_rows_changed_since`.", async () => {
    const [row] = await database<{ id: string }[]>`
      insert into public.arbo_masterlist (arbo_name, region_name, province_name)
      values (${`${mark} ${randomUUID()}`}, 'Region I (Ilocos Region)', 'Ilocos Norte') returning id`;
    const found = await database.begin(async (tx) => {
      const [user] = await tx.unsafe<{ id: string }[]>(
        "select id from public.users where username = 'regional'",
      );
      await tx.unsafe(
        "select set_config('request.jwt.claims', json_build_object('sub', $1::text)::text, true)",
        [user?.id ?? ""],
      );
      return tx.unsafe(
        "select private.find_rows_changed_since('arbo_masterlist', array[$1::text::bigint], '3:3:')",
        [row?.id ?? ""],
      );
    });
    expect(found).toHaveLength(0);
  });
});

describe("Approval of rows by id", () => {
  it("The API approves no row of a request if the version of one row is outdated.", async () => {
    const group = randomUUID();
    const rows = await make(4, group);
    for (const n of [1, 3])
      await save("provincial", "arbo-masterlist", { id: rows[n]?.id, cd: `changed ${n}` });
    const call = (row_version: unknown) =>
      callAs("regional", "POST", approve, {
        id: rows.map(({ id }) => id),
        row_version,
        process_stage: "Approved",
      });
    const stale = await call(rows.map(({ row_version }) => row_version));
    expect(stale.status).toBe(409);
    expect(stale.body.details).toMatchObject([
      { index: 1, field: "row_version", current: { cd: "changed 1", row_version: 2 } },
      { index: 3, field: "row_version", current: { cd: "changed 3", row_version: 2 } },
    ]);
    expect(await approved(group)).toEqual([]);
    for (const odd of [[1, 2], [1, 2, 1, "x"], [1, 2, 1, 0], 1, {}])
      expect((await call(odd)).status).toBe(400);
    expect((await call([1, 2, 1, 2])).body.data).toEqual({ updated: 4 });
  });

  it("If a user approves several rows with an update request and one row version is outdated, the API approves none of them.", async () => {
    const group = randomUUID();
    const rows = await make(2, group);
    await save("provincial", "arbo-masterlist", { id: rows[1]?.id, cd: "changed since" });
    const answer = await callAs(
      "regional",
      "PUT",
      "/api/arbo-masterlist/update",
      rows.map(({ id, row_version }) => ({ id, row_version, process_stage: "Approved" })),
    );
    expect([answer.status, answer.body.details?.map(({ index }) => index)]).toEqual([409, [1]]);
    expect(await approved(group)).toEqual([]);
  });

  it("A REST request does not approve a row that changes while the request waits for the row's lock.", async () => {
    const group = randomUUID();
    const [row] = await make(1, group);
    const patch = (version: unknown) =>
      rest("regional", "PATCH", `arbo_masterlist?id=eq.${row?.id}&row_version=eq.${version}`, {
        process_stage: "Approved",
      });
    let waiting: ReturnType<typeof patch> | undefined;
    await database.begin(async (tx) => {
      await tx.unsafe("update public.arbo_masterlist set cd = 'meanwhile' where id = $1::text::bigint", [
        String(row?.id),
      ]);
      waiting = patch(row?.row_version);
      await new Promise((resolve) => setTimeout(resolve, 400));
    });
    expect((await waiting)?.data).toEqual([]);
    expect(await approved(group)).toEqual([]);
    expect((await patch(2)).data).toMatchObject([{ process_stage: "Approved" }]);
  });
});
