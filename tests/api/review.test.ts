/** Review of a row: within their scope, users return rows with a reason, resubmit rows and comment on rows. */
import { afterAll, describe, expect, it } from "vitest";
import {
  arbo,
  callAs,
  cleanUp,
  type DemoUser,
  database,
  type Row,
  rowsOf,
  save,
  withSchedules,
} from "./support.ts";

const path = "/api/arbo-masterlist";
const act = (user: DemoUser, name: string, body: unknown) => callAs(user, "PUT", `${path}/${name}`, body);
const comments = (user: DemoUser, id: unknown) => callAs(user, "POST", `${path}/comments`, { id });
const listed = async (user: DemoUser, id: unknown) =>
  rowsOf(await callAs(user, "POST", path, { id, page: 1 }))[0];

async function make(fields: Record<string, unknown> = {}): Promise<Row> {
  const [row] = await save("provincial", "arbo-masterlist", arbo(fields));
  if (!row) throw new Error("the row was not made");
  return row;
}

afterAll(cleanUp);

describe("Review of a row", () => {
  it("A row's history contains each step of the review: new, returned, resubmitted, approved.", async () => {
    const row = await make();
    const { id } = row;
    expect(row.review).toEqual({ state: "new", by: null, at: null, reason: null });
    const back = await act("regional", "return", { id, row_version: row.row_version, reason: " Members? " });
    expect([back.status, rowsOf(back)[0]?.review]).toEqual([
      200,
      { state: "returned", by: "regional", at: expect.any(String), reason: "Members?" },
    ]);
    // Three responses contain the reason for the return: a page of the list, the whole list, and the response to the
    // provincial user's own save.
    const expected = { state: "returned", by: "regional", reason: "Members?" };
    expect((await listed("provincial", id))?.review).toMatchObject(expected);
    expect(rowsOf(await callAs("provincial", "POST", path, { id }))[0]?.review).toMatchObject(expected);
    const [edited] = await save("provincial", "arbo-masterlist", {
      ...(await listed("provincial", id)),
      cd: "1st",
    });
    expect(edited?.review).toMatchObject(expected);
    const again = await act("provincial", "resubmit", { id, note: "Counted." });
    expect(rowsOf(again)[0]?.review).toMatchObject({
      state: "resubmitted",
      by: "provincial",
      reason: "Counted.",
    });
    expect((await act("provincial", "resubmit", { id })).status).toBe(422);

    await callAs("regional", "POST", `${path}/approve`, { id, process_stage: "Approved" });
    expect((await listed("provincial", id))?.review).toMatchObject({
      ...{ state: "approved", by: "regional", at: expect.any(String), reason: null },
    });
    const { body } = await callAs("provincial", "POST", "/api/history", { path: "arbo-masterlist", id });
    const acts = (body.data as { action: string; changes: unknown }[]).map((entry) => entry.action);
    expect(acts).toEqual(["Approve", "Resubmit", "Update", "Return", "Insert"]);
    // When an approved row is set back to Pending, it has its former review state: user, time and note.
    await callAs("regional", "POST", `${path}/approve`, { id, process_stage: "Pending" });
    expect((await listed("provincial", id))?.review).toEqual(rowsOf(again)[0]?.review);
  });

  it("A provincial user can't change an approved row, but can change it after a reviewer returns it.", async () => {
    const row = await make();
    await callAs("regional", "POST", `${path}/approve`, { id: row.id, process_stage: "Approved" });
    expect((await act("provincial", "update", { id: row.id, cd: "x" })).status).toBe(403);
    const [back] = rowsOf(await act("central", "return", { id: [row.id], reason: "Wrong town" }));
    expect([back?.process_stage, back?.review]).toMatchObject([
      "Pending",
      { state: "returned", by: "central" },
    ]);
    expect((await act("provincial", "update", { id: row.id, cd: "x" })).status).toBe(200);
  });

  it("The API refuses to return several rows for correction if one row version is outdated.", async () => {
    const rows = [await make(), await make()];
    await save("provincial", "arbo-masterlist", { id: rows[1]?.id, cd: "since" });
    const id = rows.map((row) => row.id);
    const stale = await act("regional", "return", { id, row_version: [1, 1], reason: "Look again" });
    expect([stale.status, stale.body.details?.[0]?.index]).toEqual([409, 1]);
    const lost = await act("regional", "return", { id: [...id, 987_654_321], reason: "Look again" });
    expect([lost.status, lost.body.details?.[0]?.index]).toEqual([404, 2]);
    expect((await listed("provincial", id[0]))?.review).toMatchObject({ state: "new" });
    expect((await act("regional", "return", { id, row_version: [1, 2], reason: "Look again" })).status).toBe(
      200,
    );
  });
});

