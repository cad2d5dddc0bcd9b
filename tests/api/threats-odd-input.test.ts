/** Auth, REST and Storage always respond to malformed input, and always with a 4xx instead of a 500. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { cleanUp, mark, province, region, stack, tokenOf } from "./support.ts";

const odd: unknown[] = [
  ...[
    null,
    {},
    [],
    [1],
    [["x"]],
    1,
    -1,
    1.5,
    1e300,
    true,
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "🚀",
    "../..",
  ],
  ...["%00", "'; drop table x; --", "NaN", "x".repeat(3000), { $gt: "" }, { length: -1 }],
];

async function statusOf(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
  const answer = await fetch(stack.url + path, {
    method,
    headers: {
      apikey: stack.publishableKey,
      "content-type": "application/json",
      authorization: `Bearer ${await tokenOf("central")}`,
      ...more,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  await answer.body?.cancel();
  return answer.status;
}

/** Sends the requests, 30 at a time. Returns the requests that got a 500 or no response. */
async function failing(questions: [string, string, unknown?][]): Promise<string[]> {
  const found: string[] = [];
  const left = questions[Symbol.iterator]();
  const lane = async () => {
    for (const [method, path, body] of left) {
      const status = await statusOf(method, path, body).catch(() => 0);
      if (status === 0 || status >= 500) found.push(`${status} ${method} ${path} ${JSON.stringify(body)}`);
    }
  };
  await Promise.all(Array.from({ length: 30 }, lane));
  return found;
}

const encoded = (value: unknown) =>
  encodeURIComponent(typeof value === "string" && value !== "\ud800" ? value : JSON.stringify(value));

describe("Malformed values", () => {
  it("Auth never returns a 500 for a request with malformed values.", async () => {
    const known = { email: "a@example.test", password: "x", refresh_token: "x" };
    const questions = odd.flatMap((value): [string, string, unknown?][] => [
      ...["password", "refresh_token", "pkce", encoded(value)].flatMap((grant) =>
        [...Object.keys(known), "phone"].map((field): [string, string, unknown] => [
          ...(["POST", `/auth/v1/token?grant_type=${grant}`] as const),
          { ...known, [field]: value },
        ]),
      ),
      ["POST", "/auth/v1/token?grant_type=password", value],
      ["POST", "/auth/v1/signup", { email: value, password: value }],
    ]);
    expect(await failing(questions)).toEqual([]);
  });

  it("REST never returns a 500 for a request with malformed values.", async () => {
    const questions = odd.flatMap((value): [string, string, unknown?][] => {
      const text = encoded(value);
      const queries = [
        ...[`id=eq.${text}`, `id=in.(${text})`, `select=${text}`, `order=${text}`, `limit=${text}`],
        ...[`offset=${text}`, `${text}=eq.1`, `arbo_name=${text}`, `or=(${text})`, `on_conflict=${text}`],
        ...[`date_of_registration=gt.${text}`, `row_version=cs.${text}`, `columns=${text}`],
      ];
      return [
        ...queries.map((query): [string, string] => ["GET", `/rest/v1/arbo_masterlist?${query}`]),
        ["GET", `/rest/v1/${text}`],
        ["POST", `/rest/v1/rpc/${text}`, value],
        ["POST", "/rest/v1/arbo_masterlist", { arbo_name: value, region_name: value }],
        ["PATCH", "/rest/v1/arbo_masterlist?id=eq.-1", value],
      ];
    });
    expect(await failing(questions)).toEqual([]);
  });

  it("Storage never returns a 500 for a request with malformed values.", async () => {
    const questions = odd.flatMap((value): [string, string, unknown?][] => {
      const text = encoded(value);
      const asked = ["object/sign/evidence", "object/move", "object/copy", "object/sign/evidence/x.jpg"];
      const listing = { prefix: "", limit: 10, offset: 0 };
      const every = {
        paths: value,
        expiresIn: value,
        bucketId: value,
        sourceKey: value,
        destinationKey: value,
      };
      return [
        ...asked.map((path): [string, string, unknown] => ["POST", `/storage/v1/${path}`, every]),
        ...["prefix", "limit", "offset", "search", "sortBy"].map((field): [string, string, unknown] => [
          ...(["POST", "/storage/v1/object/list/evidence"] as const),
          { ...listing, [field]: value },
        ]),
        ["DELETE", "/storage/v1/object/evidence", { prefixes: value }],
        ["GET", `/storage/v1/object/evidence/${text}`],
        ["GET", `/storage/v1/object/sign/evidence/${text}?token=${text}`],
        ["PUT", `/storage/v1/object/upload/sign/evidence/${text}?token=${text}`, "x"],
        ["GET", `/storage/v1/object/info/evidence/${text}`],
        ["GET", `/storage/v1/bucket/${text}`],
      ];
    });
    expect(await failing(questions)).toEqual([]);
  });
});

