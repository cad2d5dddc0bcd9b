/**
 * Error messages of a start that fails because of the machine. Each is one sentence that says what to do, without a
 * stack trace.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { projectRoot } from "../../../supabase/local/common/settings.ts";
import { explainError } from "../../../supabase/local/common/stack-error.ts";
import { startStack } from "../../../supabase/local/stack.ts";
import { startBare } from "../../support/bare-stack.ts";

vi.setConfig({ testTimeout: 120_000 });

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

async function temporary(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "sentences-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Mounts a disk of a few megabytes. Returns null if mounting is not permitted. */
async function smallDisk(megabytes: number): Promise<string | null> {
  const folder = await temporary();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "none", folder]).status !== 0)
    return null;
  undo.push(() => execFileSync("umount", ["-l", folder]));
  return folder;
}
const mayMount =
  spawnSync("mount", ["--fake", "-t", "tmpfs", "none", "/mnt"]).status === 0 && process.getuid?.() === 0;

const sentence = async (start: Promise<unknown>): Promise<string> => {
  const error = await start.then(
    () => new Error("It started."),
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ name: "StackError" });
  return (error as Error).message;
};

it.skipIf(!mayMount).each([
  ["before the database is created", 10],
  ["while the database is created", 24],
])(
  "The start of the system reports a disk that is full %s (needs permission to mount).",
  async (_, megabytes) => {
    const disk = await smallDisk(megabytes);
    if (!disk) return;
    const dataDir = path.join(disk, "data");
    expect(await sentence(startBare(dataDir))).toBe(
      `The disk is full: ${dataDir} could not be written. Free some space and start again.`,
    );
  },
);

it.skipIf(!mayMount)(
  "The system starts after a full disk interrupted a migration (needs permission to mount).",
  async () => {
    const disk = await smallDisk(160);
    if (!disk) return;
    const project = path.join(await temporary(), "project");
    await mkdir(path.join(project, "supabase/migrations"), { recursive: true });
    await writeFile(path.join(project, "supabase/config.toml"), 'project_id = "small"\n');
    await writeFile(
      path.join(project, "supabase/migrations/20250101000100_large.sql"),
      "create table public.large as select repeat(md5(n::text), 20) as t from generate_series(1, 200000) n;\n",
    );
    const dataDir = path.join(disk, "data");
    const bare = { seed: "none", demoPassword: "not-used-here", web: false, functions: false } as const;
    const start = () => startStack({ ...bare, dataDir, port: 0, migrationsFrom: project });
    expect(await sentence(start())).toMatch(/^The disk is full: .+ could not be written\. Free some space/);
    execFileSync("mount", ["-o", "remount,size=800m", disk]);
    await (await start()).stop();
  },
);

it("The error message for a failed start names the port that is in use.", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  undo.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const bare = { seed: "none", demoPassword: "not-used-here", web: false, functions: false } as const;
  const start = startStack({ ...bare, dataDir: path.join(await temporary(), "data"), port });
  expect(await sentence(start)).toMatch(new RegExp(`[Pp]ort ${port} .+PORT`));
});

it("The error message for a failed start names a missing library as the cause.", () => {
  const words =
    "postgres: error while loading shared libraries: libicuuc.so.60: cannot open shared object file";
  expect(explainError(new Error(words), "/x")).toMatchObject({
    name: "StackError",
    message: expect.stringMatching(/needs libicuuc\.so\.60, which is missing on this system/),
  });
  const refused = Object.assign(new Error("password authentication failed"), { code: "28P01" });
  expect(explainError(refused, "/x")).toMatchObject({
    message: expect.stringMatching(/are from different systems/),
  });
});

it("The error message for an outdated Node version states the required version.", () => {
  const old = "Object.defineProperty(process.versions, 'node', { value: '20.18.0' })";
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      "--import",
      `data:text/javascript,${encodeURIComponent(old)}`,
      "supabase/local/bootstrap.mjs",
      "nothing.ts",
    ],
    { cwd: projectRoot, encoding: "utf8" },
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Node 20\.19 or newer is required; this is Node 20\.18\.0\./);
});
