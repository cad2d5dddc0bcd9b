/**
 * Bulk actions on thousands of rows. The screens send a bulk action as several requests (steps), each with the ids and
 * versions of a few hundred rows. A step that is sent twice takes effect once, even if other users write the same rows
 * meanwhile.
 */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { ApiProblem } from "../../web/src/lib/http/problem.ts";
import { BulkRun, remainingCount, type SeenRow } from "../../web/src/records/bulk/bulk-run.ts";
import { rounds } from "../support/thorough.ts";
import {
  arbo,
  callAs,
  cleanUp,
  type DemoUser,
  database,
  mark,
  province,
  type Row,
  region,
  rowsOf,
  save,
  withSchedules,
} from "./support.ts";

const list = "/api/arbo-masterlist";

afterAll(async () => {
  await database`delete from private.jobs`;
  await cleanUp();
});

/** Creates pending rows without an author, so that every test user may approve them. */
const make = (number: number, group: string) =>
  database`insert into public.arbo_masterlist (arbo_name, region_name, province_name)
    select ${`${mark} ${group} `} || lpad(n::text, 5, '0'), ${region}, ${province}
    from generate_series(1, ${String(number)}::text::integer) n`;

const stagesOf = (group: string) =>
  database<{ id: number; approved: boolean }[]>`
    select id::float8 as id, process_stage is not distinct from 'Approved' as approved
    from public.arbo_masterlist where arbo_name like ${`${mark} ${group}%`} order by id`;

const approvedIn = async (group: string): Promise<number[]> =>
  (await stagesOf(group)).flatMap(({ id, approved }) => (approved ? [id] : []));

interface Versions {
  id: number[];
  row_version: number[];
  changed_since: number[];
}

const versionsOf = async (user: DemoUser, filter: object, seen?: string): Promise<Versions> =>
  (await callAs(user, "POST", `${list}/versions`, { filter, ...(seen ? { seen } : {}) })).body
    .data as Versions;

const seenIn = ({ id, row_version }: Versions): SeenRow[] =>
  id.map((one, at) => ({ id: one, row_version: row_version[at] ?? 0 }));

type Name = { import_id: string; batch: number };
const named = ({ import_id, batch }: Name) => `?import_id=${import_id}&batch=${batch}`;
const asSeen = (step: readonly SeenRow[]) => ({
  id: step.map(({ id }) => id),
  row_version: step.map(({ row_version }) => row_version),
});

/** Calls the API as the screens do. Throws an ApiProblem if the API refuses the request. */
async function callOrThrow<Data>(user: DemoUser, method: string, path: string, body: object): Promise<Data> {
  const { status, body: answer } = await callAs(user, method, path, body);
  if (status !== 200) throw new ApiProblem(status, answer.message ?? "", answer.details ?? []);
  return answer.data as Data;
}

const approving = (user: DemoUser) => async (step: readonly SeenRow[], name: Name) => {
  const { updated, rows } = await callOrThrow<{ updated: number; rows: SeenRow[] }>(
    user,
    "POST",
    `${list}/approve${named(name)}`,
    { process_stage: "Approved", rows: true, ...asSeen(step) },
  );
  return { done: rows, same: step.length - updated };
};

const deadlocks = async (): Promise<number> => {
  const [row] = await database<{ n: number }[]>`
    select deadlocks::float8 as n from pg_stat_database where datname = current_database()`;
  return row?.n ?? -1;
};

