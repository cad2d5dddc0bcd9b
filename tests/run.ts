/**
 * `npm test`: every test of the project, in two lanes side by side that take as long as one another: pgTAP (database), the
 * components (web) and the API in one, the pure rules (unit) and the journeys (e2e) in the other. A lane is a process with
 * a throw-away stack with demo data of its own, since what a journey does would be found by a test of the API. The stack's
 * addresses and keys reach the tests as JSON in the environment variable TEST_STACK. Ends with a line `N passed, N failed`,
 * and fails when anything did.
 *
 * `npm test -- unit e2e` runs only the named parts.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { projectRoot } from "../supabase/local/common/settings.ts";
import { StackError } from "../supabase/local/common/stack-error.ts";
import { type Stack, startStack } from "../supabase/local/stack.ts";
import { run as runPgtap } from "./database/run.ts";
import { type Counts, runPlaywright, runVitest } from "./runners.ts";

const lanes = [
  ["database", "web", "api"],
  ["unit", "e2e"],
] as const;
const parts = lanes.flat();
type Part = (typeof parts)[number];
const needStack: readonly Part[] = ["database", "api", "e2e"];

/** What the tests are told about the stack. */
function describe(stack: Stack): string {
  const { url, dataDir, databaseUrl, superuserUrl, apiGatewayUrl } = stack;
  const { publishableKey, secretKey, jwtSecret } = stack;
  return JSON.stringify({
    ...{ url, dataDir, databaseUrl, superuserUrl, apiGatewayUrl, publishableKey, secretKey, jwtSecret },
    demoPassword,
  });
}

async function runPart(part: Part, stack: Stack | null, reports: string): Promise<Counts> {
  const env: Record<string, string> = stack ? { TEST_STACK: describe(stack) } : {};
  switch (part) {
    case "database": {
      if (!stack) throw new Error("The tests of the database need a stack.");
      return runPgtap(stack);
    }
    case "e2e":
      return runPlaywright(reports, env);
    default:
      return runVitest(part, reports, env);
  }
}

/** Runs the parts of one lane one after the other, on one stack where any of them needs one. */
async function runLane(chosen: readonly Part[]): Promise<Counts> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "arbo-test-"));
  const total: Counts = { passed: 0, failed: 0 };
  let stack: Stack | null = null;
  try {
    if (chosen.some((part) => needStack.includes(part))) {
      stack = await startStack({
        dataDir: path.join(folder, "stack"),
        port: 0,
        seed: "demo",
        demoPassword,
        throwAway: true,
        template: true,
        web: chosen.includes("e2e"),
        progress: (line) => console.log(line),
        signal: interrupted.signal,
      });
    }
    process.send?.("ready");
    for (const part of chosen) {
      interrupted.signal.throwIfAborted();
      const begun = Date.now();
      const counts = await runPart(part, stack, folder);
      const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
      console.log(`── ${part}: ${counts.passed} passed, ${counts.failed} failed (${minutes} minutes) ──`);
      total.passed += counts.passed;
      total.failed += counts.failed;
    }
  } finally {
    await stack?.stop();
    await rm(folder, { recursive: true, force: true });
  }
  await new Promise((sent) => (process.send ? process.send(total, sent) : sent(null)));
  return total;
}

/** A lane as a process of its own. Resolves with it once its stack runs: beginning takes the whole machine. */
function forkLane(chosen: readonly Part[]): Promise<ChildProcess> {
  const bootstrap = path.join(projectRoot, "supabase/local/bootstrap.mjs");
  const child = fork(bootstrap, ["tests/run.ts", ...chosen], { cwd: projectRoot });
  interrupted.signal.addEventListener("abort", () => child.kill());
  return new Promise((resolve) => {
    child.once("message", () => resolve(child));
    child.once("disconnect", () => resolve(child));
  });
}

/** What a lane counted; one that ends without a word has failed. */
function countsOf(child: ChildProcess): Promise<Counts> {
  const silent: Counts = { passed: 0, failed: 1 };
  return new Promise((resolve) => {
    if (!child.connected) resolve(silent);
    child.on("message", (counts) => resolve(counts as Counts));
    child.once("disconnect", () => resolve(silent));
  });
}

async function run(): Promise<number> {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !parts.some((part) => part === name));
  if (unknown.length > 0)
    throw new StackError(`No such tests: ${unknown.join(", ")}. There are ${parts.join(", ")}.`);
  const chosen = lanes
    .map((lane) => lane.filter((part) => asked.length === 0 || asked.includes(part)))
    .filter((lane) => lane.length > 0);
  const [only, ...others] = chosen;
  const counting: Promise<Counts>[] = [];
  if (only && others.length === 0) counting.push(runLane(only));
  else for (const lane of chosen) counting.push(countsOf(await forkLane(lane)));
  const counts = await Promise.all(counting);
  const passed = counts.reduce((sum, lane) => sum + lane.passed, 0);
  const failed = counts.reduce((sum, lane) => sum + lane.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
}

const demoPassword = "Demo-2025!";
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => interrupted.abort());

try {
  process.exit(await run());
} catch (error) {
  if (!interrupted.signal.aborted) console.error(error instanceof StackError ? error.message : error);
  process.exit(1);
}
