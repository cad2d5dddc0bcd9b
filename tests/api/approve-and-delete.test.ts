/** Approving rows by ids or by a filter, deleting rows, the history of a row, and the dropdown lists. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dropdownLists } from "#shared/records/vocabulary/types.ts";
import { as, makePerson } from "./people-support.ts";
import {
  arbo,
  call,
  callAs,
  cleanUp,
  type DemoUser,
  database,
  mark,
  province,
  type Row,
  region,
  rest,
  rowsOf,
  save,
} from "./support.ts";

const approve = "/api/arbo-masterlist/approve";
const remove = "/api/arbo-masterlist/delete";

afterAll(cleanUp);

async function make(number: number, group = ""): Promise<Row[]> {
  const list = Array.from({ length: number }, () => arbo({ arbo_name: `${mark} ${group} ${randomUUID()}` }));
  return save("provincial", "arbo-masterlist", list);
}

describe("Approval of rows", () => {
  it("After a bulk approval, every approved row contains the approver and the time of the approval.", async () => {
    const group = randomUUID();
    const rows = await make(30, group);
    const [already] = rows;
    await callAs("regional", "POST", approve, { process_stage: "Approved", id: already?.id });
    const { body } = await callAs("regional", "POST", approve, {
      process_stage: "Approved",
      filter: { q: group, tab: "pending" },
    });
    expect(body.data).toEqual({ updated: 29 });
    const [user] = await database`select id from public.users where username = 'regional'`;
    const [counted] = await database`
      select count(*)::integer as n from public.arbo_masterlist
      where arbo_name like ${`%${group}%`} and process_stage = 'Approved' and approved_by = ${user?.id} and approved_at > now() - interval '1 minute'`;
    expect(counted?.n).toBe(30);
  });

  it("An approval by a filter changes only rows that match the filter.", async () => {
    const group = randomUUID();
    const [inside, outside] = await make(2, group);
    const filter = { q: group, arbo_name: inside?.arbo_name };
    await callAs("regional", "POST", approve, { process_stage: "Approved", filter });
    const [row] =
      await database`select process_stage from public.arbo_masterlist where id = ${outside?.id ?? 0}`;
    expect(row?.process_stage).toBeNull();
  });

  it("The API approves no row if one id of an approval request does not exist.", async () => {
    const rows = await make(2);
    const id = [...rows.map((row) => row.id), 987_654_321];
    const { status, body } = await callAs("regional", "POST", approve, { process_stage: "Approved", id });
    expect([status, body.details?.[0]?.index]).toEqual([404, 2]);
    const [row] =
      await database`select process_stage from public.arbo_masterlist where id = ${rows[0]?.id ?? 0}`;
    expect(row?.process_stage).toBeNull();
  });

  it("A user needs the right 'Approve own' to approve a row that the same user entered.", async () => {
    const [theirs] = await make(1);
    const [mine] = await save("regional", "arbo-masterlist", arbo());
    const stage = (user: DemoUser, id: unknown, process_stage = "Approved") =>
      callAs(user, "POST", approve, { process_stage, id });
    const unable = await stage("provincial", theirs?.id);
    expect([unable.status, unable.body.message]).toEqual([
      403,
      "You need the Approve right to approve ARBOs.",
    ]);
    const saved = await callAs("provincial", "PUT", "/api/arbo-masterlist/update", {
      id: theirs?.id,
      process_stage: "Approved",
    });
    expect([saved.status, saved.body.details?.[0]?.field]).toEqual([403, "process_stage"]);
    const own = await stage("regional", [theirs?.id, mine?.id]);
    expect([own.status, own.body.details]).toEqual([
      403,
      [{ index: 1, message: "You entered this record, so someone else must approve it." }],
    ]);
    const [row] =
      await database`select process_stage from public.arbo_masterlist where id = ${theirs?.id ?? 0}`;
    expect(row?.process_stage).toBeNull();
    // The author of a row may set it back to Pending after another user has approved it. An administrator with the
    // Approve own right may also approve the administrator's own rows.
    expect((await stage("central", mine?.id)).body.data).toEqual({ updated: 1 });
    expect((await stage("regional", mine?.id, "Pending")).body.data).toEqual({ updated: 1 });
    const [admins] = await save("admin", "arbo-masterlist", arbo());
    expect((await stage("admin", admins?.id)).body.data).toEqual({ updated: 1 });
  });

  it("A user with the Approve right but without the Edit right can approve rows, but can't edit rows.", async () => {
    const [row] = await make(1);
    const [before] = await database`select u.id, u.access_controls from public.uac u
      join public.users p on p.uac_id = u.id where p.username = 'regional'`;
    await database`update public.uac set access_controls = '{Read,Approve}' where id = ${before?.id}`;
    try {
      const edit = await callAs("regional", "PUT", "/api/arbo-masterlist/update", { id: row?.id, cd: "x" });
      expect([edit.status, edit.body.message]).toEqual([
        403,
        expect.stringMatching(/the Edit (or Delete )?right/),
      ]);
      const patched = await rest("regional", "PATCH", `arbo_masterlist?id=eq.${row?.id}`, { cd: "x" });
      expect([patched.status, patched.data.message]).toEqual([
        400,
        expect.stringMatching(/the Edit (or Delete )?right/),
      ]);
      const { body } = await callAs("regional", "POST", approve, { process_stage: "Approved", id: row?.id });
      expect(body.data).toEqual({ updated: 1 });
    } finally {
      await database`update public.uac set access_controls = ${before?.access_controls} where id = ${before?.id}`;
    }
  });

  describe("Approval by a filter on a sensitive field", () => {
    const people = "/api/form-5-annualtarget";
    const stagesOf = async (group: string) =>
      (
        await database<{ process_stage: string | null }[]>`
          select process_stage from public.form_5_annualtargets where arbo_name = ${group} order by id`
      ).map((row) => row.process_stage);
    /** Saves two targets, one about a person with a disability and one about a person without one. */
    async function makeTargets() {
      const group = `${mark} ${randomUUID()}`;
      const target = { arbo_name: group, region_name: region, province_name: province };
      const programme = { year_funded: 2024, subpsp_abbreviation: "MCBF", reporting_year: 2024 };
      const rows = await save(
        "provincial",
        "form-5-annualtarget",
        ["Yes", "No"].map((is_pwd) => ({
          ...{ ...target, ...programme, participant_name: `${mark} ${is_pwd}`, is_pwd },
          // Only the title makes the keys of the two targets different.
          training_title: `${mark} ${is_pwd}`,
        })),
      );
      return { group, rows };
    }
    afterAll(() => database`delete from public.form_5_annualtargets where arbo_name like ${`${mark}%`}`);

    it("A user needs the Sensitive right to approve all rows that match a filter on a sensitive field.", async () => {
      const { group } = await makeTargets();
      const rights = ["Read", "Approve", "Sensitive"];
      const person = await makePerson({ level: "Regional", rights, routes: ["forms"] });
      const filters = [
        { arbo_name: group, is_pwd: "Yes" },
        { arbo_name: group, filter: { is_pwd: "Yes" } },
      ];
      for (const filter of filters) {
        const refused = await callAs("central", "POST", `${people}/approve`, {
          process_stage: "Approved",
          filter,
        });
        expect([refused.status, refused.body.message]).toEqual([
          403,
          "You need the Sensitive right to filter, sort, group or total by is_pwd.",
        ]);
      }
      expect(await stagesOf(group)).toEqual([null, null]);
      for (const [at, filter] of filters.entries()) {
        const process_stage = at === 0 ? "Approved" : "Pending";
        const { body } = await as(person.token, "POST", `${people}/approve`, { process_stage, filter });
        expect(body.data).toEqual({ updated: 1 });
        expect(await stagesOf(group)).toEqual([process_stage, null]);
      }
      const read = await database<{ rows: number; fields: string[] }[]>`
        select row_count as rows, fields_asked as fields from private.readings where user_id = ${person.id}`;
      expect(read).toEqual([{ rows: 1, fields: ["is_pwd"] }]);
    });

    it("If a row stops matching the filter while a bulk approval waits for the row's lock, the approval skips the row.", async () => {
      const { group, rows } = await makeTargets();
      const approveAll = () =>
        callAs("admin", "POST", `${people}/approve`, {
          process_stage: "Approved",
          filter: { arbo_name: group, is_pwd: ["Yes", "No"] },
        });
      let answer: ReturnType<typeof approveAll> | undefined;
      await database.begin(async (tx) => {
        await tx.unsafe("update public.form_5_annualtargets set is_pwd = null where id = $1::text::bigint", [
          String(rows[0]?.id),
        ]);
        answer = approveAll();
        await new Promise((resolve) => setTimeout(resolve, 600));
      });
      expect((await answer)?.body.data).toEqual({ updated: 1 });
      expect(await stagesOf(group)).toEqual([null, "Approved"]);
    });
  });

  it("The API refuses an approval request without a valid stage, or without either row ids or a filter.", async () => {
    const bad = [
      {},
      { process_stage: "Approved" },
      { process_stage: "Done", id: 1 },
      { process_stage: "Approved", id: 1, filter: {} },
      { process_stage: "Approved", id: [] },
      { process_stage: "Approved", filter: { id: [] } },
      { process_stage: "Approved", filter: { searchData: { arbo_name: [] } } },
      { process_stage: "Approved", filter: { q: mark, filter: { arbo_name: [] } } },
      { process_stage: "Approved", filter: { nothing_such: 1 } },
      { process_stage: "Approved", filter: "all" },
      { process_stage: "Approved", id: 1, more: true },
    ];
    for (const body of bad) expect((await callAs("regional", "POST", approve, body)).status).toBe(400);
    const path = "/api/project-list/approve";
    expect((await callAs("admin", "POST", path, { process_stage: "Approved", id: 1 })).status).toBe(404);
  });
});

