/**
 * Background jobs. The file of an export is stored for 7 days, and each download checks the owner's current rights. A
 * user can resume an action on many rows in another browser window.
 */
import { randomUUID } from "node:crypto";
import ExcelJS from "exceljs";
import { afterAll, describe, expect, it } from "vitest";
import {
  as,
  dataOf,
  makePerson,
  removePeopleAfterwards,
  type TestPerson,
  type TestRole,
} from "./people-support.ts";
import { call, callAs, claimsOf, database, mark, province, region, stack } from "./support.ts";

removePeopleAfterwards();
// Hooks run in reverse order, so this hook runs before the hook of removePeopleAfterwards, which closes the
// connections.
afterAll(async () => {
  await database`delete from public.arbo_masterlist where arbo_name like ${`${mark}%`}`;
});

interface Job {
  job_id: string;
  state: string;
  done: number;
  file: { size: number; yours: boolean } | null;
}

const workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const made = new ExcelJS.Workbook();
made.addWorksheet("Report").addRow(["a workbook"]);
const bytes = new Uint8Array(await made.xlsx.writeBuffer());
const everything = ["Read", "Edit", "Delete", "Approve", "Sensitive"];

const begin = (token: string, id: string, screen = "Participants") =>
  as(token, "PUT", "/api/jobs/begin", { job_id: id, screen, filter: { q: "Cruz", sort: { field: "id" } } });
const tell = (token: string, id: string, state: string, more: object = {}) =>
  as(token, "PUT", "/api/jobs/tell", { job_id: id, first_batch: 1, state, done: 6000, ...more });
const send = (url: string, body: string | Uint8Array<ArrayBuffer> = bytes, type = workbook) =>
  fetch(stack.url + url, { method: "PUT", headers: { "content-type": type }, body });
const fetchFile = (token: string | undefined, id: string) =>
  call("POST", "/api/jobs/file", { token, body: { job_id: id } });
const jobsOf = async (token: string) => dataOf<Job[]>(await as(token, "POST", "/api/jobs", {}));
const statusOf = async (token: string, id: string) => {
  const [{ status }, jobs] = await Promise.all([fetchFile(token, id), jobsOf(token)]);
  // The list of jobs must mark a file as `yours` if and only if the user can download the file.
  expect(jobs.find((job) => job.job_id === id)?.file?.yours ?? false).toBe(status === 200);
  return status;
};
const stored = async (id: string) =>
  (await database`select from storage.objects where bucket_id = 'exports' and name like ${`%${id}.xlsx`}`)
    .length;

/** Runs an export and stores its file. */
async function kept(
  wanted: TestRole = {},
  screen = "Participants",
): Promise<{ person: TestPerson; id: string }> {
  const person = await makePerson({ rights: everything, ...wanted });
  const id = randomUUID();
  expect((await begin(person.token, id, screen)).status).toBe(200);
  const answer = await as(person.token, "PUT", "/api/jobs/keep", { job_id: id, size: bytes.length });
  expect(answer.status, answer.text).toBe(200);
  expect((await send(dataOf<{ url: string }>(answer).url)).status).toBe(200);
  expect((await fetchFile(person.token, id)).status).toBe(404);
  expect(dataOf(await tell(person.token, id, "finished"))).toEqual({ yours: true });
  return { person, id };
}

