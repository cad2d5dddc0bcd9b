/**
 * Every request that saves something can be repeated with the same Idempotency-Key. The repeat saves nothing and gets
 * the first response. The actions below cover every such endpoint; a new endpoint without an action fails the test.
 */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { savesSomething } from "#shared/calls/outcomes.ts";
import { allCalls } from "#shared/contracts/index.ts";
import { recordCalls } from "#shared/contracts/records.ts";
import { records } from "#shared/records/index.ts";
import { jpeg } from "../support/photos.ts";
import { cleanUpFiles, createSupportRecord, form, inside } from "./evidence-support.ts";
import { makePerson, makeRole, personWith, strongPassword } from "./people-support.ts";
import {
  type Answer,
  arbo,
  call,
  cleanUp,
  database,
  mark,
  type Row,
  save,
  stack,
  tokenOf,
  withSchedules,
} from "./support.ts";

interface Act {
  path: string;
  body: unknown;
  /** A different body, for a second request with the same key. Missing if the action has only one possible body. */
  other?: unknown;
  token?: string;
  /** Counts the rows that the action saves. */
  saved: () => Promise<number>;
}

const count = async (rows: PromiseLike<readonly object[]>): Promise<number> => (await rows).length;
const logged = (id: unknown, action: string, table = "arbo_masterlist") =>
  count(database`select from private.user_log
    where form_name = ${table} and row_id = ${Number(id)} and action = ${action}`);
const batches = (id: string) => count(database`select from private.imports where import_id = ${id}::uuid`);
const made = async (): Promise<Row> => {
  const [row] = await save("admin", "arbo-masterlist", arbo());
  return row as Row;
};
const at = "/api/arbo-masterlist";
const fresh = () => `${mark} ${randomUUID()}`;
const listed = (type: string) => count(database`select from public.dropdown_values where type = ${type}`);

async function addedValue(): Promise<{ id: number; type: string }> {
  const type = fresh();
  const [row] = await database<{ id: number }[]>`
    insert into public.dropdown_values (list, type) values ('sex', ${type}) returning id`;
  return { id: Number(row?.id), type };
}

async function addedView(): Promise<{ id: number; name: string }> {
  const name = fresh();
  const answer = await call("PUT", "/api/saved-views/save", {
    token: await tokenOf("admin"),
    body: { screen: "ARBO_Masterlist", name, shared_with: "me", view: { columns: null } },
  });
  return { id: (answer.body.data as { id: number }).id, name };
}

async function announcedJob(): Promise<string> {
  const id = randomUUID();
  const body = { job_id: id, screen: "ARBO_Masterlist", filter: {} };
  await call("PUT", "/api/jobs/begin", { token: await tokenOf("admin"), body });
  return id;
}

async function returned(): Promise<Row> {
  const [row] = await save("provincial", "arbo-masterlist", arbo());
  const answer = await call("PUT", `${at}/return`, {
    token: await tokenOf("admin"),
    body: { id: row?.id, reason: "Members?" },
  });
  return (answer.body.data as Row[])[0] as Row;
}

