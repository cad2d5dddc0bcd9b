/**
 * The embedded stack without migrations, which starts, is copied and stops within seconds. Run as a program, this file
 * starts such a stack in DATA_DIR and prints its address as JSON. The stack stops when standard input ends.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Stack, startStack } from "../../supabase/local/stack.ts";

/** Path of a folder that does not exist, so that no migrations are found. */
const migrationsFrom = path.join(import.meta.dirname, "no-migrations");

/** Starts a stack without migrations in this process. */
export function startBare(dataDir: string): Promise<Stack> {
  const bare = { seed: "none", demoPassword: "not-used-here", web: false, functions: false } as const;
  return startStack({ dataDir, port: 0, migrationsFrom, ...bare });
}

export interface BareStack {
  superuserUrl: string;
  pid: number;
  /** Stops the stack as Ctrl-C does, and waits until its process has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a stack without migrations in a child process.
 * @param user User and group of the child process; needs root. @throws with the child's error message if it does not
 * start.
 */
export async function spawnBare(dataDir: string, user?: { uid: number; gid: number }): Promise<BareStack> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const child = spawn(process.execPath, ["--import", tsx, fileURLToPath(import.meta.url)], {
    env: { PATH: process.env.PATH, HOME: "/nowhere", DATA_DIR: dataDir },
    stdio: ["pipe", "pipe", "inherit"],
    ...user,
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const said = await firstLine(child);
  if (!("superuserUrl" in said)) throw new Error(said.message);
  const stop = async () => {
    child.stdin?.end();
    await exited;
  };
  return { superuserUrl: said.superuserUrl, pid: Number(child.pid), stop };
}

async function firstLine(child: ChildProcess): Promise<{ superuserUrl: string } | { message: string }> {
  if (child.stdout)
    for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line);
  return { message: "The stack ended without printing anything." };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    const stack = await startBare(process.env.DATA_DIR ?? "");
    console.log(JSON.stringify({ superuserUrl: stack.superuserUrl }));
    for await (const _ of process.stdin);
    await stack.stop();
    process.exit(0);
  } catch (error) {
    console.log(JSON.stringify({ message: error instanceof Error ? error.message : String(error) }));
    process.exit(1);
  }
}
