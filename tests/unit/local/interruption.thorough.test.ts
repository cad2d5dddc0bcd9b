/** A signal to a command with a temporary Postgres: the command stops Postgres and removes its folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { identityOf } from "../../../supabase/local/common/processes.ts";
import { projectRoot } from "../../../supabase/local/common/settings.ts";
import { command } from "../../support/backups.ts";
import { startBare } from "../../support/bare-stack.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
const at = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "interruption-"));
  const stack = await startBare(at("data"));
  await stack.stop();
  expect(await command("backup", { DATA_DIR: at("data") }, at("backups"))).toMatchObject({ code: 0 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Waits until a command has started a temporary Postgres, and returns the process id of this Postgres. */
async function waitForPostgres(child: ChildProcess, temporary: string): Promise<number> {
  while (child.exitCode === null) {
    for (const name of await readdir(temporary)) {
      const file = path.join(temporary, name, "postgres/postmaster.pid");
      const [pid] = (await readFile(file, "utf8").catch(() => "")).split("\n");
      if (pid) return Number(pid);
    }
    await sleep(2);
  }
  throw new Error("The command ended before it started Postgres.");
}

const entries = {
  "bring-back": ["backup/commands/bring-back.ts", () => [at("backups"), "arbo_masterlist", "1"]],
  "db:types": ["schema/database-types.ts", () => []],
} as const;

it.each(["SIGINT", "SIGTERM"] as const)(
  "When %s interrupts `npm run bring-back` or `npm run db:types`, no Postgres process and no temporary folder is left.",
  async (signal) => {
    for (const [name, [entry, operands]] of Object.entries(entries)) {
      const temporary = at(`${signal}-${name.replace(":", "-")}`);
      await mkdir(temporary);
      const child = spawn(
        process.execPath,
        ["supabase/local/bootstrap.mjs", `supabase/local/${entry}`, ...operands()],
        {
          cwd: projectRoot,
          env: { PATH: process.env.PATH, HOME: "/nowhere", TMPDIR: temporary, DATA_DIR: at("data") },
          stdio: "ignore",
        },
      );
      const ended = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
      const postgres = await waitForPostgres(child, temporary);
      child.kill(signal);
      expect([name, await ended]).toEqual([name, 128 + os.constants.signals[signal]]);
      expect([name, identityOf(postgres)]).toEqual([name, null]);
      // Ignore the cache of tsx, the program that runs the TypeScript of the command.
      const left = (await readdir(temporary)).filter((entryName) => !entryName.startsWith("tsx-"));
      expect([name, left]).toEqual([name, []]);
    }
  },
);