const acts: Record<string, () => Promise<Act>> = {
  "PUT /api/{path}/update": async () => {
    const row = arbo();
    return {
      ...{ path: `${at}/update`, body: [row], other: [arbo()] },
      saved: () =>
        count(database`select from public.arbo_masterlist where arbo_name = ${String(row.arbo_name)}`),
    };
  },
  "DELETE /api/{path}/delete": async () => {
    const { id } = await made();
    return { path: `${at}/delete`, body: { id }, other: { id: 1 }, saved: () => logged(id, "Delete") };
  },
  "PUT /api/{path}/restore": async () => {
    const { id } = await made();
    await call("DELETE", `${at}/delete`, { token: await tokenOf("admin"), body: { id } });
    return { path: `${at}/restore`, body: { id }, saved: () => logged(id, "Restore") };
  },
  "PUT /api/{path}/revert": async () => {
    const row = await made();
    const [changed] = await save("admin", "arbo-masterlist", {
      id: row.id,
      cd: "1st",
      row_version: row.row_version,
    });
    const history = await call("POST", "/api/history", {
      token: await tokenOf("admin"),
      body: { path: "arbo-masterlist", id: row.id },
    });
    const to = (history.body.data as { id: number }[]).at(-1)?.id;
    return {
      path: `${at}/revert`,
      body: [{ id: row.id, row_version: changed?.row_version, to }],
      saved: async () => (await logged(row.id, "Update")) - 1,
    };
  },
  "POST /api/{path}/approve": async () => {
    const [row] = await save("provincial", "arbo-masterlist", arbo());
    const body = { id: row?.id, row_version: row?.row_version, process_stage: "Approved" };
    return { path: `${at}/approve`, body, saved: () => logged(row?.id, "Approve") };
  },
  "PUT /api/{path}/return": async () => {
    const [row] = await save("provincial", "arbo-masterlist", arbo());
    const body = { id: row?.id, row_version: row?.row_version, reason: "Members?" };
    return {
      path: `${at}/return`,
      body,
      other: { ...body, reason: "No." },
      saved: () => logged(row?.id, "Return"),
    };
  },
  "PUT /api/{path}/take-back-return": async () => {
    const { id } = await returned();
    return { path: `${at}/take-back-return`, body: { id }, saved: () => logged(id, "Take back return") };
  },
  "PUT /api/{path}/resubmit": async () => {
    const { id } = await returned();
    const body = { id, note: "Counted." };
    return {
      path: `${at}/resubmit`,
      body,
      token: await tokenOf("provincial"),
      saved: () => logged(id, "Resubmit"),
    };
  },
  "PUT /api/{path}/comment": async () => {
    const { id } = await made();
    const body = { id, text: "Seen." };
    return { path: `${at}/comment`, body, other: { id, text: "No." }, saved: () => logged(id, "Comment") };
  },
  "POST /api/{path}/create": async () => {
    const id = await createSupportRecord();
    // The upload has no upload_id, so that only the idempotency key can detect the repeated request.
    const photo = () => form({ file: jpeg({ size: 40_000 }), fields: { form11_id: id, ...inside } });
    return {
      ...{ path: "/api/form-11-geo/create", body: photo() },
      saved: () => count(database`select from public.form_11_geotags where form11_id = ${id}`),
    };
  },
  "PUT /dropdown/{list}/register": async () => {
    const type = fresh();
    return {
      path: "/dropdown/sex/register",
      body: [{ type }],
      other: [{ type: fresh() }],
      saved: () => listed(type),
    };
  },
  "PUT /dropdown/{list}/insert": async () => {
    const type = fresh();
    return { path: "/dropdown/sex/insert", body: [{ type }], saved: () => listed(type) };
  },
  "PUT /dropdown/{list}/update": async () => {
    const { id } = await addedValue();
    const type = fresh();
    return { path: "/dropdown/sex/update", body: [{ id, type }], saved: () => listed(type) };
  },
  "DELETE /dropdown/{list}/delete": async () => {
    const { id, type } = await addedValue();
    return { path: "/dropdown/sex/delete", body: [id], saved: async () => 1 - (await listed(type)) };
  },
  "PUT /api/saved-views/save": async () => {
    const name = fresh();
    const body = { screen: "ARBO_Masterlist", name, shared_with: "me", view: { columns: null } };
    return {
      ...{ path: "/api/saved-views/save", body, other: { ...body, name: fresh() } },
      saved: () => count(database`select from public.saved_views where name = ${name}`),
    };
  },
  "PUT /api/saved-views/change": async () => {
    const { id } = await addedView();
    const name = fresh();
    return {
      ...{ path: "/api/saved-views/change", body: { id, name } },
      saved: () => count(database`select from public.saved_views where name = ${name}`),
    };
  },
  "DELETE /api/saved-views/delete": async () => {
    const { id, name } = await addedView();
    return {
      ...{ path: "/api/saved-views/delete", body: { id } },
      saved: async () => 1 - (await count(database`select from public.saved_views where name = ${name}`)),
    };
  },
  "PUT /api/jobs/begin": async () => {
    const id = randomUUID();
    const body = { job_id: id, screen: "ARBO_Masterlist", filter: {} };
    return {
      ...{ path: "/api/jobs/begin", body },
      saved: () => count(database`select from private.jobs where job_id = ${id}::uuid`),
    };
  },
  "PUT /api/jobs/tell": async () => {
    const id = await announcedJob();
    const body = { job_id: id, first_batch: 1, state: "running", done: 5 };
    return {
      ...{ path: "/api/jobs/tell", body, other: { ...body, done: 6 } },
      saved: () => count(database`select from private.jobs where job_id = ${id}::uuid and done = 5`),
    };
  },
  "PUT /api/imports/begin": async () => {
    const id = randomUUID();
    const body = { import_id: id, screen: "ARBO_Masterlist", file_name: "a.xlsx", rows: 1, left_out: 0 };
    return { path: "/api/imports/begin", body, saved: () => batches(id) };
  },
  "PUT /api/imports/take-back": async () => {
    const id = randomUUID();
    const body = { import_id: id, screen: "ARBO_Masterlist", file_name: "a.xlsx", rows: 1, left_out: 0 };
    await call("PUT", "/api/imports/begin", { token: await tokenOf("admin"), body });
    return {
      ...{ path: "/api/imports/take-back", body: { import_id: id } },
      saved: () =>
        count(
          database`select from private.imports where import_id = ${id}::uuid and taken_back_at is not null`,
        ),
    };
  },
  "POST /api/user-log/register": async () => {
    const status = fresh();
    const body = { form_name: "ARBO", action: "Print", status };
    return {
      ...{ path: "/api/user-log/register", body, other: { ...body, action: "Copy" } },
      saved: () => count(database`select from private.user_log where status = ${status}`),
    };
  },
  "POST /api/auth/register": async () => {
    const body = personWith(await makeRole());
    return {
      ...{ path: "/api/auth/register", body, other: { ...body, name: "Other" } },
      saved: () => count(database`select from public.users where username = ${body.username}`),
    };
  },
  "PUT /api/user-table/register": async () => {
    const body = personWith(await makeRole());
    return {
      ...{ path: "/api/user-table/register", body },
      saved: () => count(database`select from public.users where username = ${body.username}`),
    };
  },
  "PUT /api/auth/usersupdate": async () => {
    const { id, email } = await makePerson();
    const body = { id, row_version: 1, name: "New Name", email: `new.${email}` };
    return {
      ...{ path: "/api/auth/usersupdate", body, other: { ...body, name: "Other" } },
      saved: async () =>
        (await database`select row_version from public.users where id = ${id}::uuid`)[0]?.row_version - 2,
    };
  },
  "DELETE /api/user-table/delete": async () => {
    const { id } = await makePerson();
    return {
      ...{ path: "/api/user-table/delete", body: { id } },
      saved: async () => 1 - (await count(database`select from auth.users where id = ${id}::uuid`)),
    };
  },
  "POST /api/auth/tokens": async () => {
    const { token, id } = await makePerson();
    const body = { name: "Excel", access: "read", days: 30, password: strongPassword };
    return {
      ...{ path: "/api/auth/tokens", body, other: { ...body, days: 31 }, token },
      saved: () => count(database`select from private.api_tokens where user_id = ${id}::uuid`),
    };
  },
  "DELETE /api/auth/tokens": async () => {
    const { token, id } = await makePerson();
    const body = { name: "Excel", access: "read", days: 30, password: strongPassword };
    const answer = await call("POST", "/api/auth/tokens", { token, body });
    return {
      ...{ path: "/api/auth/tokens", body: { id: (answer.body.data as { id: number }).id }, token },
      saved: async () =>
        1 - (await count(database`select from private.api_tokens where user_id = ${id}::uuid`)),
    };
  },
};