describe("Row ids and versions that match a list filter", () => {
  it("The endpoint /versions returns the id and version of each row that matches the filter and that the caller can see.", async () => {
    const group = randomUUID();
    await make(3, group);
    await database`insert into public.arbo_masterlist (arbo_name, region_name, province_name)
      values (${`${mark} ${group} elsewhere`}, 'Region I (Ilocos Region)', 'Ilocos Norte')`;
    const { id } = await versionsOf("regional", { q: group });
    expect(id).toHaveLength(3);
    await save("regional", "arbo-masterlist", { id: id[1], cd: "1st" });
    const again = await versionsOf("regional", { q: group, tab: "pending" });
    expect(again).toEqual({ id, row_version: [1, 2, 1], changed_since: [] });
    expect((await versionsOf("central", { q: group })).id).toHaveLength(4);
    expect((await versionsOf("central", { q: group, tab: "approved" })).id).toEqual([]);
  });

  it("In its field `changed_since`, the response of /versions lists the rows that changed after the caller opened the list.", async () => {
    const group = randomUUID();
    await make(4, group);
    const { id } = await versionsOf("regional", { q: group });
    const answer = await callAs("regional", "POST", list, { q: group, page: 1, page_size: 20 });
    const { seen } = answer.body as unknown as { seen: string };
    await save("provincial", "arbo-masterlist", { id: id[2], cd: "changed since" });
    const [added] = await save(
      "provincial",
      "arbo-masterlist",
      arbo({ arbo_name: `${mark} ${group} added` }),
    );
    expect(await versionsOf("regional", { q: group }, seen)).toEqual({
      id: [id[0], id[1], id[3]],
      row_version: [1, 1, 1],
      changed_since: [id[2], added?.id],
    });
  });
});

describe("A bulk action by a user without the necessary right", () => {
  it("If a user without the Approve right starts a bulk approval, it stops after the first refused batch.", async () => {
    const group = randomUUID();
    await make(5, group);
    const seen = seenIn(await versionsOf("central", { q: group }));
    let requests = 0;
    const send = (step: readonly SeenRow[], name: Name) => {
      requests++;
      return approving("viewer")(step, name);
    };
    const bulk = await new BulkRun(seen, send, { size: 4 }).go();
    expect(bulk).toMatchObject({ status: "stopped", refused: [], problem: expect.stringMatching(/./) });
    expect([requests, remainingCount(bulk), await approvedIn(group)]).toEqual([1, 5, []]);
  });
});