describe("Deletion of rows", () => {
  it("A delete request may contain the row ids in the forms {id}, {id: […]}, [id, …] and [{id}, …].", async () => {
    const rows = await make(7);
    const id = rows.map((row) => row.id);
    const bodies = [
      [{ id: id[0] }, 1],
      [{ id: [id[1], id[2]] }, 2],
      [[id[3], String(id[4])], 2],
      [[{ id: id[5] }, { id: id[6] }, id[6]], 2],
    ] as const;
    for (const [body, deleted] of bodies) {
      expect((await callAs("provincial", "DELETE", remove, body)).body.data).toEqual({ deleted });
    }
  });

  it("The API deletes no row if one id of a delete request does not exist.", async () => {
    const [row] = await make(1);
    const { status, body } = await callAs("provincial", "DELETE", remove, { id: [row?.id, 987_654_321] });
    expect([status, body.details?.[0]?.index]).toEqual([404, 1]);
    expect(await database`select 1 from public.arbo_masterlist where id = ${row?.id ?? 0}`).toHaveLength(1);
  });

  it("A user can delete a row by sending back the unchanged row from a list response.", async () => {
    const [one, two, three] = (await make(3)) as [Row, Row, Row];
    const send = (body: unknown) => callAs("provincial", "DELETE", remove, body);
    const unknown = await send([one, { ...two, colour: "red" }]);
    expect([unknown.status, unknown.body.details?.[0]]).toMatchObject([400, { index: 1, field: "colour" }]);
    await save("provincial", "arbo-masterlist", { id: two.id, remarks: "Changed" });
    const stale = await send([one, two]);
    expect([stale.status, stale.body.details?.[0]]).toMatchObject([409, { index: 1, field: "row_version" }]);
    expect((await send(three)).body.data).toEqual({ deleted: 1 });
    const { row_version: _, ...withoutVersion } = two;
    expect((await send([withoutVersion])).body.data).toEqual({ deleted: 1 });
    expect((await send([one, one])).body.data).toEqual({ deleted: 1 });
  });

  it("The delete endpoint refuses a body without valid ids.", async () => {
    const bad = [
      {},
      [],
      { id: [] },
      { id: "x" },
      { id: null },
      { id: 1, all: true },
      [{ arbo_name: mark }],
      [{ id: 1, row_version: 1 }, { id: 2 }],
      "1 or 1=1",
      [[1]],
      { ids: [1] },
    ];
    for (const body of bad) expect((await callAs("provincial", "DELETE", remove, body)).status).toBe(400);
    const many = Array.from({ length: 1001 }, (_, index) => index + 1);
    expect((await callAs("provincial", "DELETE", remove, many)).status).toBe(413);
  });

  describe("Deletion by a user with the Delete right but without the Edit and Approve rights", () => {
    let before: { id: number; access_controls: string[] } | undefined;
    beforeAll(async () => {
      [before] = await database<{ id: number; access_controls: string[] }[]>`
        select u.id, u.access_controls from public.uac u
        join public.users p on p.uac_id = u.id where p.username = 'provincial'`;
    });
    /** Runs `work` while the provincial user has only the rights Read and Delete. */
    async function whileOnlyDeleting(work: () => Promise<void>): Promise<void> {
      await database`update public.uac set access_controls = '{Read,Delete}' where id = ${before?.id ?? 0}`;
      try {
        await work();
      } finally {
        await database`update public.uac set access_controls = ${before?.access_controls ?? []} where id = ${before?.id ?? 0}`;
      }
    }
    const removeSeen = (rows: readonly Row[]) =>
      callAs("provincial", "DELETE", remove, {
        id: rows.map(({ id }) => id),
        row_version: rows.map(({ row_version }) => row_version),
      });
    const stored = async (rows: readonly Row[]) =>
      rowsOf(
        await callAs("central", "POST", "/api/arbo-masterlist", { id: rows.map(({ id }) => id), page: 1 }),
      );

    it("The API deletes no row if a delete request contains an outdated version of any row.", async () => {
      const rows = await make(2);
      const [changed] = await save("central", "arbo-masterlist", { id: rows[1]?.id, cd: "changed since" });
      await whileOnlyDeleting(async () => {
        const stale = await removeSeen(rows);
        expect(stale.status, stale.text).toBe(409);
        expect(stale.body.details).toMatchObject([
          { index: 1, field: "row_version", current: { cd: "changed since", row_version: 2 } },
        ]);
        expect(await stored(rows)).toHaveLength(2);
        const seen = [rows[0], changed] as Row[];
        expect((await removeSeen(seen)).body.data).toEqual({ deleted: 2 });
      });
    });

    it("If another user saves a row while a deletion waits for the row's lock, the API refuses the deletion.", async () => {
      const rows = await make(1);
      await whileOnlyDeleting(async () => {
        let answer: ReturnType<typeof removeSeen> | undefined;
        await database.begin(async (tx) => {
          await tx.unsafe("update public.arbo_masterlist set cd = 'meanwhile' where id = $1::text::bigint", [
            String(rows[0]?.id),
          ]);
          answer = removeSeen(rows);
          await new Promise((resolve) => setTimeout(resolve, 600));
        });
        const { status, body } = (await answer) as Awaited<typeof answer> & object;
        expect([status, body.details?.[0]?.current?.cd]).toEqual([409, "meanwhile"]);
        expect(await stored(rows)).toHaveLength(1);
      });
    });
  });

  it("A deletion locks its rows in the order of their ids, so that two deletions can't deadlock.", async () => {
    const [one, other] = (await make(2)).map(({ id }) => id);
    // Postgres now stores the first row behind the second.
    await save("provincial", "arbo-masterlist", { id: one, cd: "2nd" });
    let answer: ReturnType<typeof callAs> | undefined;
    await database.begin(async (tx) => {
      const lock = (id?: number, how = "") =>
        tx.unsafe(`select id from public.arbo_masterlist where id = $1::text::bigint for update ${how}`, [
          String(id),
        ]);
      await lock(one);
      answer = callAs("provincial", "DELETE", remove, { id: [other, one] });
      const waiting = () =>
        tx`select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;
      while ((await waiting()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await lock(other, "skip locked")).toHaveLength(1);
    });
    expect((await answer)?.body.data).toEqual({ deleted: 2 });
  });

  it("The API refuses to delete an ARC that has barangays, and gives the reason.", async () => {
    const [used] = await database`select arc_id from public.arc_barangays_covered limit 1`;
    const [arc] = await database`select id from public.arc_masterlist where arc_id = ${used?.arc_id}`;
    const { status, body } = await callAs("central", "DELETE", "/api/arc-masterlist/delete", { id: arc?.id });
    expect([status, body.message]).toEqual([
      422,
      expect.stringMatching(/^This ARC is still used by .*\d+ ARC barangay/),
    ]);
  });
});

describe("History of a row", () => {
  it("A row's history shows who changed which field, and both the old and the new value.", async () => {
    const [row] = await make(1);
    await save("regional", "arbo-masterlist", { id: row?.id, cd: "2nd" });
    const { body } = await callAs("provincial", "POST", "/api/history", {
      path: "arbo-masterlist",
      id: row?.id,
    });
    expect(body.data).toMatchObject([
      { user_name: "regional", action: "Update", changes: { cd: [null, "2nd"] } },
      { user_name: "provincial", action: "Insert", changes: null },
    ]);
  });

  it("The history endpoint refuses unknown record types and invalid ids.", async () => {
    for (const path of ["users", "arbo_masterlist", null, 3]) {
      expect((await callAs("central", "POST", "/api/history", { path, id: 1 })).status).toBe(404);
    }
    for (const id of ["x", [1], null, -1]) {
      expect((await callAs("central", "POST", "/api/history", { path: "arbo-masterlist", id })).status).toBe(
        400,
      );
    }
  });
});

describe("Dropdown lists", () => {
  it.each(dropdownLists)(
    "A user who requests the dropdown list at /dropdown/%s gets the values of this list.",
    async (list) => {
      const { status, body } = await callAs("viewer", "GET", `/dropdown/${list}`);
      expect(status).toBe(200);
      const rows = body.data as Record<string, unknown>[];
      expect(rows.length).toBeGreaterThan(0);
      const name = list.startsWith("participant-") ? "category" : "type";
      for (const row of rows) expect(typeof row[name]).toBe("string");
    },
  );

  it("Only signed-in users can request dropdown lists.", async () => {
    expect((await call("GET", "/dropdown/sex")).status).toBe(401);
    expect((await callAs("viewer", "GET", "/dropdown/users")).status).toBe(404);
    expect((await callAs("viewer", "GET", "/dropdown/sex%27%20or%201=1")).status).toBe(404);
  });
});

describe("Approval of the row version that the user saw", () => {
  it("A user can't approve an outdated version of a row.", async () => {
    const [row] = await save("provincial", "arbo-masterlist", arbo());
    await save("provincial", "arbo-masterlist", { id: row?.id, cd: "changed since" });
    const approve = (row_version: unknown) =>
      callAs("regional", "POST", "/api/arbo-masterlist/approve", {
        id: row?.id,
        row_version,
        process_stage: "Approved",
      });
    const stale = await approve(row?.row_version);
    expect(stale.status).toBe(409);
    expect(stale.body.details).toMatchObject([
      { field: "row_version", current: { cd: "changed since", row_version: 2, process_stage: null } },
    ]);
    expect((await approve("x")).status).toBe(400);
    expect((await approve(2)).body.data).toEqual({ updated: 1 });
  });
});