describe("Permissions in a review", () => {
  it("A user needs the Approve right to return a row, and the Edit right to resubmit a row.", async () => {
    const { id } = await make();
    const unable = await act("provincial", "return", { id, reason: "No" });
    expect([unable.status, unable.body.message]).toEqual([403, expect.stringContaining("Approve right")]);
    for (const reason of [undefined, null, "", "  ", "…!"])
      expect((await act("regional", "return", { id, reason })).status, String(reason)).toBe(422);
    for (const reason of [1, ["x"], "a\u0000b"])
      expect((await act("regional", "return", { id, reason })).status, String(reason)).toBe(400);
    expect((await act("viewer", "resubmit", { id })).status).toBe(403);
    expect((await act("viewer", "comment", { id, text: "Hello" })).status).toBe(403);
  });

  it("Users below the central office can't return or resubmit a row while the reporting window is closed.", async () => {
    const { id } = await make();
    await withSchedules([], async () => {
      expect((await act("regional", "return", { id, reason: "Late" })).status).toBe(403);
      expect((await act("central", "return", { id, reason: "Late" })).status).toBe(200);
      expect((await act("provincial", "resubmit", { id })).status).toBe(403);
      expect((await act("provincial", "comment", { id, text: "The window is closed." })).status).toBe(200);
    });
  });
});

describe("Comments on a row", () => {
  it("Every user who can see a row also sees the row's comments and the authors of the comments.", async () => {
    const { id } = await make();
    await act("regional", "comment", {
      id,
      text: "Is this the full name?\nIt is short.",
      field: "arbo_name",
    });
    const { body } = await act("provincial", "comment", { id, text: "Yes." });
    const said = [
      { by: "regional", field: "arbo_name", text: "Is this the full name?\nIt is short." },
      { by: "provincial", field: null, text: "Yes." },
    ];
    expect(body.data).toMatchObject(said);
    expect((await comments("viewer", id)).body.data).toMatchObject(said);
    expect((await act("regional", "comment", { id, text: "x", field: "nothing_such" })).status).toBe(400);
    expect((await act("regional", "comment", { id, text: " " })).status).toBe(422);
  });

  it("Users of a different office can't read or add comments on a row.", async () => {
    const [row] = await database<{ id: number }[]>`
      insert into public.arbo_masterlist ${database(
        arbo({ region_name: "Region VIII (Eastern Visayas)", province_name: "Leyte" }),
      )} returning id::int`;
    const id = row?.id;
    await act("central", "return", { id, reason: "Secret" });
    await act("central", "comment", { id, text: "Secret" });
    for (const user of ["regional", "provincial"] as const) {
      expect((await comments(user, id)).status).toBe(404);
      expect((await act(user, "comment", { id, text: "x" })).status).toBe(404);
      expect(
        (await act(user, user === "regional" ? "return" : "resubmit", { id, reason: "x" })).status,
      ).not.toBe(200);
    }
    expect((await act("regional", "return", { id, reason: "x" })).status).toBe(404);
    expect((await act("provincial", "resubmit", { id })).status).toBe(404);
    expect((await comments("central", id)).body.data).toMatchObject([{ by: "central", text: "Secret" }]);
  });
});
