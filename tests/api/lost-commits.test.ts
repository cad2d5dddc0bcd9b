/**
 * Cuts the database connection just before or just after the commit of a save, and keeps the database down for a
 * moment. The response must say that the outcome is unknown. A retry must store the row exactly once.
 */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Cut, startCommitCutter } from "../support/commit-cutter.ts";
import { startApiProcess } from "../support/own-api.ts";
import { jpeg } from "../support/photos.ts";
import { cleanUpFiles, createSupportRecord, form, inside } from "./evidence-support.ts";
import { makeRole, personWith } from "./people-support.ts";
import { arbo, cleanUp, database, mark, save, stack, tokenOf } from "./support.ts";

let cutter: Awaited<ReturnType<typeof startCommitCutter>>;
let api: Awaited<ReturnType<typeof startApiProcess>>;

beforeAll(async () => {
  cutter = await startCommitCutter(stack.apiGatewayUrl);
  api = await startApiProcess(stack, cutter.url);
}, 90_000);
afterEach(() => cutter.comeBack());
afterAll(async () => {
  await api?.stop();
  await cutter?.close();
  await cleanUpFiles();
  await database`delete from public.dropdown_values where type like ${`${mark}%`}`;
  await database`delete from auth.users where email like 't.%@tests.example'`;
  await database`delete from public.uac where rolename[1] like 'API test %'`;
  await cleanUp();
}, 60_000);

interface ApiResponse {
  status: number;
  body: { message: string; outcome?: string; data: never };
}

async function send(method: string, path: string, body: unknown, key: string | null): Promise<ApiResponse> {
  const answer = await fetch(api.url + path, {
    method,
    headers: {
      authorization: `Bearer ${await tokenOf("admin")}`,
      ...(body instanceof FormData ? {} : { "content-type": "application/json" }),
      ...(key === null ? {} : { "idempotency-key": key }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as ApiResponse["body"] };
}

const count = async (rows: PromiseLike<readonly object[]>): Promise<number> => (await rows).length;

interface Act {
  method: string;
  path: string;
  body: unknown;
  /** Counts the stored rows that the action has saved. */
  rows: () => Promise<number>;
}

/** One function per kind of action. It stores the rows that the action needs, and returns a new action. */
const acts: Record<string, () => Promise<Act>> = {
  "a record": async () => {
    const row = arbo();
    return {
      ...{ method: "PUT", path: "/api/arbo-masterlist/update", body: [row] },
      rows: () =>
        count(database`select from public.arbo_masterlist where arbo_name = ${String(row.arbo_name)}`),
    };
  },
  "an approval": async () => {
    const [row] = await save("provincial", "arbo-masterlist", arbo());
    return {
      ...{ method: "POST", path: "/api/arbo-masterlist/approve" },
      body: { id: row?.id, row_version: row?.row_version, process_stage: "Approved" },
      rows: () =>
        count(database`select from private.user_log
          where form_name = 'arbo_masterlist' and row_id = ${Number(row?.id)} and action = 'Approve'`),
    };
  },
  "a deletion": async () => {
    const [row] = await save("admin", "arbo-masterlist", arbo());
    return {
      ...{ method: "DELETE", path: "/api/arbo-masterlist/delete", body: { id: row?.id } },
      rows: () =>
        count(database`select from private.user_log
          where form_name = 'arbo_masterlist' and row_id = ${Number(row?.id)} and action = 'Delete'`),
    };
  },
  "a comment": async () => {
    const [row] = await save("admin", "arbo-masterlist", arbo());
    return {
      ...{ method: "PUT", path: "/api/arbo-masterlist/comment", body: { id: row?.id, text: "Seen." } },
      rows: () =>
        count(database`select from private.user_log
          where form_name = 'arbo_masterlist' and row_id = ${Number(row?.id)} and action = 'Comment'`),
    };
  },
  "a saved view": async () => {
    const name = `${mark} ${randomUUID()}`;
    return {
      ...{ method: "PUT", path: "/api/saved-views/save" },
      body: { screen: "ARBO_Masterlist", name, shared_with: "me", view: { columns: null } },
      rows: () => count(database`select from public.saved_views where name = ${name}`),
    };
  },
  "a person": async () => {
    const body = personWith(await makeRole());
    return {
      ...{ method: "POST", path: "/api/auth/register", body },
      rows: () => count(database`select from auth.users where email = ${body.email}`),
    };
  },
  "a photo": async () => {
    const id = await createSupportRecord();
    return {
      ...{ method: "POST", path: "/api/form-11-geo/create" },
      body: form({
        file: jpeg({ size: 50_000 }),
        fields: { form11_id: id, upload_id: randomUUID(), ...inside },
      }),
      rows: () => count(database`select from public.form_11_geotags where form11_id = ${id}`),
    };
  },
};

describe.each<Cut>(["before", "after"])("A save whose database connection is lost %s the commit", (cut) => {
  it.each(Object.keys(acts))(
    "The API stores %s exactly once, even if the connection is lost during the commit and the client retries.",
    async (name) => {
      const { method, path, body, rows } = await (acts[name] as () => Promise<Act>)();
      const key = randomUUID();
      cutter.arm(cut);
      const first = await send(method, path, body, key);
      expect(cutter.hasCut()).toBe(true);
      expect([502, 503, 504], JSON.stringify(first.body)).toContain(first.status);
      // If the proxy cut the connections at the commit of another transaction, the response says that the save failed.
      // Then no row may be stored.
      if (first.body.outcome === "unknown") {
        expect(first.body.message).toContain("It is not known whether this was saved. Try again");
        expect(first.body.message).not.toMatch(/nothing was saved/i);
      } else expect(await rows()).toBe(0);
      cutter.comeBack();
      const second = await send(method, path, body, key);
      expect(second.status, JSON.stringify(second.body)).toBe(200);
      expect(await rows()).toBe(1);
      const third = await send(method, path, body, key);
      expect(third).toEqual(second);
      expect(await rows()).toBe(1);
    },
  );

  it("If the connection is lost during a commit, the error asks the caller to check whether the change was saved.", async () => {
    cutter.arm(cut);
    const { status, body } = await send("PUT", "/api/arbo-masterlist/update", arbo(), null);
    expect([status, body.outcome]).toEqual([503, "unknown"]);
    expect(body.message).toContain("It is not known whether this was saved. Check before you try again.");
  });
});

it("The API says that nothing was saved if the database was already down when the request arrived.", async () => {
  const row = arbo();
  cutter.arm("before");
  await send("PUT", "/api/arbo-masterlist/update", arbo(), null);
  const { status, body } = await send("PUT", "/api/arbo-masterlist/update", row, randomUUID());
  expect([status, body.outcome]).toEqual([503, "nothing"]);
  expect(body.message).toContain("Nothing was saved. Try again");
  cutter.comeBack();
  expect(
    await count(database`select from public.arbo_masterlist where arbo_name = ${String(row.arbo_name)}`),
  ).toBe(0);
});