describe("Repeated bulk requests", () => {
  const twice = async (user: DemoUser, method: string, path: string, body: object) => {
    const first = await callAs(user, method, path, body);
    const second = await callAs(user, method, path, body);
    expect([first.status, second.status], second.text).toEqual([200, 200]);
    expect(second.body.data).toEqual(first.body.data);
    return first;
  };
  const step = () => named({ import_id: randomUUID(), batch: 1 });
  const actsOn = async (id: number | undefined, action: string): Promise<number> => {
    const [row] = await database<{ n: number }[]>`select count(*)::integer as n from private.user_log
      where form_name = 'arbo_masterlist' and row_id = ${id ?? 0} and action = ${action}`;
    return row?.n ?? -1;
  };

  it("If a client sends a bulk approval twice with the same import_id and batch number, the API approves the rows once.", async () => {
    const group = randomUUID();
    await make(3, group);
    const rows = seenIn(await versionsOf("regional", { q: group }));
    const body = { process_stage: "Approved", rows: true, ...asSeen(rows) };
    const { body: answer } = await twice("regional", "POST", `${list}/approve${step()}`, body);
    expect(answer.data).toEqual({ updated: 3, rows: rows.map(({ id }) => ({ id, row_version: 2 })) });
    // Without import_id and batch, the API can't recognize a repeated request. The repeat is a conflict, because the
    // first request changed the row versions.
    expect((await callAs("regional", "POST", `${list}/approve`, body)).status).toBe(409);
  });

  it("If a client sends a bulk return, deletion or restoration twice with the same import_id, the API performs it once.", async () => {
    const group = randomUUID();
    await make(3, group);
    const rows = seenIn(await versionsOf("regional", { q: group }));
    await twice("regional", "PUT", `${list}/return${step()}`, {
      ...asSeen(rows),
      reason: "The town is wrong.",
    });
    expect(await actsOn(rows[0]?.id, "Return")).toBe(1);
    const seen = asSeen(seenIn(await versionsOf("regional", { q: group })));
    await twice("regional", "DELETE", `${list}/delete${step()}`, seen);
    expect(await stagesOf(group)).toHaveLength(0);
    await twice("regional", "PUT", `${list}/restore${step()}`, { id: seen.id });
    expect(await stagesOf(group)).toHaveLength(3);
  });

  /**
   * Creates a row. For each action that changes the row, returns one request, in an order in which all requests
   * succeed.
   */
  const stepsOn = async () => {
    const group = randomUUID();
    await make(1, group);
    const [{ id } = { id: 0 }] = seenIn(await versionsOf("regional", { q: group }));
    const inStage = (process_stage: string) => ({ id: [id], process_stage, rows: true });
    return {
      id,
      group,
      steps: [
        { method: "POST", path: "approve", body: inStage("Approved") },
        { method: "POST", path: "approve", body: inStage("Pending") },
        { method: "PUT", path: "return", body: { id: [id], reason: "The town is wrong." } },
        { method: "PUT", path: "take-back-return", body: { id: [id] } },
        { method: "PUT", path: "update", body: [{ id, cd: "1st" }] },
        { method: "DELETE", path: "delete", body: { id: [id] } },
        { method: "PUT", path: "restore", body: { id: [id] } },
      ].map((one) => ({ ...one, path: `${list}/${one.path}${step()}` })),
    };
  };
  const rowOf = ({ body: { data } }: Awaited<ReturnType<typeof callAs>>) =>
    (Array.isArray(data) ? data : (data as { rows?: Row[] }).rows)?.[0] as Row | undefined;

  it("If another user changes a row after a bulk request, the response to the repeated request contains the row's current values.", async () => {
    const { id, steps } = await stepsOn();
    for (const { method, path, body } of steps.filter(({ method: one }) => one !== "DELETE")) {
      if (path.includes("/restore")) await callAs("regional", "DELETE", `${list}/delete`, { id });
      const first = rowOf(await callAs("regional", method, path, body));
      const remarks = randomUUID();
      const [{ row_version } = { row_version: 0 }] = await save("central", "arbo-masterlist", {
        id,
        remarks,
      });
      const answer = await callAs("regional", method, path, body);
      expect([answer.status, rowOf(answer)?.row_version], path).toEqual([200, first?.row_version]);
      expect(row_version).toBeGreaterThan(Number(first?.row_version));
      if (!path.includes("/approve")) expect(rowOf(answer)?.remarks).toBe(remarks);
    }
  });

  it("If a returned row was edited before the return request is repeated, the row version in the response can't undo the return.", async () => {
    const group = randomUUID();
    await make(1, group);
    const [{ id } = { id: 0 }] = seenIn(await versionsOf("regional", { q: group }));
    const approve = (body: object) => callAs("regional", "POST", `${list}/approve`, { id: [id], ...body });
    expect((await approve({ process_stage: "Approved" })).status).toBe(200);
    const returning = `${list}/return${step()}`;
    const body = { id: [id], reason: "The town is wrong." };
    await callAs("regional", "PUT", returning, body);
    await save("provincial", "arbo-masterlist", { id, remarks: "edited unseen" });
    const { row_version } = rowOf(await callAs("regional", "PUT", returning, body)) as Row;
    const undo = { id: [id], row_version: [row_version] };
    expect((await callAs("regional", "PUT", `${list}/take-back-return`, undo)).status).toBe(409);
    expect(await approvedIn(group)).toEqual([]);
  });

  it("If a client repeats a bulk request after the reporting window has closed, the API sends the first response again.", async () => {
    const { steps } = await stepsOn();
    for (const { method, path, body } of steps) {
      const first = await callAs("regional", method, path, body);
      expect(first.status, first.text).toBe(200);
      await withSchedules([], async () => {
        const again = await callAs("regional", method, path, body);
        expect([again.status, again.body.data], path).toEqual([200, first.body.data]);
        const other = path.replace("batch=1", "batch=2");
        expect((await callAs("regional", method, other, body)).status, other).toBe(403);
        expect((await callAs("provincial", method, path, body)).status, path).toBe(403);
      });
    }
  });

  it("If a row has changed since a request reverted it, a repetition of this request does not revert the row again.", async () => {
    const { id } = await stepsOn();
    const [changed] = await save("regional", "arbo-masterlist", { id, cd: "1st" });
    const history = await callAs("regional", "POST", "/api/history", { path: "arbo-masterlist", id });
    const to = (history.body.data as { id: number }[]).at(-1)?.id;
    const path = `${list}/revert${step()}`;
    const body = [{ id, row_version: changed?.row_version, to }];
    const first = await callAs("regional", "PUT", path, body);
    expect([first.status, rowOf(first)?.cd], first.text).toEqual([200, null]);
    await save("central", "arbo-masterlist", { id, cd: "2nd" });
    const second = await callAs("regional", "PUT", path, body);
    expect([second.status, rowOf(second)]).toEqual([
      200,
      expect.objectContaining({ cd: "2nd", row_version: rowOf(first)?.row_version }),
    ]);
    await callAs("regional", "DELETE", `${list}/delete`, { id });
    const third = await callAs("regional", "PUT", path, body);
    expect([third.status, third.body.data]).toEqual([200, []]);
  });

  it("The API refuses a bulk approval if its import_id and batch number were already used for other rows.", async () => {
    const group = randomUUID();
    await make(2, group);
    const [one, two] = seenIn(await versionsOf("regional", { q: group })) as [SeenRow, SeenRow];
    const at = `${list}/approve${step()}`;
    const body = (row: SeenRow) => ({ process_stage: "Approved", ...asSeen([row]) });
    expect((await callAs("regional", "POST", at, body(one))).status).toBe(200);
    expect((await callAs("regional", "POST", at, body(two))).status).toBe(409);
    expect(await approvedIn(group)).toEqual([one.id]);
  });

  it("The API refuses a bulk request if its import_id and batch number were already used for another action, such as a deletion.", async () => {
    const group = randomUUID();
    await make(1, group);
    const { id } = await versionsOf("regional", { q: group });
    expect((await callAs("regional", "DELETE", `${list}/delete`, { id })).status).toBe(200);
    const first = step();
    expect((await callAs("regional", "PUT", `${list}/restore${first}`, { id })).status).toBe(200);
    for (const [method, act] of [
      ["DELETE", "delete"],
      ["PUT", "take-back-return"],
    ] as const) {
      const answer = await callAs("regional", method, `${list}/${act}${first}`, { id });
      expect([answer.status, answer.body.details?.[0]?.field], act).toEqual([409, "batch"]);
    }
    expect(await stagesOf(group)).toHaveLength(1);
    const returned = step();
    const body = { id, reason: "The town is wrong." };
    expect((await callAs("regional", "PUT", `${list}/return${returned}`, body)).status).toBe(200);
    expect((await callAs("regional", "PUT", `${list}/take-back-return${returned}`, { id })).status).toBe(409);
    const withdrawn = step();
    expect((await callAs("regional", "PUT", `${list}/take-back-return${withdrawn}`, { id })).status).toBe(
      200,
    );
    expect((await callAs("regional", "DELETE", `${list}/delete${withdrawn}`, { id })).status).toBe(409);
    expect(await stagesOf(group)).toHaveLength(1);
  });
});

