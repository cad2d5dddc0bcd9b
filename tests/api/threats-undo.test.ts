/**
 * Threats: a user misuses an undo, a revert or a comment, for example with rows of other offices, outdated versions,
 * endless lists or invalid texts. A refused request changes nothing.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson } from "./people-support.ts";
import {
  arbo,
  call,
  callAs,
  cleanUp,
  type DemoUser,
  database,
  elsewhere,
  mark,
  province,
  type Row,
  region,
  rest,
  rowsOf,
  save,
  withSchedules,
} from "./support.ts";

const path = "/api/arbo-masterlist";
const act = (user: DemoUser, name: string, body: unknown, of = path) =>
  callAs(user, "PUT", `${of}/${name}`, body);
const remove = (user: DemoUser, id: unknown, of = path) => callAs(user, "DELETE", `${of}/delete`, { id });
const listed = async (id: unknown) => rowsOf(await callAs("central", "POST", path, { id, page: 1 }))[0];
const entriesOf = async (table: string, id: unknown) =>
  (
    await database<
      { id: string }[]
    >`select id from private.user_log where form_name = ${table} and row_id = ${Number(id)} order by id desc`
  ).map((entry) => Number(entry.id));
const far = { region_name: "Region VIII (Eastern Visayas)", province_name: "Leyte" };

async function make(fields: Record<string, unknown> = {}, user: DemoUser = "provincial"): Promise<Row> {
  const [row] = await save(user, "arbo-masterlist", arbo(fields));
  if (!row) throw new Error("the row was not made");
  return row;
}

let theirs: Row;
let neighbours: Row;
beforeAll(async () => {
  theirs = await make({ ...far, remarks: "Theirs" }, "central");
  neighbours = await make({ ...elsewhere, remarks: "Theirs" }, "central");
});
afterAll(cleanUp);

describe("Undo and review requests for rows of a different office", () => {
  it("The API refuses to review, delete or comment on rows if one row belongs to another office.", async () => {
    const own = await make();
    const [entry] = await entriesOf("arbo_masterlist", own.id);
    const ids = [own.id, theirs.id];
    const version = { row_version: own.row_version };
    const answers = [
      await act("regional", "return", { id: ids, reason: "Look again" }),
      await act("regional", "take-back-return", { id: ids }),
      await act("provincial", "resubmit", { id: ids }),
      await act("provincial", "revert", [
        { id: own.id, to: entry, ...version },
        { id: theirs.id, to: entry, ...version },
      ]),
      await act("provincial", "comment", { id: theirs.id, text: "x" }),
      await callAs("provincial", "POST", `${path}/comments`, { id: theirs.id }),
      await callAs("regional", "POST", `${path}/approve`, { id: ids, process_stage: "Approved" }),
      await callAs("provincial", "DELETE", `${path}/delete`, { id: ids }),
    ];
    for (const answer of answers) expect(answer.status, answer.text).toBe(404);
    for (const answer of answers) expect(answer.text).not.toContain("Theirs");
    // A request for a row that never existed gets the same response as a request for a row of another office.
    const words = (id: number) => act("regional", "return", { id, reason: "Look again" });
    const unsaid = ({ body }: { body: object }, id: number) =>
      JSON.stringify(body).replaceAll(String(id), "");
    expect(unsaid(await words(theirs.id), theirs.id)).toBe(unsaid(await words(987_654_321), 987_654_321));
    expect(await listed(own.id)).toMatchObject({
      row_version: own.row_version,
      process_stage: own.process_stage,
      review: own.review,
    });
    expect(await listed(theirs.id)).toMatchObject({ row_version: theirs.row_version, review: theirs.review });
  });

  it("A user can't see or restore a deleted row of a different office.", async () => {
    const [own, other] = [await make(), await make(elsewhere, "central")];
    await remove("provincial", own.id);
    await remove("central", other.id);
    const answer = await act("provincial", "restore", { id: [own.id, other.id] });
    expect([answer.status, answer.body.details?.map(({ index }) => index)]).toEqual([404, [1]]);
    const mine = await callAs("provincial", "POST", `${path}/trash`, { page_size: 200 });
    expect(rowsOf(mine).map(({ id }) => id)).toContain(own.id);
    expect(mine.text).not.toContain(String(other.arbo_name));
    expect(await listed(own.id)).toBeUndefined();
    expect((await act("provincial", "restore", { id: own.id })).status).toBe(200);
  });

  it("After a row has moved to another office, users of its former office can't revert it to an earlier version.", async () => {
    const row = await make({ remarks: "Before the move" });
    const [insert] = await entriesOf("arbo_masterlist", row.id);
    await save("regional", "arbo-masterlist", { id: row.id, ...elsewhere, remarks: "After the move" });
    const body = { id: row.id, to: insert, row_version: 2 };
    expect((await act("provincial", "revert", body)).status).toBe(404);
    // A user who can see both offices can undo the row's move, but can't revert the row to another row's version.
    const [foreign] = await entriesOf("arbo_masterlist", theirs.id);
    expect((await act("regional", "revert", { ...body, to: foreign })).status).toBe(404);
    const back = await act("regional", "revert", body);
    expect(rowsOf(back)).toMatchObject([{ province_name: province, remarks: "Before the move" }]);
  });
});

describe("Requests with a list of row ids", () => {
  it("The API refuses to return or restore rows if the list of ids is invalid.", async () => {
    const endless = Array.from({ length: 600_000 }, (_, id) => id + 1);
    const { id } = await make();
    for (const name of ["return", "take-back-return", "resubmit", "restore"])
      for (const ids of [
        endless,
        [],
        [id, "x"],
        [id, null],
        [id, -1],
        [id, 1.5],
        [id, 2 ** 60],
        [[id]],
        "1 or 1=1",
      ]) {
        const answer = await act("central", name, {
          id: ids,
          ...(name === "return" ? { reason: "So" } : {}),
        });
        expect([400, 413], `${name} ${JSON.stringify(ids).slice(0, 60)} ${answer.status}`).toContain(
          answer.status,
        );
      }
    const many = Array.from({ length: 501 }, (_, at) => ({ id: at + 1, to: 1, row_version: 1 }));
    expect([400, 413]).toContain((await act("central", "revert", many)).status);
    expect(
      (await act("central", "return", { id: [id, theirs.id], row_version: [1], reason: "So" })).status,
    ).toBe(400);
    expect((await listed(id))?.review).toMatchObject({ state: "new" });
  });

  it("If a return request contains the id of a row twice, the API returns this row at most once.", async () => {
    const { id } = await make();
    const twice = await act("regional", "return", { id: [id, id], reason: "Look again" });
    const returns = await database<{ n: number }[]>`select count(*)::int as n from private.user_log
      where form_name = 'arbo_masterlist' and row_id = ${id} and action = 'Return'`;
    expect([200, 400]).toContain(twice.status);
    expect(returns[0]?.n).toBe(twice.status === 200 ? 1 : 0);
  });
});

describe("Rows that were changed or deleted after the user read them", () => {
  it("A user can't return or resubmit a row that has changed since the user loaded it.", async () => {
    const row = await make();
    const seen = { id: row.id, row_version: row.row_version };
    await save("provincial", "arbo-masterlist", { id: row.id, cd: "2nd" });
    for (const [user, name, more] of [
      ["regional", "return", { reason: "So" }],
      ["regional", "take-back-return", {}],
      ["provincial", "resubmit", {}],
    ] as const) {
      const stale = await act(user, name, { ...seen, ...more });
      expect([stale.status, stale.body.details?.[0]?.current?.cd], name).toEqual([409, "2nd"]);
    }
    await remove("provincial", row.id);
    for (const [user, name, more] of [
      ["regional", "return", { reason: "So" }],
      ["regional", "take-back-return", {}],
      ["provincial", "resubmit", {}],
      ["provincial", "comment", { text: "x" }],
    ] as const)
      expect((await act(user, name, { id: row.id, ...more })).status, name).toBe(404);
    const [entry] = await entriesOf("arbo_masterlist", row.id);
    expect((await act("provincial", "revert", { ...seen, to: entry })).status).toBe(404);
    expect((await callAs("provincial", "POST", `${path}/comments`, { id: row.id })).status).toBe(404);
    // While the reporting window is closed, only the central office can restore the deleted row.
    await withSchedules([], async () => {
      expect((await act("provincial", "restore", { id: row.id })).status).toBe(403);
      expect((await act("regional", "restore", { id: [row.id] })).status).toBe(403);
    });
    expect((await act("provincial", "restore", { id: row.id })).status).toBe(200);
  });

  it("An ARBO can't be restored while another ARBO has the same ARBO ID.", async () => {
    const key = `X-${randomUUID()}`;
    const [first, beside] = [await make({ arbo_id: key }), await make()];
    await remove("provincial", [first.id, beside.id]);
    await make({ arbo_id: key });
    const both = await act("provincial", "restore", { id: [beside.id, first.id] });
    expect(both.status, both.text).toBe(409);
    expect(await listed(beside.id)).toBeUndefined();
  });
});

describe("Comments and reasons that users write", () => {
  const wrong = [
    ...[null, 1, true, ["x"], { text: "x" }, "a\u0000b", "a\u0007b", "a\u001b[31mb"].map(
      (text) => [text, [400, 422]] as const,
    ),
    ...["", " ", "\n\t ", "\u00a0\u2003", "\u200b\u200d", "…!", "x".repeat(2001), "x".repeat(100_000)].map(
      (text) => [text, [422]] as const,
    ),
  ];
  it("The API refuses a comment or reason that is blank, too long or not a text.", async () => {
    const { id } = await make();
    for (const [text, statuses] of wrong) {
      const shown = JSON.stringify(text).slice(0, 40);
      for (const answer of [
        await act("regional", "comment", { id, text }),
        await act("regional", "return", { id, reason: text }),
        ...(text === null ? [] : [await act("provincial", "resubmit", { id, note: text })]),
      ])
        expect(statuses, `${shown} ${answer.text.slice(0, 200)}`).toContain(answer.status);
    }
    expect((await callAs("regional", "POST", `${path}/comments`, { id })).body.data).toEqual([]);
    expect((await listed(id))?.review).toMatchObject({ state: "new" });
    const lone = await act("regional", "comment", { id, text: "half \ud800 a pair" });
    expect([200, 400, 422]).toContain(lone.status);
  });

  it("A comment with markup and SQL is stored and returned unchanged, and not executed.", async () => {
    const { id } = await make();
    const text = `<script>alert(1)</script> <img src=x onerror=alert(1)> '); drop table private.comments; -- $1 %s {{x}}`;
    await act("regional", "comment", { id, text });
    const answer = await callAs("provincial", "POST", `${path}/comments`, { id });
    expect(answer.body.data).toMatchObject([{ text }]);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    const back = await act("regional", "return", { id, reason: text });
    expect(rowsOf(back)[0]?.review).toMatchObject({ reason: text });
    expect((await callAs("regional", "POST", `${path}/comments`, { id, q: "x" })).status).toBe(400);
    expect((await act("regional", "comment", { id, text: "x", field: "search_text" })).status).toBe(400);
  });
});

describe("Former versions of a row", () => {
  it("A user can't revert a row to a version of another row.", async () => {
    const row = await make();
    await save("provincial", "arbo-masterlist", { id: row.id, cd: "2nd" });
    await act("regional", "comment", { id: row.id, text: "Of which year?", field: "cd" });
    await act("regional", "return", { id: row.id, reason: "Look again" });
    const [sibling] = await entriesOf("arbo_masterlist", (await make()).id);
    const [foreign] = await entriesOf("arbo_masterlist", theirs.id);
    const [neighbour] = await entriesOf("arbo_masterlist", neighbours.id);
    const [otherTable] = await database<
      { id: string }[]
    >`select min(id) as id from private.user_log where form_name <> 'arbo_masterlist' and row_id is not null`;
    for (const to of [sibling, foreign, neighbour, Number(otherTable?.id), 1e15])
      expect((await act("provincial", "revert", { id: row.id, to, row_version: 2 })).status, String(to)).toBe(
        404,
      );
    for (const to of [0, -1, "1; drop table x", null, [1], 1.5, 2 ** 63])
      expect((await act("provincial", "revert", { id: row.id, to, row_version: 2 })).status, String(to)).toBe(
        400,
      );
    expect(await listed(row.id)).toMatchObject({ cd: "2nd", row_version: 2 });
    // A revert through the path of a different record type is refused.
    const [own] = (await entriesOf("arbo_masterlist", row.id)).slice(-1);
    expect(
      (await act("provincial", "revert", { id: row.id, to: own, row_version: 2 }, "/api/arc-masterlist"))
        .status,
    ).toBe(404);
  });
});

describe("Undoing a return or an approval", () => {
  it("If a reviewer undoes the return of a row and repeats the request, the repetition changes nothing.", async () => {
    const { id } = await make();
    await act("regional", "return", { id, reason: "Look again" });
    const step = `?import_id=${randomUUID()}&batch=1`;
    const first = await act("regional", `take-back-return${step}`, { id });
    expect([first.status, rowsOf(first)[0]?.review]).toEqual([
      200,
      { state: "new", by: null, at: null, reason: null },
    ]);
    const again = await act("regional", `take-back-return${step}`, { id });
    expect(rowsOf(again)).toEqual(rowsOf(first));
    const alone = await act("regional", "take-back-return", { id });
    expect([alone.status, alone.body.message]).toEqual([
      422,
      expect.stringContaining("not a return of yours"),
    ]);
    // A user can't undo another user's return, a return that was answered with a resubmission, or a return after which
    // the row was approved.
    await act("central", "return", { id, reason: "From above" });
    expect((await act("regional", "take-back-return", { id })).status).toBe(422);
    expect((await act("provincial", "take-back-return", { id })).status).toBe(403);
    await act("provincial", "resubmit", { id });
    expect((await act("central", "take-back-return", { id })).status).toBe(422);
    await callAs("regional", "POST", `${path}/approve`, { id, process_stage: "Approved" });
    expect((await act("central", "take-back-return", { id })).status).toBe(422);
    // An approval with an outdated version is a conflict.
    const stale = await callAs("regional", "POST", `${path}/approve`, {
      id,
      row_version: 1,
      process_stage: "Pending",
    });
    expect(stale.status).toBe(409);
    // The API refuses with a 404 to restore a row that has already been restored.
    await remove("central", id);
    expect((await act("central", "restore", { id })).status).toBe(200);
    expect((await act("central", "restore", { id })).status).toBe(404);
  });

  it("A reviewer can't take back the return of an approved row that was changed after the return.", async () => {
    const row = await make({ cd: "1st" });
    await callAs("regional", "POST", `${path}/approve`, { id: row.id, process_stage: "Approved" });
    const other = await make();
    const id = [other.id, row.id];
    await act("regional", "return", { id, reason: "Look again" });
    await act("provincial", "update", { id: row.id, cd: "2nd" });
    const refused = await act("regional", "take-back-return", { id });
    expect([refused.status, refused.body.message, refused.body.details]).toMatchObject([
      409,
      "This ARBO was changed after you returned it, so the return cannot be taken back.",
      [{ index: 1, field: "row_version", current: { id: row.id, cd: "2nd", process_stage: "Pending" } }],
    ]);
    const seen = Number((await listed(row.id))?.row_version);
    expect((await act("regional", "take-back-return", { id: row.id, row_version: [seen] })).status).toBe(409);
    expect((await listed(row.id))?.process_stage).toBe("Pending");
    // Taking back the return of a row that was pending approves nothing.
    await act("provincial", "update", { id: other.id, cd: "2nd" });
    expect((await act("regional", "take-back-return", { id: other.id })).status).toBe(200);
  });

  it("After a second reviewer takes back a return, the first reviewer can take back the earlier return.", async () => {
    const { id } = await make();
    await callAs("regional", "POST", `${path}/approve`, { id, process_stage: "Approved" });
    await act("regional", "return", { id, reason: "First" });
    await act("central", "return", { id, reason: "Second" });
    expect((await act("regional", "take-back-return", { id })).status).toBe(422);
    const second = await act("central", "take-back-return", { id });
    expect(rowsOf(second)).toMatchObject([
      { process_stage: "Pending", review: { by: "regional", reason: "First" } },
    ]);
    const first = await act("regional", "take-back-return", { id });
    expect(rowsOf(first), first.text).toMatchObject([{ process_stage: "Approved" }]);
  });

  it("Undoing a bulk approval restores the former review state of each row.", async () => {
    const reason = `Members of ${randomUUID()}?`;
    const rows = [await make(), await make(), await make()];
    const [returned, resubmitted, fresh] = rows as [Row, Row, Row];
    await act("regional", "return", { id: [returned.id, resubmitted.id], reason });
    await act("provincial", "resubmit", { id: resubmitted.id, note: "Counted." });
    const id = rows.map((row) => row.id);
    const before = await Promise.all(id.map(listed));
    const approval = await callAs("regional", "POST", `${path}/approve`, {
      id,
      process_stage: "Approved",
      returned: [returned.id],
      rows: true,
    });
    const changed = (approval.body.data as { rows: Row[] }).rows;
    expect((await Promise.all(id.map(listed))).map((row) => row?.review)).toMatchObject(
      id.map(() => ({ state: "approved" })),
    );
    const inbox = async () =>
      JSON.stringify((await callAs("provincial", "POST", "/api/inbox", {})).body.data).includes(reason);
    expect(await inbox()).toBe(false);
    const undo = {
      id: changed.map((row) => row.id),
      row_version: changed.map((row) => row.row_version),
      process_stage: "Pending",
    };
    expect((await callAs("regional", "POST", `${path}/approve`, undo)).status).toBe(200);
    expect((await Promise.all(id.map(listed))).map((row) => row?.review)).toEqual(
      before.map((row) => row?.review),
    );
    expect((await listed(fresh.id))?.review).toMatchObject({ state: "new" });
    expect(await inbox()).toBe(true);
    // The row was approved and then returned. Undoing the return approves the row again. Setting the row back to
    // Pending then restores its former review state.
    await callAs("regional", "POST", `${path}/approve`, { id: resubmitted.id, process_stage: "Approved" });
    await act("regional", "return", { id: resubmitted.id, reason: "Wrong town" });
    const back = await act("regional", "take-back-return", { id: resubmitted.id });
    expect(rowsOf(back)[0]).toMatchObject({
      process_stage: "Approved",
      review: { state: "approved", by: "regional" },
    });
    await callAs("regional", "POST", `${path}/approve`, { id: resubmitted.id, process_stage: "Pending" });
    expect((await listed(resubmitted.id))?.review).toEqual(before[1]?.review);
  });
});

describe("REST access to reviews, comments and the trash", () => {
  it("Through REST, users have no access to reviews, comments or the trash.", async () => {
    const { id } = await make();
    await act("regional", "return", { id, reason: "Secret reason" });
    for (const name of ["reviews", "comments", "user_log", "imports"])
      expect((await rest("central", "GET", `${name}?select=*`)).status).toBe(404);
    for (const name of [
      "review_rows",
      "undo_returns",
      "restore_rows",
      "list_trash",
      "values_after_entry",
      "add_comment",
      "list_comments",
    ])
      expect(
        (await rest("central", "POST", `rpc/${name}`, { wanted_table: "arbo_masterlist", ids: [id] })).status,
      ).toBe(404);
    const row = await rest("provincial", "GET", `arbo_masterlist?id=eq.${id}&select=*`);
    expect(JSON.stringify(row.data)).not.toContain("Secret");
    // Only the restore endpoint can insert a row with a given id. REST can't.
    expect([400, 401, 403]).toContain(
      (await rest("provincial", "POST", "arbo_masterlist", { id: 1, ...arbo() })).status,
    );
  });
});

describe("Imports by a user without the Sensitive right", () => {
  it("If a user without the Sensitive right undoes an import, the sensitive values that it changed are not reverted.", async () => {
    const of = "/api/participant";
    const who = (name: string) => ({
      participant_name: `${mark} ${name} ${randomUUID()}`,
      arbo_name: "x",
      region_name: region,
      province_name: province,
    });
    const [stored] = await save("admin", "participant", {
      ...who("Ana"),
      birthday: "1990-05-05",
      is_pwd: "Yes",
      participant_category: "ARB",
    });
    const { token } = await makePerson({
      level: "Provincial",
      rights: ["Read", "Edit", "Delete"],
      routes: ["forms"],
    });
    const importId = randomUUID();
    const asked = {
      import_id: importId,
      screen: "Participants",
      file_name: `${mark}.xlsx`,
      rows: 2,
      left_out: 0,
    };
    const screens = await callAs("admin", "GET", "/api/auth/current-user");
    expect(screens.status).toBe(200);
    expect((await call("PUT", "/api/imports/begin", { token, body: asked })).status).toBe(200);
    const sent = [
      { ...who("Ben"), birthday: "2001-01-01" },
      {
        id: stored?.id,
        row_version: stored?.row_version,
        birthday: "1991-06-06",
        participant_category: null,
      },
    ];
    const answer = await call("PUT", `${of}/update?import_id=${importId}&batch=1`, { token, body: sent });
    expect(answer.status, answer.text).toBe(200);
    expect(rowsOf(answer)[1]).not.toHaveProperty("birthday");
    const taken = await call("PUT", "/api/imports/take-back", { token, body: { import_id: importId } });
    const { rows } = taken.body.data as {
      rows: { id: number; row_version: number; before: number | null }[];
    };
    expect(rows).toHaveLength(2);
    const texts = [taken.text];
    for (const { id, row_version, before } of rows) {
      const undone =
        before === null
          ? await call("DELETE", `${of}/delete`, { token, body: { id: [id], row_version: [row_version] } })
          : await call("PUT", `${of}/revert`, { token, body: { id, row_version, to: before } });
      expect(undone.status, undone.text).toBe(200);
      texts.push(undone.text);
    }
    const receipt = await call("POST", "/api/imports/receipt", { token, body: { import_id: importId } });
    expect(receipt.body.data).toMatchObject({ as_left: 0, set_back: 1, deleted: 1, changed_since: [] });
    const created = rows.find(({ before }) => before === null)?.id;
    texts.push(receipt.text, (await call("POST", `${of}/trash`, { token, body: { page_size: 200 } })).text);
    for (const text of texts) expect(text).not.toMatch(/1990-05-05|1991-06-06|2001-01-01/);
    // The user who undid the import lacks the Sensitive right, so the row keeps the sensitive values of the import. A
    // user with this right can revert them from the history.
    const read = async (id: unknown) => rowsOf(await callAs("admin", "POST", of, { id, page: 1 }))[0];
    expect(await read(stored?.id)).toMatchObject({
      birthday: "1991-06-06",
      is_pwd: "Yes",
      participant_category: "ARB",
    });
    const [changed] = rows.filter(({ before }) => before !== null);
    const version = (await read(stored?.id))?.row_version;
    await act("admin", "revert", { id: stored?.id, to: changed?.before, row_version: version }, of);
    expect(await read(stored?.id)).toMatchObject({
      birthday: "1990-05-05",
      is_pwd: "Yes",
      participant_category: "ARB",
    });
    // Restoring the deleted row also restores the sensitive values of the row.
    expect((await call("PUT", `${of}/restore`, { token, body: { id: created } })).status).toBe(200);
    expect(await read(created)).toMatchObject({ birthday: "2001-01-01" });
    await remove("admin", [stored?.id, created], of);
  });

  it("An import receipt doesn't reveal to a user without the Sensitive right whether a guessed birthday is correct.", async () => {
    const of = "/api/participant";
    const { token } = await makePerson({
      level: "Provincial",
      rights: ["Read", "Edit", "Delete"],
      routes: ["forms"],
    });
    const states = [];
    for (const guess of ["1990-05-05", "1991-06-06"]) {
      const [stored] = await save("admin", "participant", {
        participant_name: `${mark} ${randomUUID()}`,
        arbo_name: "x",
        region_name: region,
        province_name: province,
        birthday: "1990-05-05",
      });
      const importId = randomUUID();
      await call("PUT", "/api/imports/begin", {
        token,
        body: {
          import_id: importId,
          screen: "Participants",
          file_name: `${mark}.xlsx`,
          rows: 1,
          left_out: 0,
        },
      });
      await call("PUT", `${of}/update?import_id=${importId}&batch=1`, {
        token,
        body: [{ id: stored?.id, birthday: guess, remarks: "Imported" }],
      });
      const readReceipt = async () => {
        const { as_left, set_back, changed_since } = (
          await call("POST", "/api/imports/receipt", { token, body: { import_id: importId } })
        ).body.data as Record<string, unknown>;
        return { as_left, set_back, changed_since };
      };
      const before = await readReceipt();
      const taken = await call("PUT", "/api/imports/take-back", { token, body: { import_id: importId } });
      const [row] = (taken.body.data as { rows: { id: number; row_version: number; before: number }[] }).rows;
      const back = await call("PUT", `${of}/revert`, {
        token,
        body: { id: row?.id, row_version: row?.row_version, to: row?.before },
      });
      states.push([before, back.status, await readReceipt()]);
      await remove("admin", stored?.id, of);
    }
    expect(states[0]).toEqual(states[1]);
    expect(states[0]?.[2]).toMatchObject({ set_back: 1 });
  });
});

describe("Undo and receipts of old imports", () => {
  it("A user can't undo an import that is more than 30 days old.", async () => {
    const importId = randomUUID();
    const begin = (id: string) =>
      callAs("provincial", "PUT", "/api/imports/begin", {
        import_id: id,
        screen: "ARBO_Masterlist",
        file_name: `${mark}.xlsx`,
        rows: 1,
        left_out: 0,
      });
    await begin(importId);
    await callAs("provincial", "PUT", `${path}/update?import_id=${importId}&batch=1`, [arbo()]);
    const body = { import_id: importId };
    const age = (time: string) =>
      database.begin(async (tx) => {
        await tx`update private.imports set at = now() - ${time}::text::interval where import_id = ${importId}`;
        await tx`update private.import_batches set at = now() - ${time}::text::interval where import_id = ${importId}`;
      });
    await age("31 days");
    const late = await callAs("provincial", "PUT", "/api/imports/take-back", body);
    expect([late.status, late.body.message]).toEqual([422, expect.stringContaining("30 days")]);
    expect((await callAs("provincial", "POST", "/api/imports/receipt", body)).body.data).toMatchObject({
      saved: 1,
      taken_back_at: null,
    });
    await age("366 days");
    await begin(randomUUID());
    expect((await callAs("provincial", "POST", "/api/imports/receipt", body)).status).toBe(404);
    const left = await database`select from private.import_batches where import_id = ${importId}`;
    expect(left).toHaveLength(0);
    await database`delete from private.imports where file_name like ${`${mark}%`}`;
  });
});
