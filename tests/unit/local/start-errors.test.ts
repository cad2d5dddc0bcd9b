/**
 * Error messages of a start that fails because of the machine. Each is one sentence that says what to do, without a
 * stack trace.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { BackupFolder } from "../../../supabase/local/backup/backup-folder.ts";
import { createFolder, makeFolder } from "../../../supabase/local/common/new-folder.ts";
import { projectRoot } from "../../../supabase/local/common/settings.ts";
import { explainError } from "../../../supabase/local/common/stack-error.ts";
import { openForRemoval } from "../../../supabase/local/remove-database.ts";
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

describe("Paths that cannot be used", () => {
  const noSystem = { seed: "none", demoPassword: "not-used-here", web: false, functions: false } as const;
  const start = (dataDir: string) => startStack({ ...noSystem, dataDir, port: 0 });

  it("The error message for a path names the symbolic link to nothing or the file in place of a folder.", async () => {
    const folder = await temporary();
    await symlink("/nowhere", path.join(folder, "link"));
    await writeFile(path.join(folder, "file"), "");
    const broken = `${path.join(folder, "link")} is a symbolic link to /nowhere, which does not exist.`;
    const notFolder = `${path.join(folder, "file")} is a file, but must be a folder.`;
    for (const [name, words] of Object.entries({
      ...{ link: broken, "link/below": broken, file: notFolder, "file/below/it": notFolder },
    })) {
      const at = path.join(folder, name);
      const attempts = [
        () => start(at),
        () => new BackupFolder(at).claim(),
        () => makeFolder(path.join(at, "new"), async () => expect.unreachable()),
      ];
      for (const attempt of attempts) {
        const error = await attempt().catch((thrown: unknown) => thrown);
        expect(explainError(error, "The command")).toMatchObject({ name: "StackError", message: words });
      }
    }
    const removal = await openForRemoval(path.join(folder, "file")).catch((thrown: unknown) => thrown);
    expect(explainError(removal, "DATA_DIR")).toMatchObject({ name: "StackError", message: notFolder });
  });

  it.each([
    ["logs", "file", "is a file, but must be a folder."],
    ["storage", "file", "is a file, but must be a folder."],
    ["stack.json", "folder", "is a folder, but must be a file."],
  ])("The error message for a failed start says that %s is a %s.", async (part, kind, words) => {
    const dataDir = await temporary();
    const at = path.join(dataDir, part);
    await (kind === "file" ? writeFile(at, "") : mkdir(at));
    expect(await sentence(startBare(dataDir))).toBe(`${at} ${words}`);
  });

  it("A command with a path in a file system that accepts no folders ends with an error message.", async () => {
    await expect(createFolder("/proc/nope/deep", 0o700)).rejects.toThrow(
      "/proc/nope cannot be created: /proc accepts no folders.",
    );
  });

  it("A command that creates a folder refuses a symbolic link to nothing before its work.", async () => {
    const link = path.join(await temporary(), "link");
    await symlink("/nowhere", link);
    await expect(makeFolder(link, async () => expect.unreachable())).rejects.toThrow(/exists already/);
  });
});

it("The error message for a failed start of a damaged database names the log and the restore.", async () => {
  const dataDir = path.join(await temporary(), "data");
  await (await startBare(dataDir)).stop();
  const wal = path.join(dataDir, "postgres/pg_wal");
  await rm(wal, { recursive: true });
  await mkdir(wal);
  expect(await sentence(startBare(dataDir))).toMatch(
    /^Postgres did not start\. End of its log:\n.+the database is damaged\. Restore a backup into a new folder/s,
  );
});

it("The error message for a damaged page says that the database is damaged and that a backup can be restored.", () => {
  const page = Object.assign(new Error("invalid page in block 0 of relation base/5/17900"), {
    code: "XX001",
  });
  const lost = new Error("lost", { cause: Object.assign(new Error("x"), { code: "28P01" }) });
  expect(explainError(page, "The backup")).toMatchObject({
    name: "StackError",
    message: expect.stringMatching(/^The database is damaged: invalid page .+17900\. Restore a backup/),
  });
  expect(explainError(lost, "/x")).toMatchObject({ message: expect.stringMatching(/different systems/) });
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