describe("Refused and cancelled bulk requests", () => {
  it("The API's refusal of a bulk request lists every row that caused the refusal.", async () => {
    const group = randomUUID();
    await make(5, group);
    const [mine] = await save("regional", "arbo-masterlist", arbo({ arbo_name: `${mark} ${group} mine` }));
    const [other] = await save("regional", "arbo-masterlist", arbo({ arbo_name: `${mark} ${group} other` }));
    const rows = seenIn(await versionsOf("regional", { q: group }));
    const own = await callAs("regional", "POST", `${list}/approve`, {
      process_stage: "Approved",
      ...asSeen(rows),
    });
    expect([own.status, own.body.details?.map(({ index }) => rows[index ?? -1]?.id)]).toEqual([
      403,
      [mine?.id, other?.id],
    ]);
    expect(await approvedIn(group)).toEqual([]);
    await callAs("central", "POST", `${list}/approve`, {
      process_stage: "Approved",
      id: [rows[1]?.id, rows[3]?.id],
    });
    const frozen = await callAs("regional", "DELETE", `${list}/delete`, { id: rows.map(({ id }) => id) });
    expect([frozen.status, frozen.body.details?.map(({ index }) => index)]).toEqual([403, [1, 3]]);
    const stale = await callAs("regional", "DELETE", `${list}/delete`, asSeen(rows));
    expect([stale.status, stale.body.details?.map(({ index }) => index)]).toEqual([409, [1, 3]]);
    expect(await stagesOf(group)).toHaveLength(7);
  });

  it("If a user undoes returns in bulk, rows that the user may not approve stay returned and are named in the result.", async () => {
    const group = randomUUID();
    await make(2, group);
    const [mine] = await save("regional", "arbo-masterlist", arbo({ arbo_name: `${mark} ${group} mine` }));
    const rows = seenIn(await versionsOf("regional", { q: group }));
    const id = rows.map((row) => row.id);
    await callAs("central", "POST", `${list}/approve`, { process_stage: "Approved", id });
    await callAs("regional", "PUT", `${list}/return`, { id, reason: "The town is wrong." });
    const returned = seenIn(await versionsOf("regional", { q: group }));
    const run = new BulkRun(returned, async (step, name) => ({
      done: await callOrThrow<Row[]>(
        "regional",
        "PUT",
        `${list}/take-back-return${named(name)}`,
        asSeen(step),
      ),
    }));
    const { status, done, refused } = await run.go();
    expect([status, done.length, refused.map(({ row }) => row.id)]).toEqual(["ended", 2, [mine?.id]]);
    expect(refused[0]?.why).toBe("You entered this record, so someone else must approve it.");
    expect(await approvedIn(group)).toEqual(id.filter((one) => one !== mine?.id));
  });

  it("The endpoint /versions names the pending rows that the caller entered and may not approve.", async () => {
    const group = randomUUID();
    await make(2, group);
    const mine = await save("regional", "arbo-masterlist", [
      arbo({ arbo_name: `${mark} ${group} mine` }),
      arbo({ arbo_name: `${mark} ${group} mine, approved` }),
    ]);
    await callAs("central", "POST", `${list}/approve`, { process_stage: "Approved", id: mine[1]?.id });
    expect(await versionsOf("regional", { q: group })).toMatchObject({ own: [mine[0]?.id] });
    expect(await versionsOf("provincial", { q: group })).not.toMatchObject({ own: [mine[0]?.id] });
  });

  it("The API refuses a bulk deletion with row versions unless it contains one valid version for each row.", async () => {
    const group = randomUUID();
    await make(2, group);
    const { id } = await versionsOf("regional", { q: group });
    for (const odd of [[1], [1, 1, 1], [1, "x"], 1, {}]) {
      const { status, body } = await callAs("regional", "DELETE", `${list}/delete`, { id, row_version: odd });
      expect([status, body.details?.[0]?.field], JSON.stringify(odd)).toEqual([400, "row_version"]);
    }
    expect((await callAs("regional", "DELETE", `${list}/delete`, { id, row_version: [1, 1] })).status).toBe(
      200,
    );
  });
});

