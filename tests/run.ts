/**
 * Runs the tests. The last lines name the failed tests and say `N passed, N failed`. The exit code is 1 if a test
 * failed or no test ran.
 *
 *     npm test                        the daily tests
 *     npm test -- thorough            the tests that take long (support/thorough.ts)
 *     npm test -- all                 every test once, as in CI
 *     npm test -- unit web            parts: database (pgTAP), unit, web (components), api, e2e (in a browser)
 *     npm test -- api/save            files of a part whose path contains the text
 *     npm test -- stack               keeps a stack running for commands that name files, until Ctrl-C
 *     npm test -- database --update   writes the number of assertions of each pgTAP file (database/expected.json)
 *
 * Parts run one after the other, each with several workers that take files from one queue (runners.ts). Each worker of
 * api and e2e has its own temporary stack with demo data (stack-host.ts). Commands that name files use the stack of
 * `npm test -- stack` if it is running.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { projectRoot } from "../supabase/local/common/settings.ts";
import { sourcesStamp } from "../supabase/local/common/sources-stamp.ts";
import { StackError } from "../supabase/local/common/stack-error.ts";
import { buildWebIfNeeded } from "../supabase/local/gateway/web-build.ts";
import type { StackOptions } from "../supabase/local/stack.ts";
import { run as runPgtap } from "./database/run.ts";
import { type Outcome, runPlaywright, runVitest, type TestRunOptions, workers } from "./runners.ts";
import type { TestStack } from "./test-stack.ts";

const parts = ["unit", "web", "database", "api", "e2e"] as const;
type Part = (typeof parts)[number];

/** Files to run per part of the tests. An empty list means all files of the part. */
type Chosen = ReadonlyMap<Part, string[]>;

const keptStack = path.join(projectRoot, ".local-tests/stack.json");
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => interrupted.abort());
/** A promise that rejects when the run is interrupted. The run then stops its stacks, which ends running queries. */
const interruption = new Promise<never>((_, reject) =>
  interrupted.signal.addEventListener("abort", () => reject(interrupted.signal.reason)),
);
interruption.catch(() => {});
const hosts: ChildProcess[] = [];

