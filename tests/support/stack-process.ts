/**
 * A stack in a separate process, for tests that kill or break it. `startStackProcess` runs this file as a program,
 * which starts a stack and prints its addresses as JSON.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cp, rename, rm } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readSettings } from "../../supabase/local/common/settings.ts";
import { type Stack, startStack } from "../../supabase/local/stack.ts";
import { testStack } from "../test-stack.ts";

export const demoPassword = "Demo-2025!";

export interface StackProcess
  extends Pick<
    Stack,
    "url" | "superuserUrl" | "databaseUrl" | "apiGatewayUrl" | "publishableKey" | "dataDir"
  > {
  child: ChildProcess;
  /** Lines that the process has printed. */
  outputLines: string[];
  /** Returns the process ids of the functions, and of the database server (`postgres`), by name. */
  pids(): Record<string, number>;
  /** Sends a signal to the stack's process and waits until it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a stack with reference data in a folder, with durable writes as in production. A new folder is a copy of a
 * stack that is created once per test run, because migrations take long.
 * @param env Environment variables of the stack, in addition to those of the tests.
 */
export async function startStackProcess(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<StackProcess> {
  if (!existsSync(dataDir)) await cp(await made(), dataDir, { recursive: true, preserveTimestamps: true });
  return run(dataDir, env);
}

/** Returns the folder of a new, stopped stack. This folder is removed together with the stacks of the test run. */
async function made(): Promise<string> {
  const folder = path.join(path.dirname(testStack().dataDir), "new-stack");
  if (existsSync(folder)) return folder;
  // The folder gets its final name when it is complete, so that no test copies the incomplete stack of an interrupted
  // start.
  const draft = `${folder}-draft`;
  await rm(draft, { recursive: true, force: true });
  await (await run(draft, {})).end("SIGTERM");
  await rename(draft, folder);
  return folder;
}

async function run(dataDir: string, env: Record<string, string>): Promise<StackProcess> {
  const program = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ["--import", "tsx", program, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const said: string[] = [];
  const addresses = await new Promise<Stack>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.startsWith("{")) resolve(JSON.parse(line));
      else said.push(line);
    });
    ended.then(() => reject(new Error(`The stack did not start:\n${said.join("\n")}`)));
  });
  return {
    ...addresses,
    child,
    outputLines: said,
    pids: () => {
      const { children } = JSON.parse(readFileSync(path.join(dataDir, "stack.json"), "utf8")) as {
        children: { name: string; pid: number }[];
      };
      const server = readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8");
      return {
        ...Object.fromEntries(children.map(({ name, pid }) => [name, pid])),
        postgres: Number(server.split("\n")[0]),
      };
    },
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const dataDir = process.argv[2] ?? "";
  const options = { seed: "reference", demoPassword, port: 0, web: false } as const;
  const { metricsToken, readUrl, mail } = readSettings(process.env);
  const stack = await startStack({
    ...options,
    metricsToken,
    readUrl,
    mail,
    dataDir,
    progress: (line) => console.log(line),
  });
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, () => void stack.stop().then(() => process.exit(0)));
  }
  const { url, superuserUrl, databaseUrl, apiGatewayUrl, publishableKey } = stack;
  console.log(JSON.stringify({ url, superuserUrl, databaseUrl, apiGatewayUrl, publishableKey, dataDir }));
}
