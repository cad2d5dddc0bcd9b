/**
 * The receipt of an import shows what happened to the rows of the import. Undoing an import deletes the added rows
 * and reverts the changed rows.
 */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { arbo, callAs, cleanUp, type DemoUser, database, mark, type Row, rowsOf, save } from "./support.ts";

const path = "/api/arbo-masterlist";

afterAll(async () => {
  await database`delete from private.imports where file_name like ${`${mark}%`}`;
  await cleanUp();
});

interface Receipt {
  import_id: string;
  saved: number;
  added: number;
  changed: number;
  as_left: number;
  set_back: number;
  deleted: number;
  changed_since: { id: number; by: string | null; at: string | null }[];
  taken_back_at: string | null;
}
interface Taken extends Pick<Receipt, "changed_since"> {
  rows: { id: number; row_version: number; before: number | null; last: number }[];
}

const announce = (id: string, more: object = {}, user: DemoUser = "provincial") =>
  callAs(user, "PUT", "/api/imports/begin", {
    ...{ import_id: id, screen: "ARBO_Masterlist", file_name: `${mark}.xlsx`, rows: 4, left_out: 2 },
    ...more,
  });
const send = (id: string, rows: readonly object[], batch = 1, user: DemoUser = "provincial") =>
  callAs(user, "PUT", `${path}/update?import_id=${id}&batch=${batch}`, rows);
const receiptAnswer = (id: string, user: DemoUser = "provincial") =>
  callAs(user, "POST", "/api/imports/receipt", { import_id: id });
const receiptOf = async (id: string) => (await receiptAnswer(id)).body.data as Receipt;
const takeBack = async (id: string) =>
  (await callAs("provincial", "PUT", "/api/imports/take-back", { import_id: id })).body.data as Taken;
const read = async (ids: readonly number[]) =>
  rowsOf(await callAs("provincial", "POST", path, { id: ids, page: 1, page_size: 50 }));
const step = (id = randomUUID(), batch = 1) => `?import_id=${id}&batch=${batch}`;

/** Imports some new rows and a change to a stored row. */
async function imported(added: number, changes: object = { remarks: "As imported" }) {
  const [stored] = await save("provincial", "arbo-masterlist", arbo({ cd: "1st", remarks: "As it was" }));
  const id = randomUUID();
  expect((await announce(id)).status).toBe(200);
  const rows = Array.from({ length: added }, () => arbo());
  const sent = [...rows, { id: stored?.id, row_version: stored?.row_version, ...changes }];
  const answer = await send(id, sent);
  expect(answer.status, answer.text).toBe(200);
  const saved = rowsOf(answer);
  return { id, added: saved.slice(0, -1), changed: saved.at(-1) as Row };
}

describe("Receipt of an import", () => {
  it("Users can open the receipt of their own import and list the imported rows.", async () => {
    const { id, added, changed } = await imported(3);
    expect(await receiptOf(id)).toMatchObject({
      ...{
        screen: "ARBO_Masterlist",
        label: "ARBO Masterlist",
        file_name: `${mark}.xlsx`,
        rows: 4,
        left_out: 2,
      },
      ...{ saved: 4, added: 3, changed: 1, as_left: 4, set_back: 0, deleted: 0, changed_since: [] },
      taken_back_at: null,
    });
    const { body } = await callAs("provincial", "POST", "/api/imports", { page: 1, page_size: 1 });
    expect(body.data).toMatchObject([{ import_id: id, saved: 4, taken_back_at: null }]);
    const ids = [...added, changed].map((row) => row.id);
    const listed = await callAs("provincial", "POST", path, { import: id, page: 1 });
    expect([
      listed.body.total,
      rowsOf(listed)
        .map((row) => row.id)
        .sort(),
    ]).toEqual([4, ids.sort()]);
    // No other user can see the receipt or undo the import.
    expect((await receiptAnswer(id, "regional")).status).toBe(404);
    const others = await callAs("regional", "POST", path, { import: id, page: 1 });
    expect(others.body.total).toBe(0);
    expect((await callAs("regional", "PUT", "/api/imports/take-back", { import_id: id })).status).toBe(404);
    const theirs = (await callAs("regional", "POST", "/api/imports", {})).body.data as Receipt[];
    expect(theirs.map((one) => one.import_id)).not.toContain(id);
  });

  it("If a client announces the same import twice with different file names, its receipt keeps the first name.", async () => {
    const id = randomUUID();
    await announce(id);
    await announce(id, { file_name: `${mark} another.xlsx` });
    expect(await receiptOf(id)).toMatchObject({ file_name: `${mark}.xlsx`, saved: 0, as_left: 0 });
    for (const screen of ["DARPrograms_Project", "Nothing"])
      expect((await announce(randomUUID(), { screen })).status).toBe(404);
    for (const wrong of [{ file_name: " " }, { file_name: "x".repeat(256) }, { rows: 0 }, { left_out: -1 }])
      expect((await announce(randomUUID(), wrong)).status, JSON.stringify(wrong)).toBe(400);
    for (const field of ["rows", "left_out"]) {
      const { status, body } = await announce(randomUUID(), { [field]: 3_000_000_000 });
      expect([status, body.details?.[0]?.field]).toEqual([400, field]);
    }
  });
});

