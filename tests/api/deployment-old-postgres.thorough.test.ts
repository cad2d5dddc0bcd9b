/**
 * A run of `npm run db:push` on an older Postgres prints one clear message and changes nothing. Needs an installed
 * Postgres 15.
 */
import { execFile, spawn, spawnSync } from "node:child_process";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort, waitForPort } from "../../supabase/local/common/ports.ts";
import { loopback } from "../../supabase/local/common/settings.ts";
import { runSupabase } from "../../supabase/local/postgres/migrations.ts";

const programs = "/usr/lib/postgresql/15/bin";
const installed = spawnSync(path.join(programs, "postgres"), ["--version"]).status === 0;
if (!installed) console.log("Skipped: Postgres 15 is not installed here, so nothing can refuse it.");

const run = promisify(execFile);
/** Postgres refuses to run as root, so root runs this test as the account of the system's Postgres package. */
const account = process.getuid?.() === 0 && installed ? idsOf("postgres") : null;
const cleanups: (() => Promise<unknown>)[] = [];
let url: string;
let home: string;

function idsOf(name: string): { uid: number; gid: number } {
  const id = (option: string) => Number(spawnSync("id", [option, name], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

beforeAll(async () => {
  if (!installed) return;
  const folder = await mkdtemp(path.join(tmpdir(), "old-postgres-"));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711);
  if (account) await chown(folder, account.uid, account.gid);
  home = await mkdtemp(path.join(tmpdir(), "old-postgres-cli-"));
  cleanups.push(() => rm(home, { recursive: true, force: true }));
  const data = path.join(folder, "data");
  const options = { ...account, cwd: folder };
  await run(
    path.join(programs, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "--no-sync"],
    options,
  );
  const port = await findFreePort();
  const server = spawn(
    path.join(programs, "postgres"),
    ["-D", data, "-p", String(port), "-h", loopback, "-k", folder],
    { ...options, stdio: "ignore" },
  );
  cleanups.push(async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGINT");
    await ended;
  });
  await waitForPort(port, 20_000);
  url = `postgresql://postgres@${loopback}:${port}/postgres`;
}, 60_000);

afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

describe.skipIf(!installed)("The command `db:push` on Postgres 15", () => {
  const push = () =>
    runSupabase(["db", "push", "--include-roles", "--include-seed", `--remote=${url}`, "--yes"], home);

  it("`db:push` on Postgres 15 runs no migration and names the required Postgres version.", async () => {
    await expect(push()).rejects.toThrow(
      /This system needs Postgres 17 or newer; this is 15\..*Nothing was changed\./,
    );
    const { stdout } = await run(path.join(programs, "psql"), [
      ...[url, "-Atc"],
      "select count(*) from pg_namespace where nspname in ('private', 'personal', 'template')",
    ]);
    expect(stdout.trim()).toBe("0");
  }, 60_000);
});