/** Reads parts and files from the command line. @throws StackError for an unknown part. */
function readChosen(words: readonly string[]): Chosen {
  const chosen = new Map<Part, string[]>();
  for (const word of words.length > 0 ? words : parts) {
    const [name = "", ...file] = word.replace(/^tests\//, "").split("/");
    const part = parts.find((one) => one === name);
    if (!part) throw new StackError(`Unknown part of the tests: ${name}. The parts are ${parts.join(", ")}.`);
    const files = chosen.get(part) ?? [];
    chosen.set(part, file.length > 0 ? [...files, file.join("/")] : files);
  }
  return chosen;
}

/** Starts a stack in a separate process and resolves with its addresses and keys. */
function startHost(options: Partial<StackOptions> = {}): Promise<TestStack> {
  const bootstrap = path.join(projectRoot, "supabase/local/bootstrap.mjs");
  const host = fork(bootstrap, ["tests/stack-host.ts", JSON.stringify(options)], { cwd: projectRoot });
  hosts.push(host);
  return new Promise((resolve, reject) => {
    host.once("message", (stack) => resolve(stack as TestStack));
    host.once("exit", () => reject(new StackError("The stack for the tests could not be started.")));
  });
}

async function stopHosts(): Promise<void> {
  await Promise.all(
    hosts.map(async (host) => {
      if (!host.connected) return;
      const ended = new Promise((resolve) => host.once("exit", resolve));
      host.disconnect();
      await ended;
    }),
  );
}

/**
 * Hash of the files that a stack is built from. A stack of `npm test -- stack` is reused only if the hash is unchanged.
 */
const madeFrom = () => sourcesStamp(["supabase", "seed", "package-lock.json"], ["seed/generated"]);

/** `npm test -- stack`: starts a stack and keeps it running until Ctrl-C. */
async function keepStack(): Promise<void> {
  const stack = await startHost({ reload: true });
  await mkdir(path.dirname(keptStack), { recursive: true });
  await writeFile(keptStack, JSON.stringify({ stack, stamp: await madeFrom() }));
  console.log("\nThe stack is running. In another terminal: npm test -- api/save. Ctrl-C stops the stack.");
  if (!interrupted.signal.aborted)
    await new Promise((ended) => interrupted.signal.addEventListener("abort", ended));
  await rm(keptStack, { force: true });
}

/**
 * Returns the stack of `npm test -- stack`. Returns null if none is running, or if its sources have changed since it
 * started.
 */
async function findKept(): Promise<TestStack | null> {
  const kept = await readFile(keptStack, "utf8").catch(() => null);
  if (!kept) return null;
  const { stack, stamp } = JSON.parse(kept) as { stack: TestStack; stamp: string };
  const answers = await fetch(`${stack.url}/config.json`).catch(() => null);
  if (!answers?.ok) return null;
  if (stamp === (await madeFrom())) return stack;
  console.log(
    "· The sources have changed since the kept stack started, so a new stack is started. Restart `npm test -- stack`.",
  );
  return null;
}

/**
 * Returns the stacks on which the chosen tests run. If the command line names single files, this is the stack of `npm
 * test -- stack`, if it is running. Otherwise starts new stacks, at most one per worker.
 */
async function stacksFor(chosen: Chosen): Promise<TestStack[]> {
  if (!["database", "api", "e2e"].some((part) => chosen.has(part as Part))) return [];
  const building = chosen.has("e2e") ? buildWebIfNeeded((line) => console.log(`· ${line}`)) : null;
  const onlyNamed = [...chosen.values()].every((files) => files.length > 0);
  const kept = onlyNamed ? await findKept() : null;
  await building;
  if (kept) return [kept];
  const needed = onlyNamed || !(chosen.has("api") || chosen.has("e2e")) ? 1 : workers();
  return Promise.all(Array.from({ length: needed }, () => startHost()));
}

function runPart(part: Part, order: TestRunOptions, update: boolean): Promise<Outcome> {
  const [stack] = order.stacks;
  if (part === "database" && stack) return runPgtap(stack, { only: order.only, update });
  return part === "e2e" ? runPlaywright(order) : runVitest(part, order);
}

/** Runs the command line. @returns the exit code. */
async function run(given: readonly string[]): Promise<number> {
  if (given[0] === "stack") return keepStack().then(() => 0);
  const update = given.includes("--update");
  const words = given.filter((word) => word !== "--update");
  const long = ["thorough", "all"].find((run) => run === words[0]);
  const chosen = readChosen(long ? words.slice(1) : words);
  const named = [...chosen.values()].some((files) => files.length > 0);
  process.env.TEST_RUN = long ?? (named || update ? "named" : "daily");
  const stacks = await stacksFor(chosen);
  const reports = await mkdtemp(path.join(os.tmpdir(), "test-reports-"));
  let passed = 0;
  const failures: string[] = [];
  for (const part of parts) {
    const only = chosen.get(part);
    if (!only) continue;
    interrupted.signal.throwIfAborted();
    const begun = Date.now();
    const order = { only, reports, stacks, signal: interrupted.signal };
    const outcome = await Promise.race([runPart(part, order, update), interruption]);
    const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
    const result = `${outcome.passed} passed, ${outcome.failures.length} failed`;
    console.log(`── ${part}: ${result} (${minutes} minutes) ──`);
    passed += outcome.passed;
    failures.push(...outcome.failures);
  }
  await rm(reports, { recursive: true, force: true });
  console.log("");
  for (const failure of failures) console.log(`✗ ${failure}`);
  console.log(`${passed} passed, ${failures.length} failed`);
  return failures.length > 0 || passed === 0 ? 1 : 0;
}

let code = 1;
try {
  code = await run(process.argv.slice(2));
} catch (error) {
  if (!interrupted.signal.aborted) console.error(error instanceof StackError ? error.message : error);
}
await stopHosts();
process.exit(code);
