/**
 * `npm test`: every test of the project, in two lanes side by side: pgTAP (database) and the API in one, the pure rules
 * (unit), the components (web) and the journeys (e2e) in the other. A lane has a throw-away stack with demo data of its
 * own, since what a journey does would be found by a test of the API. The stack's addresses and keys reach the tests as JSON
 * in the environment variable TEST_STACK. Ends with a line `N passed, N failed`, and fails when anything did.
 *
 * `npm test -- unit e2e` runs only the named parts.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Stack, startStack } from "../supabase/local/stack.ts";
import { StackError } from "../supabase/local/stack-error.ts";
import { run as runPgtap } from "./database/run.ts";
import { type Counts, runPlaywright, runVitest } from "./runners.ts";

const lanes = [
  ["database", "api"],
  ["unit", "web", "e2e"],
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

/** Runs parts one after the other, on one stack where any of them needs one. */
async function runLane(chosen: readonly Part[], folder: string, stack: Stack | null): Promise<Counts> {
  const total: Counts = { passed: 0, failed: 0 };
  for (const part of chosen) {
    interrupted.signal.throwIfAborted();
    const begun = Date.now();
    const counts = await runPart(part, stack, folder);
    const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
    console.log(`── ${part}: ${counts.passed} passed, ${counts.failed} failed (${minutes} minutes) ──`);
    total.passed += counts.passed;
    total.failed += counts.failed;
  }
  return total;
}

async function run(): Promise<number> {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !parts.some((part) => part === name));
  if (unknown.length > 0)
    throw new StackError(`No such tests: ${unknown.join(", ")}. There are ${parts.join(", ")}.`);
  const folder = await mkdtemp(path.join(os.tmpdir(), "arbo-test-"));
  try {
    const begun: Promise<Counts>[] = [];
    for (const [place, lane] of lanes.entries()) {
      const chosen = lane.filter((part) => asked.length === 0 || asked.includes(part));
      // One stack after the other: both take the whole machine while they begin.
      const stack = chosen.some((part) => needStack.includes(part))
        ? await startStack({
            dataDir: path.join(folder, `stack-${place}`),
            port: 0,
            seed: "demo",
            demoPassword,
            throwAway: true,
            template: true,
            web: chosen.includes("e2e"),
            progress: (line) => console.log(line),
            signal: interrupted.signal,
          })
        : null;
      if (stack) stacks.push(stack);
      begun.push(runLane(chosen, folder, stack));
    }
    const counts = await Promise.all(begun);
    const passed = counts.reduce((sum, lane) => sum + lane.passed, 0);
    const failed = counts.reduce((sum, lane) => sum + lane.failed, 0);
    console.log(`\n${passed} passed, ${failed} failed`);
    return failed > 0 || passed === 0 ? 1 : 0;
  } finally {
    for (const stack of stacks) await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const demoPassword = "Demo-2025!";
const stacks: Stack[] = [];
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => interrupted.abort());

try {
  process.exit(await run());
} catch (error) {
  if (!interrupted.signal.aborted) console.error(error instanceof StackError ? error.message : error);
  process.exit(1);
}
