/** The search for processes that an earlier Postgres server has left running. A start ends only these processes. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findProcessesIn } from "../../../supabase/local/postgres/postgres-keeper.ts";

let folder: string;
let data: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "postgres-processes-"));
  data = path.join(folder, "postgres");
  mkdirSync(data);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a program in the data directory, and returns its process id when it runs. */
async function startIn(program: string): Promise<number> {
  const waiting = "process.stdout.write('.'); setInterval(() => undefined, 1000)";
  const child = spawn(program, ["-e", waiting], { cwd: data, stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  return Number(child.pid);
}

it.skipIf(process.platform !== "linux")(
  "The search for Postgres processes finds Postgres even after its program file was removed.",
  async () => {
    const program = path.join(folder, "bin/postgres");
    mkdirSync(path.dirname(program));
    copyFileSync(process.execPath, program);
    chmodSync(program, 0o755);
    const other = await startIn(process.execPath);
    const server = await startIn(program);
    expect(findProcessesIn(data)).toEqual([server]);
    rmSync(program);
    expect(findProcessesIn(data)).toEqual([server]);
    expect(other).not.toBe(server);
  },
);