/**
 * Endpoints that need no idempotency key, each with the reason. Most of them set a final state, so a repeated request
 * changes nothing.
 */
const withoutKey: Record<string, string> = {
  "POST /api/auth/users/password": "sets the password, and checks the right each time",
  "POST /api/auth/users/disable": "sets a state, as above",
  "POST /api/auth/users/enable": "sets a state, as above",
  "POST /api/auth/users/sign-out": "ends sessions, as above",
  "DELETE /api/auth/sessions": "ends a session of the caller, and a repeat finds no session to end",
  "DELETE /api/auth/sessions/all": "ends the caller's session, so a repeat has no caller",
  "POST /api/auth/users/repair": "repairs what does not agree at the time",
  "PUT /api/auth/profile": "sets the caller's own name and position",
  "PUT /api/auth/password": "requires the current password, and ends the caller's session",
  "PUT /api/inbox/read": "marks entries as read",
  "PUT /api/inbox/snooze": "snoozes entries until a day",
  "PUT /api/inbox/mail": "sets a choice",
  "PUT /api/reopening/ask": "the database allows one request per office and window",
  "PUT /api/reopening/answer": "a request is decided once, and a repeat is refused",
  "PUT /api/jobs/go-on": "gives the rest of a job to the window that called last",
  "PUT /api/jobs/keep": "returns an upload URL for the job's only file",
  "POST /api/{path}/check": "repairs what does not agree at the time",
};

