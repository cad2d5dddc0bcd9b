/** Functions in real Deno. A busy function continues. A function that hangs is stopped and restarted. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type EdgeFunctions, startEdgeFunctions } from "../../../supabase/local/services/edge-functions.ts";

const source = `
const work = (milliseconds) => {
  for (const end = Date.now() + milliseconds; Date.now() < end; );
};
Deno.serve((request) => {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname.endsWith("/busy")) work(Number(searchParams.get("ms")));
  if (pathname.endsWith("/hang")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  // The log line of a finished request, as the product's functions write it.
  if (!pathname.endsWith("/pulse")) console.log('{"time":"now"}');
  return new Response(String(Deno.pid));
});
`;
/** Time limits of the product, divided by ten. */
const patience = { every: 100, pulse: 400, idle: 1500, silent: 8000 };

let folder: string;
let functions: EdgeFunctions;
let said: string[];
let pids: number[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "functions-"));
  mkdirSync(path.join(folder, "api"));
  writeFileSync(path.join(folder, "api/index.ts"), source);
  writeFileSync(path.join(folder, "deno.json"), "{}");
  writeFileSync(path.join(folder, "deno.lock"), '{"version":"5"}');
  [said, pids] = [[], []];
  functions = await startEdgeFunctions({
    env: {},
    dataDir: folder,
    folder,
    patience,
    log: (line) => said.push(line),
    record: () => undefined,
    print: () => undefined,
    onProcess: (_, pid) => pids.push(pid),
  });
}, 60_000);
afterEach(async () => {
  await functions?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (call: string): Promise<string> =>
  (await fetch(`http://127.0.0.1:${functions.port("api")}/api/${call}`)).text();

async function untilReplaced(): Promise<void> {
  for (const end = Date.now() + 25_000; pids.length < 2 || functions.port("api") === null; await sleep(100))
    expect(Date.now(), said.join("; ")).toBeLessThan(end);
  expect(await ask("pulse")).toBe(String(pids[1]));
}

it("The system does not restart an edge function that responds after a long busy time.", async () => {
  expect(await ask("busy?ms=4500")).toBe(String(pids[0]));
  expect(await ask("busy?ms=4500")).toBe(String(pids[0]));
  expect(said).toEqual([]);
}, 60_000);

it("The system restarts an edge function that waits forever.", async () => {
  const hung = ask("hang").catch(() => "cut off");
  await untilReplaced();
  expect(await hung).toBe("cut off");
  expect(said[0]).toBe("! function api is not responding");
}, 60_000);

it("The system restarts an edge function if its process is suspended (SIGSTOP).", async () => {
  process.kill(pids[0] ?? 0, "SIGSTOP");
  await untilReplaced();
  expect(said[0]).toBe("! function api is not responding");
}, 60_000);

it("The system restarts an edge function that stays busy and never responds.", async () => {
  const spinning = ask("busy?ms=3600000").catch(() => "cut off");
  await untilReplaced();
  expect(await spinning).toBe("cut off");
  expect(said[0]).toBe("! function api has been busy for 8 s without a response");
}, 60_000);