it("If a bulk approval is cancelled while 8 clients change the same rows, its report lists exactly the rows that it approved.", async () => {
  const group = randomUUID();
  const number = rounds(3000, 4000);
  await make(number, group);
  const before = await deadlocks();
  const all = seenIn(await versionsOf("regional", { q: group, tab: "pending" }));
  expect(all).toHaveLength(number);

  const statuses = new Map<number, number>();
  const note = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  let over = false;
  /** Returns twelve random rows. */
  const some = () => Array.from({ length: 12 }, () => all[Math.floor(Math.random() * all.length)]?.id);
  const corrects = (user: DemoUser) => async (n: number) => {
    const items = [...new Set(some())].map((id) => ({ id, cd: `round ${n}` }));
    note((await callAs(user, "PUT", `${list}/update`, items)).status);
  };
  const returns = async () => {
    const body = { id: [...new Set(some())], reason: "Look again." };
    note((await callAs("central", "PUT", `${list}/return`, body)).status);
  };
  const addsAndDeletes = (who: string) => async (n: number) => {
    const rows = Array.from({ length: 12 }, (_, at) =>
      arbo({ arbo_name: `${mark} beside ${group} ${who} ${n} ${at}` }),
    );
    const added = await callAs("provincial", "PUT", `${list}/update`, rows);
    note(added.status);
    const id = rowsOf(added).map((row: Row) => row.id);
    note((await callAs("provincial", "DELETE", `${list}/delete`, { id })).status);
  };
  const kinds = [
    ...[corrects("provincial"), corrects("provincial"), corrects("provincial"), corrects("central")],
    ...[corrects("central"), returns, addsAndDeletes("one"), addsAndDeletes("two")],
  ];
  const writers = kinds.map(async (work) => {
    for (let n = 0; !over; n++) await work(n);
  });

  const run = new BulkRun(all, approving("regional"), { pauses: [] });
  const begun = { job_id: run.id, screen: "ARBO_Masterlist", act: { act: "approve" } };
  expect((await callAs("regional", "PUT", "/api/jobs/begin", { ...begun, ...asSeen(all) })).status).toBe(200);
  run.subscribe(() => {
    if (remainingCount(run.snapshot()) <= number / 2) run.cancel();
  });
  const bulk = await run.go().finally(() => {
    over = true;
  });
  await Promise.all(writers);

  expect([bulk.status, bulk.problem]).toEqual(["cancelled", null]);
  expect(bulk.done.length + bulk.same + bulk.refused.length + remainingCount(bulk)).toBe(number);
  expect(remainingCount(bulk)).toBeGreaterThan(number / 2 - 1000);
  // Only the bulk approval approves rows in this test, so the rows with an approval in the log must be the rows in
  // `bulk.done`.
  const done = bulk.done.map(({ id }) => id).sort((one, other) => one - other);
  const everApproved = await database<{ id: number }[]>`
    select distinct row_id::float8 as id from private.user_log
    where form_name = 'arbo_masterlist' and changes -> 'process_stage' ->> 1 = 'Approved'
      and row_id = any (${`{${all.map(({ id }) => id).join(",")}}`}::text::bigint[]) order by id`;
  expect(everApproved.map(({ id }) => id)).toEqual(done);
  const approvedNow = new Set(await approvedIn(group));
  expect([...approvedNow].every((id) => done.includes(id))).toBe(true);
  for (const { row } of bulk.refused) expect(approvedNow.has(row.id)).toBe(false);
  // The job has the same counts as the bulk approval, so that resuming the job would process only the remaining rows.
  const standing = { first_batch: 1, state: "cancelled", done: done.length };
  await callAs("regional", "PUT", "/api/jobs/tell", { job_id: run.id, ...standing });
  const jobs = (await callAs("regional", "POST", "/api/jobs", {})).body.data as { job_id: string }[];
  expect(jobs.find(({ job_id: id }) => id === run.id)).toMatchObject({ done: done.length, total: number });
  const rest = await callAs("regional", "PUT", "/api/jobs/go-on", { job_id: run.id });
  expect((rest.body.data as { id: number[] }).id).toEqual(
    all.flatMap(({ id }) => (done.includes(id) ? [] : [id])),
  );
  // A writer's request may fail only with status 403, which means that a row was approved first.
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 403)).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(20);
  expect(bulk.refused.length).toBeGreaterThan(0);
  expect(await deadlocks()).toBe(before);
}, 240_000);