const ofRecords = new Set(recordCalls(records).map(({ method, path }) => `${method} ${path}`));
/** Replaces the record type in a path by `{path}`, the pattern for all record types. */
const patternOf = (method: string, path: string) =>
  ofRecords.has(`${method} ${path}`)
    ? `${method} ${path.replace(/^\/api\/[^/]+/, "/api/{path}")}`
    : `${method} ${path}`;

it("Coverage: the tests of repeated requests include every endpoint that saves something.", () => {
  const saving = allCalls().filter(({ open, method, path }) => !open && savesSomething(method, path));
  const patterns = new Set(saving.map(({ method, path }) => patternOf(method, path)));
  expect([...Object.keys(acts), ...Object.keys(withoutKey)].sort()).toEqual([...patterns].sort());
});

afterAll(async () => {
  await cleanUpFiles();
  await database`delete from public.dropdown_values where type like ${`${mark}%`}`;
  await database`delete from public.saved_views where name like ${`${mark}%`}`;
  await database`delete from auth.users where email like '%t.%@tests.example'`;
  await database`delete from public.uac where exists (select from unnest(rolename) r where r like 'API test %')`;
  await cleanUp();
}, 60_000);

async function send(method: string, { path, token, body }: Act, key: string): Promise<Answer> {
  const authorization = `Bearer ${token ?? (await tokenOf("admin"))}`;
  if (!(body instanceof FormData)) {
    return call(method, path, { token: authorization.slice(7), body, headers: { "idempotency-key": key } });
  }
  const headers = { authorization, "idempotency-key": key };
  const response = await fetch(stack.url + path, { method, body, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

describe.each(Object.keys(acts))("Repeated requests to %s", (name) => {
  const [method = ""] = name.split(" ");
  const make = () => (acts[name] as () => Promise<Act>)();

  it("A change that is sent twice with the same idempotency key is saved only once.", async () => {
    const act = await make();
    const key = randomUUID();
    const first = await send(method, act, key);
    expect(first.status, first.text).toBe(200);
    expect(await act.saved()).toBe(1);
    const second = await send(method, act, key);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await act.saved()).toBe(1);
    if (act.other === undefined) return;
    const third = await send(method, { ...act, body: act.other }, key);
    expect([third.status, third.body.details?.[0]?.field]).toEqual([409, "idempotency-key"]);
    expect(third.body.message).toBe("This Idempotency-Key belongs to another request. Send a new key.");
  }, 30_000);

  it("A change that is sent twice at the same time with the same idempotency key is saved only once.", async () => {
    const act = await make();
    const key = randomUUID();
    const [first, second] = await Promise.all([send(method, act, key), send(method, act, key)]);
    expect([first?.status, second?.status], `${first?.text} ${second?.text}`).toEqual([200, 200]);
    expect(await act.saved()).toBe(1);
    expect(second?.text).toBe(first?.text);
  }, 30_000);
});

describe("Use of idempotency keys", () => {
  it("Two users may use the same idempotency key for different requests.", async () => {
    const key = randomUUID();
    const [one, two] = [arbo(), arbo()];
    const as = async (user: "provincial" | "regional", body: unknown) =>
      call("PUT", `${at}/update`, { token: await tokenOf(user), body, headers: { "idempotency-key": key } });
    expect((await as("provincial", one)).status).toBe(200);
    expect((await as("regional", two)).status).toBe(200);
    expect((await as("regional", one)).status).toBe(409);
  });

  it("A user whose request was refused can send a corrected request with the same idempotency key.", async () => {
    const key = randomUUID();
    const token = await tokenOf("provincial");
    const headers = { "idempotency-key": key };
    const refused = await call("PUT", `${at}/update`, { token, headers, body: arbo({ total_member: -1 }) });
    expect(refused.status).toBe(400);
    expect((await call("PUT", `${at}/update`, { token, headers, body: arbo() })).status).toBe(200);
  });

  it("The API refuses an idempotency key that is not a UUID.", async () => {
    const headers = { "idempotency-key": "again" };
    const token = await tokenOf("provincial");
    for (const path of [`${at}/update`, `/functions/v1${at}/update`]) {
      const { status, body } = await call("PUT", path, { token, headers, body: arbo() });
      expect([status, body.details?.[0]?.field]).toEqual([400, "idempotency-key"]);
    }
  });

  it("The API ignores the idempotency key of a request that only reads.", async () => {
    const headers = { "idempotency-key": "again" };
    const token = await tokenOf("provincial");
    expect((await call("POST", at, { token, headers, body: { page: 1 } })).status).toBe(200);
  });

  it("An idempotency key is deleted after 7 days.", async () => {
    const key = randomUUID();
    const token = await tokenOf("provincial");
    const send = (body: unknown, with_: string) =>
      call("PUT", `${at}/update`, { token, body, headers: { "idempotency-key": with_ } });
    expect((await send(arbo(), key)).status).toBe(200);
    const age = (days: string) =>
      database`update private.import_batches set at = now() - ${days}::text::interval where import_id = ${key}::uuid`;
    await age("6 days 23 hours");
    await send(arbo(), randomUUID());
    expect((await send(arbo(), key)).status).toBe(409);
    await age("7 days 1 hour");
    await send(arbo(), randomUUID());
    expect(await count(database`select from private.import_batches where import_id = ${key}::uuid`)).toBe(0);
  });

  it("If a user loses access to a saved row and repeats the save, the response does not contain the row.", async () => {
    const person = await makePerson();
    const key = randomUUID();
    const body = arbo();
    const again = () =>
      call("PUT", `${at}/update`, { token: person.token, body, headers: { "idempotency-key": key } });
    expect((await again()).status).toBe(200);
    await database`update public.users set province_name = 'Bulacan' where id = ${person.id}::uuid`;
    const { status, text } = await again();
    expect([status, text]).not.toContain(String(body.arbo_name));
    expect(text).not.toContain(String(body.arbo_name));
  });
});

describe("A save that is repeated after a lost response", () => {
  const key = () => ({ "idempotency-key": randomUUID() });
  const ways = {
    "an import_id": () => ({ path: `${at}/update?import_id=${randomUUID()}&batch=1` }),
    "an idempotency key": () => ({ path: `${at}/update`, headers: key() }),
  };
  const put = async (token: string, { path, headers }: { path: string; headers?: object }, body: unknown) =>
    call("PUT", path, { token, body, ...(headers ? { headers: headers as Record<string, string> } : {}) });

  it.each(Object.entries(ways))(
    "A user who repeats a save with %s gets the current values of a row that another user has changed.",
    async (_, way) => {
      const token = await tokenOf("provincial");
      const [to, body] = [way(), [arbo()]];
      const [first] = (await put(token, to, body)).body.data as Row[];
      await save("central", "arbo-masterlist", { id: first?.id, remarks: "Corrected." });
      const [again] = (await put(token, to, body)).body.data as Row[];
      expect(again).toMatchObject({ id: first?.id, remarks: "Corrected.", row_version: first?.row_version });
      const mine = { id: again?.id, row_version: again?.row_version, remarks: "Mine." };
      expect((await put(token, { path: `${at}/update` }, [mine])).status).toBe(409);
    },
  );

  it.each(Object.entries(ways))(
    "If a user saves rows with %s, loses the Edit right and repeats the save, the API sends the first response again.",
    async (_, way) => {
      for (const rows of [1, 400]) {
        const { token, roleId } = await makePerson();
        const body = Array.from({ length: rows }, () => arbo({ remarks: "x".repeat(150) }));
        const [to, other] = [way(), way()];
        const first = await put(token, to, body);
        expect(first.status, first.text).toBe(200);
        await database`update public.uac set access_controls = '{Read}' where id = ${String(roleId)}::bigint`;
        const again = await put(token, to, body);
        expect([again.status, again.body.data]).toEqual([200, first.body.data]);
        expect((await put(token, other, body)).status).toBe(403);
      }
    },
    30_000,
  );

  it.each(Object.entries(ways))(
    "A user who repeats a save with %s doesn't recreate a row that was deleted after the first save.",
    async (_, way) => {
      const token = await tokenOf("provincial");
      const [to, body] = [way(), [arbo()]];
      const [first] = (await put(token, to, body)).body.data as Row[];
      await call("DELETE", `${at}/delete`, { token: await tokenOf("admin"), body: { id: first?.id } });
      const again = await put(token, to, body);
      expect([again.status, again.body.data]).toEqual([200, []]);
      const name = String(body[0]?.arbo_name);
      expect(await count(database`select from public.arbo_masterlist where arbo_name = ${name}`)).toBe(0);
    },
  );
});

describe("A photo that is sent again after a lost response", () => {
  async function makePhoto() {
    const form11_id = await createSupportRecord();
    const fields = { form11_id, ...inside, upload_id: randomUUID() };
    const token = await tokenOf("provincial");
    const path = "/api/form-11-geo/create";
    return {
      act: { path, token, body: form({ file: jpeg(), fields }), saved: async () => 1 },
      key: fields.upload_id,
    };
  }

  it("A photo upload repeated with the same idempotency key succeeds even after the reporting window has closed.", async () => {
    const { act, key } = await makePhoto();
    const first = await send("POST", act, key);
    expect(first.status, first.text).toBe(200);
    await withSchedules([], async () => {
      const again = await send("POST", act, key);
      expect([again.status, again.body.data]).toEqual([200, first.body.data]);
      expect((await send("POST", act, randomUUID())).status).toBe(403);
    });
  });

  it("If a client repeats the replacement of a photo with the same idempotency key, the API sends the first response again.", async () => {
    const { act, key } = await makePhoto();
    const [photo] = (await send("POST", act, key)).body.data as Row[];
    const fields = {
      id: Number(photo?.id),
      row_version: Number(photo?.row_version),
      upload_id: randomUUID(),
    };
    const body = form({ file: jpeg({ size: 20_000 }), fields });
    const change = { ...act, path: "/api/form-11-geo/update", body };
    const again = randomUUID();
    const first = await send("PUT", change, again);
    expect(first.status, first.text).toBe(200);
    const second = await send("PUT", change, again);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect((await send("PUT", change, randomUUID())).status).toBe(409);
  });
});

describe("Repeated changes of every record type", () => {
  it.each(records.filter(({ files }) => !files).map(({ path, route }) => [route, path]))(
    "%s: a change that is sent twice with the same idempotency key gets the same response twice.",
    async (route) => {
      const record = records.find((one) => one.route === route);
      const token = await tokenOf("admin");
      const list = await call("POST", `/api/${record?.path}`, { token, body: { ...record?.fixed, page: 1 } });
      const row = (list.body.data as Row[]).at(-1);
      expect(row, list.text).toBeDefined();
      const key = randomUUID();
      const change = () =>
        call("PUT", `/api/${record?.path}/update`, {
          token,
          body: [{ ...record?.fixed, id: row?.id, row_version: row?.row_version }],
          headers: { "idempotency-key": key },
        });
      const first = await change();
      const second = await change();
      expect([second.status, second.text]).toEqual([first.status, first.text]);
      expect(first.status, first.text).toBe(200);
    },
  );
});
