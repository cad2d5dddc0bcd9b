/**
 * Every request stays within a CPU time budget. Three callers send each endpoint valid and invalid bodies of the
 * maximum size: an administrator, a user without the right, and an anonymous caller. By default, only geotags and the
 * record type with the most fields are tested; `THOROUGH=1` tests all.
 */
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Call } from "#shared/contracts/base/call.ts";
import { callsOf, ownCalls } from "#shared/contracts/index.ts";
import { describedRecords } from "#shared/contracts/records.ts";
import { recordByPath } from "#shared/records/index.ts";
import { cpuBudgetSeconds } from "../support/cpu-budget.ts";
import { type FunctionName, pidOf, processorTime } from "../support/function-process.ts";
import { largestBodies, type Named } from "./largest-bodies.ts";
import type { Schema } from "./openapi-bodies.ts";
import { stack, tokenOf } from "./support.ts";

vi.setConfig({ testTimeout: 900_000, hookTimeout: 60_000 });

/** Limit in CPU seconds for a request of a caller who is not signed in. */
const anonymousBudget = 0.3;
const kilobyte = 1024;

/** Endpoints that the test skips, because they end sessions or start work that disturbs other tests. */
const left = /logout|auth\/password|sign-out|users\/disable|\/check$/;

const thorough = process.env.THOROUGH === "1";
const widest = [...describedRecords].sort((a, b) => b.fields.length - a.fields.length)[0];
const records = thorough
  ? describedRecords
  : [widest, recordByPath("form-11-geo")].flatMap((record) => record ?? []);
const calls = [...ownCalls, ...callsOf(records)].filter(({ path }) => !left.test(path));

interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
}
let paths: Record<string, Record<string, Operation>>;
let named: Named;
let callers: Record<string, string | undefined>;

beforeAll(async () => {
  const document = await (await fetch(`${stack.url}/api/openapi.json`)).json();
  paths = document.paths;
  named = document.components.schemas;
  callers = { anonymous: undefined, viewer: await tokenOf("viewer"), admin: await tokenOf("admin") };
});

/**
 * Returns the request bodies of an endpoint; each key describes its body. If the endpoint takes no body, the only value
 * is undefined.
 */
function bodiesOf(call: Call): Record<string, string | undefined> {
  const content = paths[call.path]?.[call.method.toLowerCase()]?.requestBody?.content ?? {};
  const schema = content["application/json"]?.schema ?? (call.form ? { type: "object" } : undefined);
  if (!schema) return { nothing: undefined };
  const most = call.large ? 4096 * kilobyte : call.open ? 16 * kilobyte : 256 * kilobyte;
  return largestBodies(schema, named, most - 64);
}

interface Cost {
  what: string;
  status: number;
  seconds: number;
}

async function costOf(call: Call, path: string, body: string | undefined, who: string): Promise<Cost> {
  const name = path.split("/")[1] as FunctionName;
  const token = callers[who];
  const [pid, before] = [pidOf(name), processorTime(name)];
  const answer = await fetch(stack.url + path, {
    method: call.method,
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  expect(pidOf(name), `${call.method} ${path} ended the function`).toBe(pid);
  expect(text.length, `${call.method} ${path}: the answer`).toBeLessThan(8 * 2 ** 20);
  return { what: "", status: answer.status, seconds: processorTime(name) - before };
}

describe("CPU time of a request", () => {
  it("Every endpoint stays within its budget of CPU time, even for the largest request body that it accepts.", async () => {
    const costs: Cost[] = [];
    for (const call of calls) {
      const path = call.path.replace("{list}", "fund-source").replace("{name}", "form-5");
      for (const [kind, body] of Object.entries(bodiesOf(call)))
        for (const who of call.open ? ["anonymous"] : Object.keys(callers)) {
          const cost = await costOf(call, path, body, who);
          costs.push({ ...cost, what: `${call.method} ${path}, ${kind}, by ${who}` });
        }
    }
    costs.sort((a, b) => b.seconds - a.seconds);
    console.info(
      `${costs.length} calls; the most expensive:\n${costs
        .slice(0, 12)
        .map(({ what, status, seconds }) => `${seconds.toFixed(2)} s ${status} ${what}`)
        .join("\n")}`,
    );
    expect(costs.length).toBeGreaterThan(300);
    expect(costs.filter(({ status }) => status >= 500)).toEqual([]);
    expect(costs.filter(({ seconds }) => seconds > cpuBudgetSeconds)).toEqual([]);
    expect(
      costs.filter(({ what, seconds }) => what.endsWith("anonymous") && seconds > anonymousBudget),
    ).toEqual([]);
  });

  it("The API serves its OpenAPI description with less than 0.03 seconds of CPU time per request.", async () => {
    const ask = async (headers: Record<string, string>) =>
      fetch(`${stack.url}/api/openapi.json`, { headers });
    const first = await ask({});
    const document = await first.text();
    const before = processorTime("api");
    for (let times = 0; times < 100; times++) {
      const again = await ask({ "accept-encoding": times % 2 === 0 ? "gzip" : "identity" });
      expect(await again.text()).toBe(document);
    }
    expect((processorTime("api") - before) / 100).toBeLessThan(0.03);
    const known = await ask({ "if-none-match": first.headers.get("etag") ?? "" });
    expect([known.status, await known.text()]).toEqual([304, ""]);
    expect(first.headers.get("cache-control")).toContain("public");
  });
});
