/**
 * Approval of returned rows that their office has not resubmitted. A bulk approval by filter skips these rows. A bulk
 * approval by ids fails unless the request's field `returned` lists them.
 */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { arbo, callAs, cleanUp, mark, type Row, rest, rowsOf, save } from "./support.ts";

const path = "/api/arbo-masterlist";
const approve = `${path}/approve`;

afterAll(cleanUp);

/** Creates three rows of the provincial user's office. The regional user returns the second row. */
async function make(): Promise<{ group: string; ids: number[]; returned: number }> {
  const group = randomUUID();
  const rows: Row[] = await save(
    "provincial",
    "arbo-masterlist",
    [0, 1, 2].map((n) => arbo({ arbo_name: `${mark} ${group} ${n}` })),
  );
  const ids = rows.map((row) => Number(row.id));
  const returned = ids[1] ?? 0;
  await giveBack(returned);
  return { group, ids, returned };
}

async function giveBack(id: number): Promise<void> {
  const { status } = await callAs("regional", "PUT", `${path}/return`, { id, reason: "Members?" });
  expect(status).toBe(200);
}

/** Returns the ids of the approved rows, and the review state of the returned row. */
async function stateOf({ group, returned }: Pick<Awaited<ReturnType<typeof make>>, "group" | "returned">) {
  const rows = rowsOf(
    await callAs("central", "POST", path, { q: group, sort: [{ field: "id", dir: "asc" }] }),
  );
  return {
    approved: rows.filter((row) => row.process_stage === "Approved").map((row) => row.id),
    review: rows.flatMap((row) => (row.id === returned ? [(row.review as { state: string }).state] : []))[0],
  };
}

const post = (body: object) => callAs("regional", "POST", approve, { process_stage: "Approved", ...body });

describe("Bulk approval of rows, some of which were returned for correction", () => {
  it("A bulk approval of a filtered list skips rows that a reviewer returned for correction.", async () => {
    const made = await make();
    const { status, body } = await post({ filter: { q: made.group, tab: "pending" } });
    expect([status, body.data]).toEqual([
      200,
      {
        updated: 2,
        returned: { count: 1, rows: [{ id: made.returned, title: expect.stringContaining(made.group) }] },
      },
    ]);
    expect(await stateOf(made)).toEqual({ approved: [made.ids[0], made.ids[2]], review: "returned" });
  });

  it("A bulk approval skips a row that a reviewer returned after the approver opened the list.", async () => {
    const { group, ids } = await make();
    const shown = await callAs("regional", "POST", path, { q: group, page: 1 });
    const { seen } = shown.body as unknown as { seen: string };
    const late = ids[2] ?? 0;
    await giveBack(late);
    const { body } = await post({ filter: { q: group, tab: "pending" }, seen });
    expect(body.data).toMatchObject({ updated: 1, returned: { count: 2 } });
    expect(await stateOf({ group, returned: late })).toEqual({ approved: [ids[0]], review: "returned" });
  });

  it("The API refuses an approval by ids if one of the rows was returned for correction.", async () => {
    const made = await make();
    const versions = { row_version: [1, 1, 1] };
    for (const more of [{}, versions, { ...versions, returned: [] }]) {
      const { status, body } = await post({ id: made.ids, ...more });
      expect([status, body.details]).toEqual([
        422,
        [
          {
            index: 1,
            field: "process_stage",
            returned: true,
            message: "This ARBO was returned and not resubmitted. Approve it separately, or leave it out.",
          },
        ],
      ]);
    }
    const step = `${approve}?import_id=${randomUUID()}&batch=1`;
    const body = { process_stage: "Approved", id: [made.returned], row_version: [1] };
    expect((await callAs("regional", "POST", step, body)).status).toBe(422);
    expect(await stateOf(made)).toEqual({ approved: [], review: "returned" });
  });

  it("A bulk approval by ids also approves a returned row whose id is in the request's field `returned`.", async () => {
    const made = await make();
    const { status } = await post({ id: made.ids, returned: [made.returned] });
    expect(status).toBe(200);
    expect(await stateOf(made)).toEqual({ approved: made.ids, review: "approved" });
  });

  it("A bulk approval by filter also approves a returned row whose id is in the request's field `returned`.", async () => {
    const made = await make();
    const { body } = await post({ filter: { q: made.group }, returned: [made.returned] });
    expect(body.data).toEqual({ updated: 3 });
    expect(await stateOf(made)).toEqual({ approved: made.ids, review: "approved" });
  });

  it("The API refuses an update that approves several rows if one of them was returned for correction.", async () => {
    const made = await make();
    const records = made.ids.map((id) => ({ id, process_stage: "Approved" }));
    const { status, body } = await callAs("central", "PUT", `${path}/update`, records);
    expect([status, body.details?.map(({ index, field }) => [index, field])]).toEqual([
      422,
      [[1, "process_stage"]],
    ]);
    expect(await stateOf(made)).toEqual({ approved: [], review: "returned" });
  });

  it("If one of several rows was returned for correction, the database refuses a REST request that approves all of them.", async () => {
    const made = await make();
    const answer = await rest("central", "PATCH", `arbo_masterlist?id=in.(${made.ids.join()})`, {
      process_stage: "Approved",
    });
    expect([answer.status, answer.data.message]).toEqual([
      400,
      expect.stringContaining("returned and not resubmitted"),
    ]);
    expect(await stateOf(made)).toEqual({ approved: [], review: "returned" });
  });
});

describe("Approval of a single row that was returned for correction", () => {
  it("With a request to the approve endpoint, a user can approve a single row that was returned for correction.", async () => {
    const made = await make();
    expect((await post({ id: made.returned })).status).toBe(200);
    expect(await stateOf(made)).toEqual({ approved: [made.returned], review: "approved" });
  });

  it("A user can't approve a row that a reviewer has returned since the user opened the row.", async () => {
    const made = await make();
    expect((await post({ id: made.returned, row_version: 1, returned: [] })).status).toBe(422);
    expect(await stateOf(made)).toEqual({ approved: [], review: "returned" });
  });

  it("With a request to the update endpoint, a user can approve a single row that was returned for correction.", async () => {
    const made = await make();
    const one = { id: made.returned, process_stage: "Approved" };
    expect((await callAs("central", "PUT", `${path}/update`, one)).status).toBe(200);
    expect(await stateOf(made)).toEqual({ approved: [made.returned], review: "approved" });
  });
});

describe("Lists of row ids for bulk actions", () => {
  it("For the rows of a list, the endpoint /versions returns in the field `returned` which rows were returned for correction.", async () => {
    const made = await make();
    const { body } = await callAs("regional", "POST", `${path}/versions`, { filter: { q: made.group } });
    expect(body.data).toMatchObject({ id: made.ids, returned: [made.returned] });
  });

  it("A user who undoes a bulk approval can approve all its rows again, even a row that was returned for correction.", async () => {
    const made = await make();
    await post({ id: made.ids, returned: [made.returned] });
    const back = await post({ process_stage: "Pending", id: made.ids, rows: true });
    const { rows } = back.body.data as { rows: { id: number; row_version: number; returned?: true }[] };
    expect(rows.map(({ id, returned }) => [id, returned])).toEqual(
      made.ids.map((id) => [id, id === made.returned ? true : undefined]),
    );
    const again = await post({
      id: rows.map(({ id }) => id),
      row_version: rows.map(({ row_version }) => row_version),
      returned: rows.flatMap(({ id, returned }) => (returned ? [id] : [])),
    });
    expect(again.body.data).toEqual({ updated: 3 });
  });
});
