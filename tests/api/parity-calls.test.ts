/**
 * Requests every endpoint of the spec except the data endpoints. Each endpoint must exist and respond in the
 * product's format (spec section 7).
 */
import { afterAll, describe, expect, it } from "vitest";
import { recordByPath } from "#shared/records/index.ts";
import { dataEndpoints, otherCalls, type SpecCall } from "../parity/spec-calls.ts";
import { call, callAs, cleanUp, rowsOf, stack, tokenOf } from "./support.ts";

afterAll(cleanUp);

const served = (calls: readonly SpecCall[]): [string, SpecCall][] =>
  calls
    .filter(({ pending, path }) => !pending && !path.startsWith("/data/"))
    .map((one) => [`${one.method} ${one.path}`, one]);

/** Signs in again and returns the new token, which the test of the sign-out endpoint uses. */
async function freshToken(): Promise<string> {
  const body = { username: "admin", password: stack.demoPassword };
  const answer = await call("POST", "/api/auth/login", { body });
  return (answer.body.data as { session: { access_token: string } }).session.access_token;
}

describe.each(
  otherCalls
    .filter(({ calls }) => served(calls).length > 0)
    .map(({ heading, calls }) => [heading, calls] as const),
)("Endpoints under the heading %s of the API specification", (_, calls) => {
  it.each(served(calls))("The endpoint %s is available to a signed-in user.", async (_, { method, path }) => {
    const token = path.endsWith("/logout") ? await freshToken() : await tokenOf("admin");
    const { status, body } = await call(method, path, { token, ...(method === "GET" ? {} : { body: {} }) });
    // Many endpoints refuse the empty body, for example with 400 or 422. Only a missing endpoint (404) or a server
    // error (5xx) fails the test.
    expect([200, 400, 413, 415, 422], body.message).toContain(status);
    expect(["success", "error"]).toContain(body.status);
    expect(body.message ?? "").not.toContain("There is no endpoint");
  });

  it.each(served(calls).filter(([name]) => !name.includes("/auth/")))(
    "The endpoint %s refuses a request from a caller who is not signed in.",
    async (_, { method, path }) => {
      const { status, body } = await call(method, path, method === "GET" ? {} : { body: {} });
      expect([status, body.status]).toEqual([401, "error"]);
    },
  );
});

describe("Reference lists", () => {
  const lists = otherCalls
    .flatMap(({ calls }) => calls)
    .filter(({ path }) => /^\/dropdown\/[\w-]+$/.test(path));

  it.each(lists.map(({ path }) => [path] as const))(
    "The endpoint %s returns each value of a dropdown list once, with an id.",
    async (path) => {
      const answer = await callAs("viewer", "GET", path);
      const rows = rowsOf(answer);
      expect([answer.status, answer.body.total]).toEqual([200, rows.length]);
      expect(rows.length).toBeGreaterThan(0);
      const parts = path.includes("/participant-") ? ["category", "sub_category"] : ["type"];
      for (const row of rows)
        expect(Object.keys(row)).toEqual(expect.arrayContaining(["id", ...parts, "user_id"]));
      const values = rows.map((row) => parts.map((part) => String(row[part]).toLowerCase()).join(" / "));
      expect(new Set(values).size, "each value once").toBe(values.length);
    },
  );
});

/** Leaves out a list response's stamp `seen`, which changes with every background job. */
const listOf = ({ body }: Awaited<ReturnType<typeof callAs>>) => ({ ...body, seen: undefined });

describe("Lists of records", () => {
  const endpoints = dataEndpoints.filter(({ pending }) => !pending);

  it("/api/form-5-accomp lists either targets or accomplishments, depending on the requested status.", async () => {
    const asked = (body: object, path = "form-5-accomp") => callAs("viewer", "POST", `/api/${path}`, body);
    const where = { province_name: "Nueva Ecija", page: 1 };
    const targets = await asked({ ...where, status: "Target" });
    expect(targets.body.total).toBeGreaterThan(0);
    expect(listOf(targets)).toEqual(listOf(await asked(where, "form-5-annualtarget")));
    expect(new Set(rowsOf(targets).map(({ status }) => status))).toEqual(new Set(["Target"]));
    const accomplished = await asked({ ...where, status: "Accomplished" });
    expect(new Set(rowsOf(accomplished).map(({ status }) => status))).toEqual(new Set(["Accomplished"]));
    for (const answer of [targets, accomplished]) {
      const product = rowsOf(answer).find((row) => row.crop_product)?.crop_product;
      const status = rowsOf(answer)[0]?.status;
      const found = await asked({ ...where, status, crop_product: product });
      expect(new Set(rowsOf(found).map(({ crop_product }) => crop_product))).toEqual(new Set([product]));
    }
    expect((await asked({ status: ["Target", "Accomplished"] })).status).toBe(400);
  });

  it.each(endpoints.map(({ path, also }) => [path, also] as const))(
    "Without a page size in the request, a page of the endpoint /api/%s has at most 20 rows.",
    async (path, also) => {
      const page = await callAs("admin", "POST", `/api/${path}`, { page: 1 });
      expect(page.status).toBe(200);
      expect(rowsOf(page).length).toBe(Math.min(20, page.body.total ?? 0));
      for (const size of [5, 10, 20, 50]) {
        const sized = await callAs("admin", "POST", `/api/${path}`, { page: 1, page_size: size });
        expect(rowsOf(sized).length).toBe(Math.min(size, page.body.total ?? 0));
      }
      const spellings = [also, ...(recordByPath(path)?.aliases ?? [])].filter((one) => one !== undefined);
      for (const spelling of spellings) {
        expect(listOf(await callAs("admin", "POST", `/api/${spelling}`, { page: 1 }))).toEqual(listOf(page));
      }
    },
  );
});