describe("The file of an export", () => {
  it("The owner of an export downloads its file through a short-lived link.", async () => {
    const { person, id } = await kept();
    const answer = await fetchFile(person.token, id);
    expect(answer.status, answer.text).toBe(200);
    const { url, name } = dataOf<{ url: string; name: string }>(answer);
    expect(name).toMatch(/^Report_\d{4}-\d{2}-\d{2}\.xlsx$/);
    const file = await fetch(stack.url + url);
    expect([file.status, new Uint8Array(await file.arrayBuffer())]).toEqual([200, bytes]);
    const token = new URL(url, stack.url).searchParams.get("token") ?? "";
    expect(Number(claimsOf(token).exp) - Date.now() / 1000).toBeLessThan(61);
    const log = await database`select changes from private.user_log
      where user_id = ${person.id}::uuid and action = 'export'`;
    expect(log.map(({ changes }) => changes)).toEqual([
      { purpose: [null, "download"], filters: [null, { q: "Cruz" }], rows: [null, expect.any(Number)] },
    ]);
    expect(await jobsOf(person.token)).toMatchObject([
      { job_id: id, state: "finished", done: 6000, file: { size: bytes.length, yours: true } },
    ]);
    const inbox = dataOf<{ kind: string; job: object }[]>(await as(person.token, "POST", "/api/inbox", {}));
    expect(inbox.filter(({ kind }) => kind === "job")).toMatchObject([
      { record: { route: "Participants" }, job: { kind: "export", state: "finished" } },
    ]);
  });

  it("The log entry about an export contains the row count of the server, even if the client reports a different one.", async () => {
    const { person, id } = await kept();
    const list = await as(person.token, "POST", "/api/participant", { q: "Cruz", page: 1, page_size: 1 });
    const counted = (list.body as { total?: number }).total ?? 0;
    expect(counted).not.toBe(6000);
    expect((await fetchFile(person.token, id)).status).toBe(200);
    const log = await database`select changes -> 'rows' as rows from private.user_log
      where user_id = ${person.id}::uuid and action = 'export'`;
    expect(log).toEqual([{ rows: [null, counted] }]);
  });

  it("Only the owner of an export can download its file.", async () => {
    const { person, id } = await kept();
    const colleague = await makePerson({ rights: everything });
    expect((await fetchFile(colleague.token, id)).status).toBe(404);
    expect((await callAs("admin", "POST", "/api/jobs/file", { job_id: id })).status).toBe(404);
    expect((await fetchFile(undefined, id)).status).toBe(401);
    expect(await jobsOf(colleague.token)).toEqual([]);
    expect(dataOf(await tell(colleague.token, id, "failed"))).toEqual({ yours: false });
    expect((await as(colleague.token, "PUT", "/api/jobs/keep", { job_id: id, size: 1 })).status).toBe(404);
    expect(await statusOf(person.token, id)).toBe(200);
  });

  it("The owner of an export can download its file through the API, but can't read it directly from Storage.", async () => {
    const { person, id } = await kept();
    const path = `exports/${person.id}/${id}.xlsx`;
    const headers = { apikey: stack.publishableKey, authorization: `Bearer ${person.token}` };
    const storage = (method: string, at: string, body?: object) =>
      fetch(`${stack.url}/storage/v1/object/${at}`, {
        method,
        headers: { ...headers, "content-type": "application/json" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    expect((await storage("GET", path)).ok).toBe(false);
    expect((await storage("GET", `authenticated/${path}`)).ok).toBe(false);
    expect((await storage("POST", `sign/${path}`, { expiresIn: 600 })).ok).toBe(false);
    expect((await storage("PUT", path, {})).ok).toBe(false);
    expect((await storage("POST", `exports/${person.id}/another.xlsx`, {})).ok).toBe(false);
    expect(await (await storage("POST", "list/exports", { prefix: person.id })).json()).toEqual([]);
    await storage("DELETE", path);
    expect(await statusOf(person.token, id)).toBe(200);
  });

  it("If the owner of an export of personal data loses the Sensitive right, the owner can't download the export.", async () => {
    const { person, id } = await kept();
    const rights = (given: string[]) =>
      database`update public.uac set access_controls = ${`{${given.map((one) => `"${one}"`).join(",")}}`}::text[]
        where id = ${String(person.roleId)}::text::bigint`;
    await rights(["Read", "Edit", "Delete", "Approve"]);
    const refused = await fetchFile(person.token, id);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "Your access has changed since this file was made. Export the list again.",
    ]);
    await rights(["Edit", "Delete", "Approve", "Sensitive"]);
    expect(await statusOf(person.token, id)).toBe(403);
    await rights(["Read", "Sensitive"]);
    expect(await statusOf(person.token, id)).toBe(200);
  });

  it("A regional user who moves to the provincial level or a different region can't download an earlier export.", async () => {
    const { person, id } = await kept({ level: "Regional" });
    const at = (place: string | null, level: string) =>
      database.begin(async (sql) => {
        await sql`update public.uac set status = ${level} where id = ${String(person.roleId)}::text::bigint`;
        await sql`update public.users set region_name = ${region}, province_name = ${place} where id = ${person.id}::uuid`;
      });
    await at(province, "Provincial");
    expect(await statusOf(person.token, id)).toBe(403);
    await at(null, "Regional");
    expect(await statusOf(person.token, id)).toBe(200);
    await database`update public.users set region_name = 'Region I (Ilocos Region)' where id = ${person.id}::uuid`;
    expect(await statusOf(person.token, id)).toBe(403);
    await database`update public.users set region_name = null where id = ${person.id}::uuid`;
    await database`update public.uac set status = 'Central' where id = ${String(person.roleId)}::text::bigint`;
    expect(await statusOf(person.token, id)).toBe(200);
  });

  it("A central user who becomes a regional user can't download an earlier export of the whole country.", async () => {
    const { person, id } = await kept({ level: "Central" }, "ARBO_Masterlist");
    await database`update public.uac set status = 'Regional' where id = ${String(person.roleId)}::text::bigint`;
    await database`update public.users set region_name = ${region} where id = ${person.id}::uuid`;
    expect(await statusOf(person.token, id)).toBe(403);
  });

  it("If a user has the Sensitive right during an export but loses it afterwards, the user can't download the file.", async () => {
    const person = await makePerson({ rights: ["Read"] });
    const id = randomUUID();
    await begin(person.token, id);
    const give = (rights: string) =>
      database`update public.uac set access_controls = ${rights}::text[] where id = ${String(person.roleId)}::text::bigint`;
    await give("{Read,Sensitive}");
    const answer = await as(person.token, "PUT", "/api/jobs/keep", { job_id: id, size: bytes.length });
    await send(dataOf<{ url: string }>(answer).url);
    await tell(person.token, id, "finished");
    await give("{Read}");
    expect(await statusOf(person.token, id)).toBe(403);
  });

  it("A disabled user can't download the file of an earlier export.", async () => {
    const { person, id } = await kept();
    await database`update public.users set disabled = true where id = ${person.id}::uuid`;
    expect((await fetchFile(person.token, id)).status).toBe(401);
  });

  it("The owner of an export can't download it after 7 days.", async () => {
    const { person, id } = await kept();
    const age = (interval: string) =>
      database`update private.jobs set reported_at = now() - ${interval}::text::interval where job_id = ${id}::uuid`;
    await age("6 days 23:59");
    expect(await statusOf(person.token, id)).toBe(200);
    await age("7 days 00:01");
    expect((await fetchFile(person.token, id)).status).toBe(404);
    expect(await stored(id)).toBe(1);
    expect((await callAs("viewer", "POST", "/api/jobs", {})).status).toBe(200);
    expect(await stored(id)).toBe(0);
    expect((await database`select from private.jobs where job_id = ${id}::uuid`).length).toBe(0);
  });

  it("The API deletes the file of an export when an administrator deletes the export's owner.", async () => {
    const { person, id } = await kept();
    const answer = await callAs("admin", "DELETE", "/api/user-table/delete", { id: person.id });
    expect(answer.status, answer.text).toBe(200);
    expect(await stored(id)).toBe(0);
  });

  it("The API does not store an export file that is too large or not a workbook.", async () => {
    const { token } = await makePerson({ rights: everything });
    const id = randomUUID();
    await begin(token, id);
    expect((await as(token, "PUT", "/api/jobs/keep", { job_id: id, size: 33 * 2 ** 20 })).status).toBe(413);
    const { url } = dataOf<{ url: string }>(
      await as(token, "PUT", "/api/jobs/keep", { job_id: id, size: 9 }),
    );
    expect((await send(url, "<script></script>", "text/html")).ok).toBe(false);
    await tell(token, id, "finished");
    expect((await jobsOf(token))[0]).toMatchObject({ state: "finished", file: null });
  });
});

describe("Storage space for exports", () => {
  it("If the file that is uploaded for an export is not an Excel workbook, users can't download it.", async () => {
    const { token } = await makePerson({ rights: everything });
    const id = randomUUID();
    await begin(token, id);
    const { url } = dataOf<{ url: string }>(
      await as(token, "PUT", "/api/jobs/keep", { job_id: id, size: 9 }),
    );
    expect((await send(url, "PK\u0003\u0004 and anything else")).status).toBe(200);
    await tell(token, id, "finished");
    expect((await jobsOf(token))[0]).toMatchObject({
      file: null,
      problem: "The file was not saved, because it is not an Excel workbook.",
    });
    expect(await stored(id)).toBe(0);
    const whole = randomUUID();
    await begin(token, whole);
    const given = await as(token, "PUT", "/api/jobs/keep", { job_id: whole, size: bytes.length });
    const { url: later } = dataOf<{ url: string }>(given);
    await send(later);
    await tell(token, whole, "finished");
    expect((await fetchFile(token, whole)).status).toBe(200);
    expect((await send(later, "anything")).status).toBe(200);
    expect((await fetchFile(token, whole)).status).toBe(404);
  });

  it("Until it expires, each upload URL that a user gets for an export reserves space within the user's storage limit.", async () => {
    const person = await makePerson({ rights: everything });
    const statuses: number[] = [];
    const ids = Array.from({ length: 9 }, () => randomUUID());
    for (const id of ids) {
      await begin(person.token, id);
      statuses.push((await as(person.token, "PUT", "/api/jobs/keep", { job_id: id, size: 9 })).status);
    }
    // Eight upload URLs of 32 MB each reserve 256 MB.
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 429]);
    await database`
      update private.jobs set address_given_at = now() - interval '3 hours' where user_id = ${person.id}::uuid`;
    const again = await as(person.token, "PUT", "/api/jobs/keep", { job_id: ids[8], size: 9 });
    expect(again.status, again.text).toBe(200);
  });

  it("The API deletes the file of an unfinished export that has made no progress for 3 hours.", async () => {
    const { token } = await makePerson({ rights: everything });
    const id = randomUUID();
    await begin(token, id);
    const { url } = dataOf<{ url: string }>(
      await as(token, "PUT", "/api/jobs/keep", { job_id: id, size: 9 }),
    );
    await send(url);
    await jobsOf(token);
    expect(await stored(id)).toBe(1);
    await database`update private.jobs set reported_at = now() - interval '3 hours' where job_id = ${id}::uuid`;
    await jobsOf(token);
    expect(await stored(id)).toBe(0);
  });
});

