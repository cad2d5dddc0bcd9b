/**
 * The embedded Postgres 17: runs initdb once, and starts the server. It listens only on the loopback address, on a
 * free port and without a Unix socket, so that several checkouts can run in parallel.
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
import { explainError, restoreAdvice, StackError } from "../common/stack-error.ts";
import { type ClusterPlace, hasCluster, postgresLaunchOptions, programPath } from "./cluster-place.ts";

/**
 * The superuser role that initdb creates. As on hosted Supabase, the product's tables belong to another role,
 * `postgres`.
 */
export const superuser = "supabase_admin";
/** Login role of the local Auth, REST and Storage services. On hosted Supabase, each service has its own role. */
export const servicesRole = "local_services";

/**
 * Creates the database cluster, unless it exists already. The cluster is first created in a draft folder. If the
 * creation is interrupted, the next call deletes the draft.
 * @returns True if the cluster was created.
 */
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
      // Pass the password file as stdin, because the user who runs Postgres may not be able to open the file.
      `--pwfile=${place.runAs ? "/dev/stdin" : passwordFile}`,
      // With its bundled ICU library, Postgres sorts in the same way on every machine, and like en_US on hosted
      // Supabase.
      ...["--encoding=UTF8", "--locale-provider=icu", "--icu-locale=en-US", "--locale=C"],
    ];
    await initdb(place, draft, flags, input);
  } finally {
    closeSync(input);
  }
}

/**
 * Runs initdb on a folder.
 * @throws An error with the output of initdb.
 */
export async function initdb(
  place: ClusterPlace,
  folder: string,
  flags: string[],
  input: number | "ignore" = "ignore",
): Promise<void> {
  const { folder: entered, options } = postgresLaunchOptions(place, folder);
  const child = spawn(programPath(place, "initdb"), ["-D", entered, ...flags], {
    ...options,
    stdio: [input, "ignore", "pipe"],
  });
  const ended = exitOf(child).catch((error: unknown) => {
    throw programError(error, programPath(place, "initdb"));
  });
  const [words, code] = await Promise.all([text(child.stderr as Readable), ended]);
  if (code !== 0) throw new Error(words.trim());
}

/**
 * Waits until a program exits, and returns its exit code; null if a signal ended the program.
 * @throws The error that prevented the start of the program.
 */
function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
}

/**
 * Starts the server program.
 * @param logFile File for the server's log.
 * @param durable False for a temporary database: faster, but not safe against power failure.
 */
export function launch(place: ClusterPlace, port: number, logFile: string, durable: boolean): ChildProcess {
  const settings: Record<string, string | number> = {
    listen_addresses: loopback,
    port,
    unix_socket_directories: "",
    max_connections: 100,
    // Use a sixteenth of the memory, from 128 MB to 512 MB. Postgres' manual recommends a quarter for a machine that is
    // only a database server, but this machine may also run other programs.
    shared_buffers: `${Math.round(Math.min(512, Math.max(128, os.totalmem() / 2 ** 20 / 16)))}MB`,
    work_mem: "16MB",
    maintenance_work_mem: "128MB",
    effective_cache_size: "1GB",
    // Use at most as many workers as cores minus one, because the leader process of a query works, too.
    max_parallel_workers_per_gather: Math.min(2, Math.max(1, os.availableParallelism() - 1)),
    max_wal_size: "2GB",
    // Retain WAL, so that a copy made while the server runs can be recovered (copied-cluster.ts).
    wal_keep_size: durable ? "512MB" : 0,
    log_checkpoints: "on",
    random_page_cost: 1.1,
    // Queries under row-level security are short, so JIT compilation costs more than it saves.
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
    const { folder, options } = postgresLaunchOptions(place, place.data);
    return spawn(programPath(place, "postgres"), ["-D", folder, ...flags], {
      ...options,
      stdio: ["ignore", log, log],
      // Run Postgres in its own process group. So Ctrl-C reaches only the stack's process, which then stops all parts
      // in the right order.
      detached: process.platform !== "win32",
    });
  } catch (error) {
    throw programError(error, programPath(place, "postgres"));
  } finally {
    closeSync(log);
  }
}