describe("Texts that the database can't store", () => {
  const send = async (name: string | Uint8Array, type?: string) => {
    const before = '{"arbo_name": "';
    const after = `", "region_name": "${region}", "province_name": "${province}"}`;
    const answer = await fetch(`${stack.url}/rest/v1/arbo_masterlist?select=arbo_name`, {
      method: "POST",
      headers: {
        apikey: stack.publishableKey,
        authorization: `Bearer ${await tokenOf("central")}`,
        prefer: "return=representation",
        ...(type === undefined ? {} : { "content-type": type }),
      },
      body: Buffer.concat([Buffer.from(before), Buffer.from(name), Buffer.from(after)]),
    });
    return { status: answer.status, body: await answer.json() };
  };

  it.each([
    ["a high surrogate alone", "\\ud800", "PGRST102"],
    ["a low surrogate alone", "\\uDC00", "PGRST102"],
    ["two high surrogates", "\\ud83d\\ud83d", "PGRST102"],
    ["surrogates in the wrong order", "\\ude00\\ud83d", "PGRST102"],
    ["a surrogate after a backslash", "\\\\\\ud800", "PGRST102"],
    ["a NUL character", "\\u0000", "22P05"],
    ["a byte that is not UTF-8", Uint8Array.of(0xff), "PGRST102"],
  ])("REST refuses a text with %s, also without a content type.", async (_, name, code) => {
    for (const type of ["application/json", undefined])
      expect(await send(name, type)).toMatchObject({ status: 400, body: { code } });
  });

  it("REST stores surrogate pairs, and backslashes before texts such as u0000.", async () => {
    const id = `${mark} ${randomUUID()}`;
    for (const [escaped, stored] of [
      ["\\ud83d\\uDE00", "😀"],
      ["\\\\ud800 \\\\u0000", "\\ud800 \\u0000"],
    ] as const)
      expect(await send(id + escaped, "application/json")).toEqual({
        status: 201,
        body: [{ arbo_name: id + stored }],
      });
    await cleanUp();
  });
});

it("For a malformed request body, Auth, REST and Storage return a 4xx status.", async () => {
  for (const text of ["{", "\u0000", "[[[[", "nul", '{"a":1,}', "a=b", "--x"]) {
    for (const type of [
      "application/json",
      "text/plain",
      "multipart/form-data",
      "application/octet-stream",
    ]) {
      for (const [method, path] of [
        ["POST", "/auth/v1/token?grant_type=password"],
        ["POST", "/rest/v1/arbo_masterlist"],
        ["POST", "/storage/v1/object/evidence/x.jpg"],
        ["POST", "/storage/v1/object/list/evidence"],
        ["DELETE", "/storage/v1/object/evidence"],
      ] as const) {
        const status = await statusOf(method, path, text, { "content-type": type });
        expect([method, path, type, text, status >= 400 && status < 500]).toEqual([
          method,
          path,
          type,
          text,
          true,
        ]);
      }
    }
  }
});

it("Auth, REST, Storage and the API send their responses with Cache-Control: no-store.", async () => {
  const headers = { apikey: stack.publishableKey, authorization: `Bearer ${await tokenOf("admin")}` };
  for (const path of [
    "/rest/v1/participants?select=id&limit=1",
    "/auth/v1/user",
    "/storage/v1/bucket/evidence",
  ]) {
    const answer = await fetch(stack.url + path, { headers });
    expect([path, answer.headers.get("cache-control")]).toEqual([path, "no-store"]);
  }
  const listed = await fetch(`${stack.url}/api/participant`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: '{"page":1}',
  });
  expect(listed.headers.get("cache-control")).toBe("no-store");
});