describe("Undoing an import", () => {
  it("If a user undoes an import, the rows that it added go to the trash and the rows that it changed are reverted.", async () => {
    const { id, added, changed } = await imported(3, { remarks: "As imported", cd: null });
    const { rows } = await takeBack(id);
    expect(rows.map((row) => row.id)).toEqual([...added.map((row) => row.id), changed.id]);
    const created = rows.filter(({ before }) => before === null);
    const seen = { id: created.map((row) => row.id), row_version: created.map((row) => row.row_version) };
    expect((await callAs("provincial", "DELETE", `${path}/delete`, seen)).status).toBe(200);
    const reverting = rows.flatMap(({ id: row, row_version, before }) =>
      before === null ? [] : [{ id: row, row_version, to: before }],
    );
    const act = randomUUID();
    const back = await callAs("provincial", "PUT", `${path}/revert${step(act)}`, reverting);
    // Editing an accomplished row sets its status to Updated. Reverting the edit keeps this status.
    expect(rowsOf(back)).toMatchObject([{ cd: "1st", remarks: "As it was", status: "Updated" }]);
    // Sending the same revert again with the same idempotency key changes nothing.
    const again = await callAs("provincial", "PUT", `${path}/revert${step(act)}`, reverting);
    expect(rowsOf(again)[0]?.row_version).toBe(rowsOf(back)[0]?.row_version);
    expect(await receiptOf(id)).toMatchObject({ as_left: 0, set_back: 1, deleted: 3, changed_since: [] });
    expect((await takeBack(id)).rows).toEqual([]);

    const restored = { id: created.map((row) => row.id) };
    expect((await callAs("provincial", "PUT", `${path}/restore`, restored)).status).toBe(200);
    const [last] = rows.slice(-1);
    const once = await callAs("provincial", "PUT", `${path}/revert`, {
      ...{ id: changed.id, to: last?.last, row_version: rowsOf(back)[0]?.row_version },
    });
    expect(rowsOf(once)).toMatchObject([{ cd: null, remarks: "As imported" }]);
    expect(await receiptOf(id)).toMatchObject({ as_left: 4, set_back: 0, deleted: 0, changed_since: [] });
  });

  it("If rows named an ARBO before an import added it, the undo of the import unlinks them and can delete the ARBO.", async () => {
    const { arbo_name, ...place } = arbo();
    const rentals = "/api/fme-rental-monitoring";
    const rental = {
      ...{
        ...place,
        arbo_name,
        reporting_year: 2025,
        reporting_quarter: "Q3",
        specific_fme_rented: "Hauling truck",
      },
    };
    const [open, approved] = await save("provincial", "fme-rental-monitoring", [
      rental,
      { ...rental, specific_fme_rented: "Tractor" },
    ]);
    const ids = [open?.id, approved?.id];
    await callAs("regional", "POST", `${rentals}/approve`, { id: approved?.id, process_stage: "Approved" });
    const linksOf = async () =>
      rowsOf(await callAs("provincial", "POST", rentals, { id: ids, page: 1 }))
        .sort((one, other) => one.id - other.id)
        .map((row) => [row.arboPrimaryKey, row.arbo_id, row.arbo_name, row.status, row.process_stage]);
    const id = randomUUID();
    await announce(id);
    const [added] = rowsOf(await send(id, [{ ...place, arbo_name, arbo_id: `A-${id}` }]));
    const linked = [added?.id, `A-${id}`, arbo_name, "Accomplished"];
    expect(await linksOf()).toEqual([
      [...linked, null],
      [...linked, "Approved"],
    ]);
    const { rows } = await takeBack(id);
    expect(rows.map((row) => row.id)).toEqual([added?.id]);
    const deletion = await callAs("provincial", "DELETE", `${path}/delete`, { id: [added?.id] });
    expect(deletion.status, deletion.text).toBe(200);
    const unlinked = [null, null, arbo_name, "Accomplished"];
    expect(await linksOf()).toEqual([
      [...unlinked, null],
      [...unlinked, "Approved"],
    ]);
    expect(await receiptOf(id)).toMatchObject({ as_left: 0, deleted: 1 });
    // Restoring the ARBO links the rows again. The undo of an import never unlinks rows that a user has linked.
    expect((await callAs("provincial", "PUT", `${path}/restore`, { id: added?.id })).status).toBe(200);
    expect((await linksOf()).map(([key]) => key)).toEqual([added?.id, added?.id]);
    await callAs("central", "DELETE", `${rentals}/delete`, { id: ids });
  });

  it("If an import passed an ARBO ID on to another ARBO, the import can be undone row by row, and redone in reverse order.", async () => {
    const [first, second, third] = [1, 2, 3].map(() => `T-${randomUUID()}`);
    const [x, y] = await save("provincial", "arbo-masterlist", [
      arbo({ arbo_id: first }),
      arbo({ arbo_id: second }),
    ]);
    const id = randomUUID();
    await announce(id);
    await send(id, [{ id: x?.id, arbo_id: third }]);
    await send(id, [{ id: y?.id, arbo_id: first }], 2);
    const [added] = rowsOf(await send(id, [arbo({ arbo_id: second })], 3));
    const { rows } = await takeBack(id);
    expect(rows.map((row) => row.id)).toEqual([added?.id, y?.id, x?.id]);
    const removed = await callAs("provincial", "DELETE", `${path}/delete`, { id: added?.id });
    expect(removed.status, removed.text).toBe(200);
    const revert = async (steps: readonly { id: number; row_version: unknown; to: number | null }[]) => {
      const reverted: Row[] = [];
      for (const { id: row, row_version, to } of steps) {
        const answer = await callAs("provincial", "PUT", `${path}/revert`, { id: row, row_version, to });
        expect(answer.status, answer.text).toBe(200);
        reverted.push(...rowsOf(answer));
      }
      return reverted;
    };
    const changed = rows.slice(1);
    const undone = await revert(changed.map((row) => ({ ...row, to: row.before })));
    expect(undone.map(({ arbo_id }) => arbo_id)).toEqual([second, first]);
    const later = changed.map(({ id: row, last }, at) => ({
      ...{ id: row, row_version: undone[at]?.row_version, to: last },
    }));
    const redone = await revert(later.toReversed());
    expect(redone.map(({ arbo_id }) => arbo_id)).toEqual([third, first]);
    const restored = await callAs("provincial", "PUT", `${path}/restore`, { id: added?.id });
    expect(rowsOf(restored)[0]?.arbo_id).toBe(second);
  });

  it("The undo of an import skips rows that a user has changed since the import.", async () => {
    const { id, added, changed } = await imported(3);
    const [first, second] = added as [Row, Row];
    await save("regional", "arbo-masterlist", { id: first.id, remarks: "Counted" });
    await callAs("regional", "POST", `${path}/approve`, { id: second.id, process_stage: "Approved" });
    await save("provincial", "arbo-masterlist", { id: changed.id, remarks: "Corrected" });
    // One row is returned, changed, and changed back. Its values equal those of the import, so the undo includes the
    // row.
    await callAs("regional", "PUT", `${path}/return`, { id: added[2]?.id, reason: "Members?" });
    await save("provincial", "arbo-masterlist", { id: added[2]?.id, remarks: "x" });
    await save("provincial", "arbo-masterlist", { id: added[2]?.id, remarks: null });
    const { as_left, changed_since: since } = await receiptOf(id);
    expect([as_left, since.map((one) => [one.id, one.by])]).toEqual([
      1,
      [
        [changed.id, "provincial"],
        [first.id, "regional"],
        [second.id, "regional"],
      ],
    ]);
    const taken = await takeBack(id);
    expect([taken.rows.map((row) => row.id), taken.changed_since]).toEqual([[added[2]?.id], since]);
    // Another user changed the row after the undo was prepared, so the undo doesn't delete the row. The API reports a
    // conflict.
    const [{ row_version }] = taken.rows as [Taken["rows"][number]];
    await save("regional", "arbo-masterlist", { id: added[2]?.id, remarks: "Now" });
    const late = await callAs("provincial", "DELETE", `${path}/delete`, {
      id: [added[2]?.id],
      row_version: [row_version],
    });
    expect([late.status, late.body.details?.[0]?.index]).toEqual([409, 0]);
    expect((await read(added.map((row) => row.id))).length).toBe(3);
  });

  it("If a user undoes an unfinished import, the undo includes all saved rows, and the API refuses the remaining batches.", async () => {
    const id = randomUUID();
    await announce(id, { rows: 150 });
    const batches = [1, 2, 3].map((batch) =>
      send(
        id,
        Array.from({ length: 50 }, () => arbo()),
        batch,
      ),
    );
    const [taken, ...answers] = await Promise.all([takeBack(id), ...batches]);
    const saved = answers.filter(({ status }) => status === 200);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect([status, body.message]).toEqual([
        409,
        "This import was taken back, so no more of its rows are saved.",
      ]);
    const stored = saved.flatMap((answer) => rowsOf(answer).map((row) => row.id));
    expect(taken.rows.map((row) => row.id).sort()).toEqual(stored.sort());
    expect((await send(id, [arbo()], 4)).status).toBe(409);
    const entries = await database<{ n: number }[]>`select count(*)::integer as n from private.user_log
      where action = 'Take back import' and changes #>> '{import,0}' = ${`${mark}.xlsx`} and at > now() - interval '1 minute'`;
    expect(entries[0]?.n).toBeGreaterThan(0);
  });
});