/**
 * Ends a server that is still running because an earlier `npm start` was killed. Finds the server by the pid file in
 * the data directory.
 */
export async function endLeftoverServer(place: ClusterPlace): Promise<void> {
  const file = path.join(place.data, "postmaster.pid");
  const noted = await readFile(file, "utf8").catch(() => null);
  if (noted === null) return;
  const pid = Number(noted.split("\n")[0]);
  const identity = identityOf(pid);
  if (identity === null) return;
  if (!isServerOf(pid, identity, place.data)) {
    // The pid file names a process that is not a server of this data directory: the folder is a copy, or the pid was
    // reused. Postgres would refuse to start because of this pid. So write the pid of the current process, which
    // Postgres ignores because the current process will be its parent.
    await writeFile(file, noted.replace(/^\d+/, String(process.pid)));
    return;
  }
  process.kill(pid, "SIGINT");
  for (let tries = 0; tries < 200 && identityOf(pid) === identity; tries++) await sleep(50);
  await endProcess({ name: "postgres", pid, identity });
}

/**
 * Checks whether a process is a server of this cluster, by its program and its working directory. Other programs, such
 * as a shell or an editor, may have the same working directory.
 */
export function isServerOf(pid: number, identity: string, data: string): boolean {
  if (process.platform !== "linux") return identity.includes(data);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data) && isPostgres(pid);
  } catch {
    // Ignore the error: the process belongs to another user, so it is not a server of this cluster.
    return false;
  }
}

/** Linux adds " (deleted)" to the path of a program whose file was removed, as `npm ci` does during an upgrade. */
const isPostgres = (pid: number): boolean =>
  /^postgres( \(deleted\))?$/.test(path.basename(readlinkSync(`/proc/${pid}/exe`)));

function giveTo(place: ClusterPlace, file: string): void {
  if (place.runAs) chownSync(file, place.runAs.uid, place.runAs.gid);
}

/**
 * Returns an error that explains why a program of Postgres could not be started, for example because the system has no
 * glibc.
 */
function programError(error: unknown, file: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!["ENOENT", "ENOEXEC", "EACCES"].includes(code)) return error;
  return new StackError(
    `${file} does not run on this system (${code}). The embedded Postgres needs glibc, as in Debian, Ubuntu or ` +
      "Fedora, and a disk that allows running programs.",
  );
}

/** Returns an error for a server that did not start, with the end of its log. */
export const startFailure = (logFile: string): StackError =>
  new StackError(
    `Postgres did not start. End of its log:\n${lastLines(logFile)}\nIf the log names a damaged or missing file, the database is damaged. ${restoreAdvice}`,
  );

/** Returns the last lines of a log file, to be shown in a message. */
export function lastLines(file: string, count = 12): string {
  try {
    return readFileSync(file, "utf8").trimEnd().split("\n").slice(-count).join("\n");
  } catch {
    return "(no log)";
  }
}

/** Number of days for which the older log is kept. */
const oldest = 30;

/**
 * If the log file is too large, moves its content to the older log. Copies the content and empties the file, so that
 * the server can keep appending to the file. If the log file is small, removes an older log that has not changed for a
 * month.
 */
export async function rotateLog(file: string, limit = 10 * 2 ** 20): Promise<void> {
  const older = `${file}.1`;
  const look = (name: string) => stat(name).catch(() => null);
  if (((await look(file))?.size ?? 0) > limit) {
    await copyFile(file, older);
    await truncate(file);
  } else if (Date.now() - ((await look(older))?.mtimeMs ?? Date.now()) > oldest * 24 * 3600_000)
    await rm(older);
}
