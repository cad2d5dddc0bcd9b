/**
 * The embedded Postgres 17: initdb once, and its program. It listens on the loopback address only, on a free port and
 * without a unix socket, so that any number of checkouts run side by side.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { copyFile, mkdir, readFile, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { endProcess, identityOf } from "../common/processes.ts";
import { loopback } from "../common/settings.ts";
import { explainError, StackError } from "../common/stack-error.ts";
import { type ClusterPlace, hasCluster, launchOn, program } from "./cluster-place.ts";

/** The role that initdb makes. As on Supabase, it is not the one that owns the product's tables. */
export const superuser = "supabase_admin";
/** The login of the local Auth, REST and Storage services. Hosted Supabase has one for each. */
export const servicesRole = "local_services";

/** Makes the cluster when there is none. A kill on the way leaves a draft that the next start throws away. */
export async function createCluster(place: ClusterPlace, password: string): Promise<boolean> {
  if (hasCluster(place.data)) return false;
  const draft = `${place.data}.new`;
  const passwordFile = `${place.data}.password`;
  await rm(draft, { recursive: true, force: true });
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    giveTo(place, draft);
    giveTo(place, passwordFile);
    await fillCluster(place, draft, passwordFile);
    await rename(draft, place.data);
    return true;
  } catch (error) {
    const explained = explainError(error, path.dirname(place.data));
    if (explained instanceof StackError) throw explained;
    throw new StackError(`The database could not be created: ${String(error)}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function fillCluster(place: ClusterPlace, draft: string, passwordFile: string): Promise<void> {
  const input = openSync(passwordFile, "r");
  try {
    const flags = [
      ...["-U", superuser, "--auth=scram-sha-256"],
      // Another user may find no way to the file.
      `--pwfile=${place.runAs ? "/dev/stdin" : passwordFile}`,
      // The bundled ICU sorts as people expect (and as en_US does on hosted Supabase), whatever this machine's locales.
      ...["--encoding=UTF8", "--locale-provider=icu", "--icu-locale=en-US", "--locale=C"],
    ];
    await initdb(place, draft, flags, input);
  } finally {
    closeSync(input);
  }
}

/** Runs the program initdb on a folder. @throws an error with what it said. */
export async function initdb(
  place: ClusterPlace,
  folder: string,
  flags: string[],
  input: number | "ignore" = "ignore",
): Promise<void> {
  const { folder: entered, options } = launchOn(place, folder);
  const child = spawn(program(place, "initdb"), ["-D", entered, ...flags], {
    ...options,
    stdio: [input, "ignore", "pipe"],
  });
  const ended = exitOf(child).catch((error: unknown) => {
    throw programError(error, program(place, "initdb"));
  });
  const [words, code] = await Promise.all([text(child.stderr as Readable), ended]);
  if (code !== 0) throw new Error(words.trim());
}

/** The code with which a program ended, null where a signal did; @throws what kept it from starting. */
function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
}

/**
 * Starts the server program.
 * @param logFile takes what the server reports.
 * @param durable false gives up safety against power failure: for databases that are thrown away.
 */
export function launch(place: ClusterPlace, port: number, logFile: string, durable: boolean): ChildProcess {
  const settings: Record<string, string | number> = {
    listen_addresses: loopback,
    port,
    unix_socket_directories: "",
    max_connections: 100,
    // A quarter of the memory, as Postgres' manual advises, but modest: this shares a machine with a desktop.
    shared_buffers: `${Math.round(Math.min(512, Math.max(128, os.totalmem() / 2 ** 20 / 16)))}MB`,
    work_mem: "16MB",
    maintenance_work_mem: "128MB",
    effective_cache_size: "1GB",
    // Whoever asks works beside them: on two cores a second one is only in the way.
    max_parallel_workers_per_gather: Math.min(2, Math.max(1, os.availableParallelism() - 1)),
    max_wal_size: "2GB",
    // For copies that are made while it runs (copied-cluster.ts).
    wal_keep_size: durable ? "512MB" : 0,
    log_checkpoints: "on",
    random_page_cost: 1.1,
    // Queries under row-level security are short; compiling them costs more than it saves.
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_line_prefix: "%m [%p] %u@%d ",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = openSync(logFile, "a", 0o600);
  try {
    const { folder, options } = launchOn(place, place.data);
    return spawn(program(place, "postgres"), ["-D", folder, ...flags], {
      ...options,
      stdio: ["ignore", log, log],
      // Its own process group: Ctrl-C reaches us alone, and we stop the parts in their order.
      detached: process.platform !== "win32",
    });
  } catch (error) {
    throw programError(error, program(place, "postgres"));
  } finally {
    closeSync(log);
  }
}

/** A start that was killed leaves its server running; its data directory names it. */
export async function endLeftOver(place: ClusterPlace): Promise<void> {
  const file = path.join(place.data, "postmaster.pid");
  const noted = await readFile(file, "utf8").catch(() => null);
  if (noted === null) return;
  const pid = Number(noted.split("\n")[0]);
  const identity = identityOf(pid);
  if (identity === null) return;
  if (!runsOn(pid, identity, place.data)) {
    // The server of the folder that this one is a copy of, or somebody who was given the same id since. Postgres would
    // take it for one that runs here; its own parent it does not, and goes on to ask whether the memory is in use.
    await writeFile(file, noted.replace(/^\d+/, String(process.pid)));
    return;
  }
  process.kill(pid, "SIGINT");
  for (let tries = 0; tries < 200 && identityOf(pid) === identity; tries++) await sleep(50);
  await endProcess({ name: "postgres", pid, identity });
}

/** Whether a process is a server of this very cluster: a server works in its data directory. */
export function runsOn(pid: number, identity: string, data: string): boolean {
  if (process.platform !== "linux") return identity.includes(data);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch {
    // Another user's.
    return false;
  }
}

function giveTo(place: ClusterPlace, file: string): void {
  if (place.runAs) chownSync(file, place.runAs.uid, place.runAs.gid);
}

/** What keeps a program from running at all: a system without glibc, or without a library that it needs. */
function programError(error: unknown, file: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!["ENOENT", "ENOEXEC", "EACCES"].includes(code)) return error;
  return new StackError(
    `${file} does not run on this system (${code}). The embedded Postgres needs glibc, as Debian, Ubuntu or ` +
      "Fedora have it, and a disk from which programs may run.",
  );
}

/** The end of a log file, for messages. */
export function lastLines(file: string, count = 12): string {
  try {
    return readFileSync(file, "utf8").trimEnd().split("\n").slice(-count).join("\n");
  } catch {
    return "(no log)";
  }
}

/** Days that an older log is kept. */
const oldest = 30;

/** Begins a log anew once it is large, also while the server writes to the end of it; keeps one older, for a month. */
export async function rotateLog(file: string, limit = 10 * 2 ** 20): Promise<void> {
  const older = `${file}.1`;
  const look = (name: string) => stat(name).catch(() => null);
  if (((await look(file))?.size ?? 0) > limit) {
    await copyFile(file, older);
    await truncate(file);
  } else if (Date.now() - ((await look(older))?.mtimeMs ?? Date.now()) > oldest * 24 * 3600_000)
    await rm(older);
}