describe("A bulk action on many rows", () => {
  /** Creates a user who may approve, and rows to approve. Registers a job that approves these rows. */
  async function announced(rows: number) {
    const person = await makePerson({ level: "Regional", rights: everything });
    const group = `${mark} ${randomUUID()}`;
    const made = await database<{ id: number }[]>`
      insert into public.arbo_masterlist (arbo_name, region_name, province_name)
      select ${group} || ' ' || n, ${region}, ${province} from generate_series(1, ${String(rows)}::text::integer) n
      returning id::float8 as id`;
    const job = randomUUID();
    const id = made.map((row) => row.id);
    const answer = await as(person.token, "PUT", "/api/jobs/begin", {
      ...{ job_id: job, screen: "ARBO_Masterlist", act: { act: "approve" } },
      ...{ id, row_version: id.map(() => 1) },
    });
    expect(answer.status, answer.text).toBe(200);
    const step = (batch: number, ids: readonly number[]) =>
      as(person.token, "POST", `/api/arbo-masterlist/approve?import_id=${job}&batch=${batch}`, {
        ...{ process_stage: "Approved", id: ids, row_version: ids.map(() => 1) },
      });
    const resume = () => as(person.token, "PUT", "/api/jobs/go-on", { job_id: job });
    return { ...person, job, id, step, resume };
  }

  it("After a user resumes a bulk action in a second browser window, the API refuses further batches from the first window.", async () => {
    const { token, job, id, step, resume } = await announced(6);
    expect((await step(1, id.slice(0, 2))).status).toBe(200);
    expect((await resume()).status).toBe(422);
    await database`update private.jobs set reported_at = now() - interval '3 minutes' where job_id = ${job}::uuid`;
    expect(await jobsOf(token)).toMatchObject([{ state: "interrupted", done: 2 }]);
    const answer = await resume();
    expect(answer.status, answer.text).toBe(200);
    const { first_batch: first, ...data } = dataOf<{ first_batch: number }>(answer);
    expect(data).toEqual({ what: { act: "approve" }, id: id.slice(2), row_version: [1, 1, 1, 1] });
    const late = await step(2, id.slice(2, 4));
    expect([late.status, late.body.details]).toEqual([
      409,
      [{ field: "batch", message: "This job continues in another window." }],
    ]);
    expect(dataOf(await tell(token, job, "running"))).toEqual({ yours: false });
    expect((await step(first, id.slice(2, 4))).status).toBe(200);
    expect(dataOf(await tell(token, job, "cancelled", { first_batch: first }))).toEqual({ yours: true });
    expect(await jobsOf(token)).toMatchObject([{ state: "cancelled", done: 4 }]);
    expect(dataOf<{ id: number[] }>(await resume()).id).toEqual(id.slice(4));
  });

  it("A bulk action resumes in a second browser window only after the batch that the first window sent is saved.", async () => {
    const { job, id, step, resume } = await announced(4);
    await database`update private.jobs set state = 'interrupted' where job_id = ${job}::uuid`;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let locked = () => {};
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const holding = database.begin(async (sql) => {
      await sql`select from public.arbo_masterlist where id = ${String(id[0])}::text::bigint for update`;
      locked();
      await held;
    });
    await isLocked;
    const runningStep = step(1, id.slice(0, 2));
    const waits = async (number: number) => {
      for (;;) {
        const [row] = await database<{ n: number }[]>`
          select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock'`;
        if ((row?.n ?? 0) >= number) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    await waits(1);
    const going = resume();
    await waits(2);
    release();
    await holding;
    expect((await runningStep).status).toBe(200);
    expect(dataOf<{ id: number[] }>(await going).id).toEqual(id.slice(2));
  });

  it("The API refuses to resume a bulk action that another user started.", async () => {
    const { job, id, token } = await announced(2);
    await database`update private.jobs set state = 'cancelled' where job_id = ${job}::uuid`;
    expect((await callAs("admin", "PUT", "/api/jobs/go-on", { job_id: job })).status).toBe(404);
    const odd = { job_id: randomUUID(), screen: "ARBO_Masterlist", act: { act: "approve" } };
    for (const rows of [{}, { id }, { id, row_version: [1] }, { id, row_version: [1, 1], filter: {} }])
      expect((await as(token, "PUT", "/api/jobs/begin", { ...odd, ...rows })).status).toBe(400);
    const late = await as(token, "PUT", "/api/jobs/begin", { ...odd, id, row_version: [1, 3_000_000_000] });
    expect([late.status, late.body.details?.[0]?.field]).toEqual([400, "row_version"]);
    expect(
      (await as(token, "PUT", "/api/jobs/begin", { ...odd, screen: "Users", id, row_version: [1, 1] }))
        .status,
    ).toBe(404);
  });
});
