/**
 * Checks that the parts of a DATA_DIR belong together: the database in postgres/, stored files in storage/, and
 * secrets.json, which has the identifier of its database. A part may be missing after a copy, a move or a restore. A
 * missing part is an error, and the start creates no new part in its place.
 */
import { accessSync, closeSync, constants, existsSync, openSync, readSync, realpathSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Statements } from "#shared/server/sql/sql.ts";
import { ifExists } from "../common/if-exists.ts";
import { createFolder } from "../common/new-folder.ts";
import { generateSecrets, readSecrets, recordCluster, type Secrets, secretsFile } from "../common/secrets.ts";
import { toShellWord } from "../common/shell-word.ts";
import { StackError } from "../common/stack-error.ts";
import { type ClusterPlace, hasCluster, listTree } from "./cluster-place.ts";

/** The parts with the data of the system. A copy of a DATA_DIR must include all of them. */
const parts = ["postgres", "storage", "secrets.json"] as const;

/**
 * Folder in a DATA_DIR to which a restore first writes its files. When all files are written, the restore moves them
 * into place.
 */
export const restoringFolder = "restoring";

/**
 * Refuses a folder for a backup or an export that is inside of the DATA_DIR.
 * @throws StackError when it is.
 */
export function refuseInside(folder: string, dataDir: string): void {
  if (!`${realPath(folder)}${path.sep}`.startsWith(`${realPath(dataDir)}${path.sep}`)) return;
  throw new StackError(
    `${folder} is inside ${dataDir} and would be lost with it. Choose a folder elsewhere, ideally on another disk.`,
  );
}

/** Returns a path without symbolic links. The last parts of the path may not exist yet. */
function realPath(file: string): string {
  const parent = path.dirname(file);
  if (existsSync(file) || parent === file) return realpathSync(file);
  return path.join(realPath(parent), path.basename(file));
}

/** Path of the log of Postgres in a DATA_DIR. */
export const postgresLog = (dataDir: string): string => path.join(dataDir, "logs/postgres.log");

/**
 * Creates the folder if needed, and checks that it is usable.
 * @throws StackError when it is not writable, or contains files of another user.
 */
export async function openDataDir(dataDir: string): Promise<void> {
  await createFolder(dataDir, 0o755);
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new StackError(
      `${dataDir} is not writable for the user ${userName()}. ${giveCommand(dataDir)}, or set DATA_DIR to another folder.`,
    );
  }
  // Don't check the owner of the files for root. Root can access all files, and if root starts the system, the database
  // files belong to the user `postgres`.
  if (process.getuid?.() !== 0) await refuseForeignFiles(dataDir);
}

async function refuseForeignFiles(dataDir: string): Promise<void> {
  const uid = process.getuid?.();
  if (uid === undefined) return;
  for (const name of [...parts, "logs", "stack.json"]) {
    const part = path.join(dataDir, name);
    if (!existsSync(part)) continue;
    const inside = await listTree(part).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOTDIR" || error.code === "EACCES") return [];
      throw error;
    });
    for (const file of [part, ...inside]) {
      if (((await ifExists(lstat(file)))?.uid ?? uid) === uid) continue;
      throw new StackError(
        `${file} belongs to another user, as after a copy or a start by root. ${giveCommand(dataDir)}, ` +
          "or start as that user.",
      );
    }
  }
}

const giveCommand = (dataDir: string) =>
  `Run: sudo chown -R ${process.getuid?.()}:${process.getgid?.()} ${toShellWord(dataDir)}`;

function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

/**
 * Reads the secrets of the database in DATA_DIR, or creates secrets for a new database. The first start of the system
 * records the identifier of the database in the secrets.
 * @throws StackError when the database or its secrets are missing, damaged or belong to another system.
 */
export async function openSecrets(dataDir: string, place: ClusterPlace): Promise<Secrets> {
  const secrets = await readSecrets(dataDir);
  if (!secrets) {
    const trace = await traceOfDatabase(dataDir);
    if (trace === null) return generateSecrets(dataDir);
    throw new StackError(
      `${secretsFile(dataDir)} is missing, but ${path.join(dataDir, trace)} exists. Without the secrets, nothing can open ` +
        `the database. ${remedies(dataDir)}`,
    );
  }
  if (existsSync(place.data)) {
    const found = clusterIdentifier(place.data);
    if (secrets.cluster && secrets.cluster !== found) {
      throw new StackError(
        `${secretsFile(dataDir)} and ${place.data} do not belong together: they are from different systems. ` +
          remedies(dataDir),
      );
    }
    if (!secrets.cluster) await recordCluster(dataDir, secrets, found);
  } else if (secrets.cluster ?? (secrets.cluster === undefined && (await traceOfDatabase(dataDir)))) {
    throw new StackError(
      `The database of ${dataDir} is missing: its passwords are there, but ${place.data} is not. ` +
        remedies(dataDir),
    );
  }
  return secrets;
}

/**
 * Checks that the folder of the stored files exists, unless the database knows no stored file. A new folder in its
 * place would hide that the files are lost.
 * @throws StackError when the folder is missing.
 */
export async function refuseLostFiles(dataDir: string, sql: Statements): Promise<void> {
  const folder = path.join(dataDir, "storage");
  if (existsSync(folder)) return;
  const [found] = await sql`select to_regclass('storage.objects') is not null as known`;
  if (!found?.known) return;
  const [stored] = await sql<{ n: number }[]>`select count(*)::int as n from storage.objects`;
  if (!stored?.n) return;
  throw new StackError(
    `The stored files of ${dataDir} are missing: the database knows ${stored.n}, but ${folder} is not there. ` +
      `${remedies(dataDir)} If the files are lost for good, start without them: mkdir ${toShellWord(folder)}`,
  );
}

/**
 * Looks for traces of a database that is missing now, because the secrets files of earlier releases do not show whether
 * there was a database.
 * @returns A file or folder that only a system with a database has; null if there is none.
 */
export async function traceOfDatabase(dataDir: string): Promise<string | null> {
  // The folder `restoring` is left by an interrupted restore, so there was a database.
  for (const part of ["postgres", restoringFolder]) if (existsSync(path.join(dataDir, part))) return part;
  const stored = await readdir(path.join(dataDir, "storage")).catch(() => []);
  if (stored.length > 0) return "storage";
  return existsSync(postgresLog(dataDir)) ? "logs/postgres.log" : null;
}

/** Returns advice for the user whose DATA_DIR lacks a part. */
function remedies(dataDir: string): string {
  return (
    `Copy all of it again (${parts.join(", ")} belong together), or restore it from a backup. ` +
    `To delete what is left in ${dataDir} and start over: npm run db:reset.`
  );
}

/** Returns the permanent identifier that initdb gave to a cluster: the first eight bytes of pg_control. */
export function clusterIdentifier(data: string): string {
  if (!hasCluster(data)) throw new StackError(`${data} is not a complete database: PG_VERSION is missing.`);
  const bytes = Buffer.alloc(8);
  try {
    const file = openSync(path.join(data, "global/pg_control"), "r");
    try {
      if (readSync(file, bytes, 0, 8, 0) === 8) return bytes.readBigUInt64LE().toString();
    } finally {
      closeSync(file);
    }
  } catch {
    // Ignore the read error: an unreadable file and a file that is too short give the same error below.
  }
  throw new StackError(`${data} is not a complete database: global/pg_control is missing or cannot be read.`);
}
