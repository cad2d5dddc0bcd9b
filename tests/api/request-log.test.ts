/**
 * The file DATA_DIR/logs/system.log has one JSON line per request. The line contains caller, endpoint and outcome,
 * but no data from the request.
 */
import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { arbo, call, callAs, cleanUp, database, mark, rest, save, stack, tokenOf } from "./support.ts";

afterAll(cleanUp);

const logs = path.join(stack.dataDir, "logs");

/** Waits until the log contains all given parts, and returns the whole log. */
async function logWith(...parts: string[]): Promise<string> {
  for (let tries = 0; ; tries++) {
    const names = (await readdir(logs)).filter((name) => name.startsWith("system") && name.endsWith(".log"));
    const text = (await Promise.all(names.map((name) => readFile(path.join(logs, name), "utf8")))).join("");
    if (parts.every((part) => text.includes(part))) return text;
    expect(tries, `a line with ${parts}`).toBeLessThan(100);
    await sleep(100);
  }
}

type Line = Record<string, unknown>;

/**
 * Returns the log lines of a request. Finds them by the request id in the response.
 * @param count Number of lines to wait for.
 */
async function linesOf(headers: Headers, count = 1): Promise<Line[]> {
  const id = headers.get("x-request-id") ?? "";
  expect(id).not.toBe("");
  const read = async () => (await logWith(id)).split("\n").filter((line) => line.includes(id));
  await expect.poll(async () => (await read()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  return (await read()).map((line) => JSON.parse(line));
}

describe("The log line of a request", () => {
  it("The log line of a request contains caller, endpoint, status, duration and number of rows.", async () => {
    const page = await callAs("provincial", "POST", "/api/arbo-masterlist", { page: 1, page_size: 7 });
    const user = await callAs("provincial", "GET", "/api/auth/current-user");
    expect(await linesOf(page.headers)).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        level: "info",
        part: "api",
        request_id: page.headers.get("x-request-id"),
        call: "POST /api/arbo-masterlist",
        caller: (user.body.data as { id: string }).id,
        status: 200,
        milliseconds: expect.any(Number),
        rows: 7,
      },
    ]);
  });

  it("The log line of a request for an unpaged list contains the number of all sent rows.", async () => {
    const list = await callAs("central", "POST", "/api/participant", {});
    const [line] = await linesOf(list.headers);
    expect(list.body.total).toBeGreaterThan(500);
    expect(line).toMatchObject({ rows: list.body.total, status: 200 });
  });

  it("A request to `/charts`, `/dropdown` or `/rest` gets a log line.", async () => {
    const [chart, list] = [
      await callAs("central", "POST", "/charts/form-5", {}),
      await callAs("central", "GET", "/dropdown/fund-source"),
    ];
    expect(await linesOf(chart.headers)).toMatchObject([{ part: "charts", call: "POST /charts/form-5" }]);
    expect(await linesOf(list.headers)).toMatchObject([
      { part: "dropdown", call: "GET /dropdown/fund-source", rows: list.body.total },
    ]);
    const answer = await fetch(`${stack.url}/rest/v1/arbo_masterlist?arbo_name=eq.Juan&limit=1`, {
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${await tokenOf("viewer")}` },
    });
    expect(await linesOf(answer.headers)).toMatchObject([
      { part: "gateway", call: "GET /rest/v1", status: answer.status },
    ]);
  });

  it("The log line of a refused request contains the reason of the refusal.", async () => {
    const refused = await callAs("viewer", "PUT", "/api/arbo-masterlist/update", arbo());
    expect(await linesOf(refused.headers)).toMatchObject([
      { call: "PUT /api/arbo-masterlist/update", status: 403, problem: "refused" },
    ]);
    const anonymous = await call("POST", "/api/arbo-masterlist", { token: "forged" });
    expect(await linesOf(anonymous.headers)).toMatchObject([
      { status: 401, caller: null, problem: "unauthenticated" },
    ]);
    const nowhere = await callAs("viewer", "GET", "/api/there/is/no/such/call");
    expect(await linesOf(nowhere.headers)).toMatchObject([{ call: "no such call", status: 404 }]);
  });

  it("The system's own regular health checks add no lines to the request log.", async () => {
    await sleep(1500);
    expect(await logWith("level")).not.toContain("pulse");
  });
});

describe("Data that must not be logged", () => {
  /**
   * A string that the test sends in every part of a request that can contain user input. No log line may contain the
   * string.
   */
  const secret = `Dela Cruz ${randomUUID()}`;
  const encoded = encodeURIComponent(secret);

  it("No log line contains a token or text that a caller sent.", async () => {
    const token = await tokenOf("admin");
    const password = `wrong ${secret}`;
    const [row] = await save("admin", "arbo-masterlist", arbo({ arbo_name: `${mark} ${secret}` }));
    await call("POST", `/api/auth/login?note=${encoded}`, { body: { username: secret, password } });
    await callAs("admin", "POST", "/api/arbo-masterlist", { page: 1, q: secret });
    await callAs("admin", "POST", "/api/arbo-masterlist", { page: 1, arbo_name: [secret] });
    await callAs("admin", "POST", "/api/arbo-masterlist", { page: 1, [secret]: 1 });
    await callAs("admin", "POST", `/api/${encoded}`, { page: 1 });
    await callAs("admin", "GET", `/dropdown/${encoded}`);
    await callAs("admin", "POST", `/charts/${encoded}`, {});
    await callAs("admin", "POST", `/api/arbo-masterlist?purpose=${encoded}`, {});
    await callAs("admin", "POST", `/functions/v1/api/${encoded}/values`, {});
    await callAs("admin", "PUT", "/api/arbo-masterlist/update", [
      { ...arbo({ arbo_name: `${mark} ${secret}` }), region_name: secret },
    ]);
    await callAs("admin", "PUT", "/api/arbo-masterlist/update", { id: row?.id, row_version: secret });
    await call("POST", "/api/arbo-masterlist", { token, raw: `{"q": "${secret}` });
    await call("POST", "/api/user-log/read", { token, body: { page: 1, q: secret } });
    await call("POST", "/api/history", { token, body: { path: secret, id: 1 } });
    await fetch(`${stack.url}/rest/v1/${encoded}?select=*&arbo_name=eq.${encoded}`, {
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}` },
    });
    await fetch(`${stack.url}/storage/v1/object/${encoded}`, {
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}`, cookie: secret },
    });
    await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: stack.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ email: `${secret}@example.test`, password }),
    });
    await rest("admin", "GET", `arbo_masterlist?arbo_name=eq.${encoded}`);
    const last = await callAs("admin", "GET", "/api/auth/current-user");
    await sleep(500);
    const text = await logWith(last.headers.get("x-request-id") ?? "");
    for (const one of [secret, encoded, secret.split(" ")[2] ?? "", token, token.split(".")[2] ?? ""])
      expect(text.split("\n").filter((line) => line.includes(one))).toEqual([]);
  });
});

describe("A failure of the server", () => {
  it("The log shows a server error with the same request id as the response.", async () => {
    const rename = (from: string, to: string) =>
      database.unsafe(`do $$ begin execute (select format('alter function %s rename to %I', oid::regprocedure, '${to}')
        from pg_proc where proname = '${from}' and pronamespace = 'private'::regnamespace); end $$`);
    await rename("read_history", "read_history_away");
    try {
      const failed = await callAs("admin", "POST", "/api/history", { path: "arbo-masterlist", id: 1 });
      expect(failed.status).toBe(500);
      const lines = await linesOf(failed.headers, 2);
      expect(lines.map(({ level }) => level)).toEqual(["error", "info"]);
      expect(lines[0]).toMatchObject({ code: "42883", call: "POST /api/history", stack: expect.any(Array) });
      expect(lines[1]).toMatchObject({ status: 500, problem: "internal" });
      expect(failed.text).toContain(String(lines[0]?.request_id));
    } finally {
      await rename("read_history_away", "read_history");
    }
  });
});
