/** REST refuses an invalid query string with a 400 and a code, as PostgREST does. No query string may cause a 500. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { invalidQueries } from "./real-answers/rest.ts";
import { database, rest, stack, tokenOf } from "./support.ts";

async function ask(query: string, method = "GET", body?: string) {
  const answer = await fetch(`${stack.url}/rest/v1/arbo_masterlist?${query}`, {
    method,
    headers: {
      apikey: stack.publishableKey,
      authorization: `Bearer ${await tokenOf("viewer")}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

it.each([...invalidQueries, "select=id)", "arbo_name=like(any).{", "select=id&select=%22"])(
  "The REST interface never responds with a 500 to the query string %s.",
  async (query) => {
    const { status, text } = await ask(query);
    expect(status, text).toBeLessThan(500);
    if (status >= 400)
      expect(JSON.parse(text)).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  },
);

it("A REST request gets a 400 if its parameter `select` is a single quotation mark.", async () => {
  expect((await ask("select=%22")).status).toBe(400);
});

it.each(["DELETE", "PATCH"])(
  "REST refuses the method %s without a filter, as Supabase does.",
  async (method) => {
    for (const query of ["", "select=id", "order=id&limit=1"]) {
      const { status, text } = await ask(query, method, method === "PATCH" ? '{"remarks":"x"}' : undefined);
      expect([status, JSON.parse(text).code], query).toEqual([400, "21000"]);
    }
    expect((await ask("id=eq.0", method, method === "PATCH" ? '{"remarks":"x"}' : undefined)).status).toBe(
      204,
    );
  },
);

it("REST counts rows exactly if a request asks for an estimate, which would include rows of other offices.", async () => {
  const counts = async (prefer: string) => {
    const answer = await fetch(`${stack.url}/rest/v1/arbo_masterlist?select=id&limit=1`, {
      headers: {
        apikey: stack.publishableKey,
        authorization: `Bearer ${await tokenOf("provincial")}`,
        prefer,
      },
    });
    await answer.body?.cancel();
    return answer.headers.get("content-range");
  };
  await database`analyze public.arbo_masterlist`;
  const exact = await counts("count=exact");
  expect(exact).toMatch(/^0-0\/\d+$/);
  for (const prefer of ["count=planned", "count=estimated", "return=minimal, count = planned"])
    expect(await counts(prefer), prefer).toBe(exact);
});

it("REST embeds the table of users, and no table of another schema.", async () => {
  const { status, data } = await rest("admin", "GET", "uac?select=id,users(*)&id=eq.1");
  expect(status).toBe(200);
  const [user] = await database`select * from public.users limit 1`;
  expect(Object.keys(data[0].users[0])).toEqual(Object.keys(user ?? {}));
  expect((await rest("admin", "GET", "users?select=id,sessions(*)")).status).toBe(400);
});

it("REST never responds with a 500 to random query strings of column names, operators and special characters.", async () => {
  const sign = fc.constantFrom(
    ..."\"'`().,:*!-><=&|{}[]\\% _".split(""),
    "id",
    "arbo_name",
    "eq.",
    "in.",
    "is.null",
    "not.",
    "or",
    "participants",
    "!inner",
    "::text",
    "->>",
    "count()",
    "asc",
    "1",
    "\u0000",
    "ñ",
  );
  const text = fc.array(sign, { maxLength: 8 }).map((signs) => signs.join(""));
  const name = fc.constantFrom(
    "select",
    "order",
    "limit",
    "offset",
    "or",
    "and",
    "not.or",
    "id",
    "arbo_name",
    "columns",
    "on_conflict",
  );
  const query = fc.array(fc.tuple(fc.oneof({ weight: 6, arbitrary: name }, text), text), {
    minLength: 1,
    maxLength: 3,
  });
  const verb = fc.constantFrom("GET", "GET", "GET", "PATCH", "DELETE", "POST");
  const failed: string[] = [];
  await fc.assert(
    fc.asyncProperty(query, verb, async (pairs, method) => {
      const search = pairs
        .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
        .join("&");
      const body = method === "GET" || method === "DELETE" ? undefined : '{"arbo_name": "x"}';
      const { status, text: answer } = await ask(search, method, body);
      if (status >= 500)
        failed.push(`${status} ${method} ${decodeURIComponent(search)}: ${answer.slice(0, 160)}`);
    }),
    { numRuns: Number(process.env.RUNS ?? 300), seed: 20_261_127 },
  );
  expect(failed).toEqual([]);
}, 120_000);
