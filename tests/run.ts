/**
 * `npm test`: every test of the project against one throw-away stack with demo data, in order: pgTAP (database), the
 * vitest projects (unit, web, api) and Playwright (e2e). The stack's addresses and keys reach the tests as JSON in the
 * environment variable TEST_STACK. Ends with a line `N passed, N failed`, and fails when anything did.
 *
 * `npm test -- unit e2e` runs only the named parts.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { projectRoot } from "../supabase/local/settings.ts";
import { type Stack, startStack } from "../supabase/local/stack.ts";
import { StackError } from "../supabase/local/stack-error.ts";
import { type Counts, runPlaywright, runVitest } from "./runners.ts";

const parts = ["database", "unit", "web", "api", "e2e"] as const;
type Part = (typeof parts)[number];
const needStack: Part[] = ["database", "api", "e2e"];

interface DatabaseTests {
  run(stack: Stack): Promise<Counts>;
}

/** What the tests are told about the stack. */
function describe(stack: Stack, demoPassword: string): string {
  const { url, dataDir, databaseUrl, superuserUrl, apiGatewayUrl } = stack;
  const { publishableKey, secretKey, jwtSecret } = stack;
  return JSON.stringify({
    ...{ url, dataDir, databaseUrl, superuserUrl, apiGatewayUrl, publishableKey, secretKey, jwtSecret },
    demoPassword,
  });
}

async function runPart(part: Part, stack: Stack | null, reports: string): Promise<Counts> {
  console.log(`\n── ${part} ──`);
  switch (part) {
    case "database": {
      const file = path.join(projectRoot, "tests/database/run.ts");
      if (!stack || !existsSync(file)) return { passed: 0, failed: 0 };
      const tests = (await import(pathToFileURL(file).href)) as DatabaseTests;
      return tests.run(stack);
    }
    case "e2e":
      return runPlaywright(reports);
    default:
      return runVitest(part, reports);
  }
}

async function run(): Promise<number> {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !parts.some((part) => part === name));
  if (unknown.length > 0)
    throw new StackError(`No such tests: ${unknown.join(", ")}. There are ${parts.join(", ")}.`);
  const chosen = parts.filter((part) => asked.length === 0 || asked.includes(part));
  const folder = await mkdtemp(path.join(os.tmpdir(), "arbo-test-"));
  const total: Counts = { passed: 0, failed: 0 };
  const demoPassword = "Demo-2025!";
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
      process.env.TEST_STACK = describe(stack, demoPassword);
    }
    for (const part of chosen) {
      interrupted.signal.throwIfAborted();
      const counts = await runPart(part, stack, folder);
      console.log(`${part}: ${counts.passed} passed, ${counts.failed} failed`);
      total.passed += counts.passed;
      total.failed += counts.failed;
    }
  } finally {
    await stack?.stop();
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

let stack: Stack | null = null;
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => interrupted.abort());

try {
  process.exit(await run());
} catch (error) {
  if (!interrupted.signal.aborted) console.error(error instanceof StackError ? error.message : error);
  process.exit(1);
}
