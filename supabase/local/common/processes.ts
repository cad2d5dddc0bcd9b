/**
 * Tracks the processes of a DATA_DIR. The file stack.json names the process that uses the folder, and its child
 * processes. While this process runs, no other process can use the folder. If the process is killed, the next process
 * that uses the folder ends the child processes. It ends a child only if id, start time and command line match, because
 * the operating system reuses ids.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { folderIdentity } from "./folder-identity.ts";
import { StackError } from "./stack-error.ts";

interface KnownProcess {
  name: string;
  pid: number;
  /** Result of `identityOf` at the time when the process was recorded here. */
  identity: string;
}

interface StackFile {
  /**
   * Identity of the DATA_DIR for which stack.json was written. A DATA_DIR with a different identity is a copy, and
   * its stack.json lists processes of the original folder. Earlier releases did not write this field.
   */
  folder?: string;
  /** Process that uses the folder. */
  owner: KnownProcess;
  /**
   * Id of the npm process that started the process `owner`; null if it was started without npm. When the npm process
   * ends, the process `owner` exits by itself.
   */
  askedBy: number | null;
  /** Processes that the process `owner` started. */
  children: KnownProcess[];
}

/**
 * Returns a process's start time and command line, which together identify the process permanently. Returns null if the
 * process has ended or is a zombie.
 */
export function identityOf(pid: number): string | null {
  try {
    if (process.platform === "linux") {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      return command === "" ? null : `${statFields(pid)[19]} ${command}`;
    }
    const shown = execFileSync("ps", ["-p", String(pid), "-o", "lstart=,command="], { encoding: "utf8" });
    return shown.trim() || null;
  } catch {
    return null;
  }
}

/**
 * Returns the identity of a process that was just started. Waits at most a second for the command line, which appears
 * only after a moment on a busy machine. Without its identity, the process could not be ended later. Returns "" if the
 * process ended.
 */
function identityOfNew(pid: number): string {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; tries < 500; tries++) {
    const identity = identityOf(pid);
    if (identity !== null) return identity;
    Atomics.wait(pause, 0, 0, 2);
  }
  return "";
}

/**
 * Returns the fields of /proc/<pid>/stat after the process name: state, parent, …; the 20th field is the start time.
 */
function statFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** The lock of this process on a DATA_DIR. `claimDataDir` creates the lock, and `release` ends it. */
export class DataDirClaim {
  private readonly file: string;
  private readonly content: StackFile;

  constructor(dataDir: string) {
    this.file = stackFile(dataDir);
    this.content = {
      folder: folderIdentity(dataDir),
      owner: { name: "start", pid: process.pid, identity: identityOf(process.pid) ?? "" },
      askedBy: askingProcess(),
      children: [],
    };
    this.save();
  }

  /**
   * Records a child process in stack.json. If this process is killed, the next process that uses the folder ends the
   * child.
   */
  addChild(name: string, pid: number): void {
    this.content.children = this.content.children.filter((child) => child.name !== name);
    this.content.children.push({ name, pid, identity: identityOfNew(pid) });
    this.save();
  }

  async release(): Promise<void> {
    await rm(this.file, { force: true });
  }

  /** Writes to a temporary file and renames it, so that other processes never read an incomplete file. */
  private save(): void {
    writeFileSync(`${this.file}.new`, JSON.stringify(this.content, null, 2), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }
}

/**
 * Locks a DATA_DIR for this process. First ends child processes that a killed process has left running there.
 * @throws StackError when another process is using the folder.
 */
export async function claimDataDir(dataDir: string): Promise<DataDirClaim> {
  const earlier = readStackFile(stackFile(dataDir));
  if (earlier && (earlier.folder ?? folderIdentity(dataDir)) === folderIdentity(dataDir)) {
    if (await stillRuns(earlier)) {
      throw new StackError(
        `Another start (process ${earlier.owner.pid}) is using ${dataDir}. Stop it first, ` +
          "or set DATA_DIR to another folder to run a second one.",
      );
    }
    for (const child of earlier.children) await endProcess(child);
  }
  return new DataDirClaim(dataDir);
}

/**
 * Ends a process with SIGTERM and, if that fails, with SIGKILL, and returns when it is gone. Does nothing if its id now
 * belongs to a different process.
 */
export async function endProcess(known: KnownProcess, patienceMs = 5000): Promise<void> {
  const alive = () => known.identity !== "" && identityOf(known.pid) === known.identity;
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (!alive()) return;
    try {
      process.kill(known.pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + patienceMs;
    while (alive() && Date.now() < deadline) await sleep(50);
  }
}

/**
 * Calls `callback` once when the npm process that started this process has ended, for example after `kill -9` of npm.
 * The callback should end this process, which would otherwise keep using the port and the database. Does nothing if
 * this process was not started through npm.
 */
export function onParentExit(callback: () => void): () => void {
  const asking = askingProcess();
  if (asking === null) return () => undefined;
  const timer = setInterval(() => {
    if (isAlive(asking)) return;
    clearInterval(timer);
    callback();
  }, 500);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Checks whether the process that locked the folder still runs. If the npm process that started it has ended, it will
 * exit by itself, so waits for the exit first.
 */
async function stillRuns(earlier: StackFile): Promise<boolean> {
  const runs = () =>
    earlier.owner.pid !== process.pid && identityOf(earlier.owner.pid) === earlier.owner.identity;
  if (earlier.askedBy !== null && !isAlive(earlier.askedBy)) {
    for (let tries = 0; tries < 100 && runs(); tries++) await sleep(200);
  }
  return runs();
}

const stackFile = (dataDir: string): string => path.join(dataDir, "stack.json");

function readStackFile(file: string): StackFile | null {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as StackFile;
  } catch {
    // The file is incomplete: an earlier release was killed while writing it, or the power failed.
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

let asking: number | null | undefined;

/**
 * Returns the id of the npm process that started this process, directly or through a shell; null if there is no npm
 * process. The first call must come early, while npm still runs. Later calls return the remembered id.
 */
function askingProcess(): number | null {
  if (asking !== undefined) return asking;
  asking = null;
  if (process.env.npm_lifecycle_event === undefined) return asking;
  let pid = process.ppid;
  for (let steps = 0; steps < 4 && pid > 1; steps++) {
    if (/\bnpm\b/.test(identityOf(pid) ?? "")) asking = pid;
    pid = parentOf(pid);
  }
  return asking ?? process.ppid;
}

function parentOf(pid: number): number {
  try {
    if (process.platform === "linux") {
      return Number(statFields(pid)[1]);
    }
    return Number(execFileSync("ps", ["-p", String(pid), "-o", "ppid="], { encoding: "utf8" }));
  } catch {
    return 0;
  }
}