describe("Requests to revert several rows", () => {
  it("If one row of a revert request can't be reverted, the API reverts none of the request's rows.", async () => {
    const rows = await save("provincial", "arbo-masterlist", [arbo({ cd: "1st" }), arbo({ cd: "1st" })]);
    const changed = await save(
      "provincial",
      "arbo-masterlist",
      rows.map(({ id }) => ({ id, cd: "2nd" })),
    );
    const entries = await Promise.all(
      rows.map(async ({ id }) => {
        const { body } = await callAs("provincial", "POST", "/api/history", { path: "arbo-masterlist", id });
        return (body.data as { id: number }[]).at(-1)?.id;
      }),
    );
    const asked = changed.map(({ id, row_version }, at) => ({ id, row_version, to: entries[at] }));
    const wrong = await callAs("provincial", "PUT", `${path}/revert`, [
      asked[0],
      { ...asked[1], to: entries[0] },
    ]);
    expect([wrong.status, wrong.body.details?.map(({ index }) => index)]).toEqual([404, [1]]);
    const stale = await callAs("provincial", "PUT", `${path}/revert`, [
      { ...asked[0], row_version: 1 },
      asked[1],
    ]);
    expect([stale.status, stale.body.details?.map(({ index }) => index)]).toEqual([409, [0]]);
    expect((await callAs("provincial", "PUT", `${path}/revert`, [asked[0], asked[0]])).status).toBe(400);
    expect((await read(rows.map(({ id }) => id))).map(({ cd }) => cd)).toEqual(["2nd", "2nd"]);
    const back = await callAs("provincial", "PUT", `${path}/revert`, asked);
    expect(rowsOf(back).map(({ cd }) => cd)).toEqual(["1st", "1st"]);
  });
});
