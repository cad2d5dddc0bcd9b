/**
 * Backs up a DATA_DIR, running or stopped: database, roles, secrets and stored files. The database is saved as a base
 * backup: its files, read while the server runs, and the WAL that the server writes in the meantime. When the restored
 * database starts, Postgres makes its files consistent with the WAL. Stored files never change and are saved by content
 * hash.
 */

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { type Connection, openConnections, openDatabase, type Transaction } from "#shared/server/sql/sql.ts";
import { version } from "#shared/version.ts";
import { ifExists } from "../common/if-exists.ts";
import { secretsFile } from "../common/secrets.ts";
import { StackError } from "../common/stack-error.ts";
import { refuseInside } from "../postgres/data-dir.ts";
import {
  type BackupFile,
  type BackupFolder,
  forEach,
  type MadeBackup,
  type Manifest,
} from "./backup-folder.ts";
import { appliedMigrations, findMissing, knownFiles, takeProof } from "./proof.ts";
import { withDatabase } from "./running.ts";

/**
 * Folders that a base backup may leave empty, because Postgres recreates their content (list from its manual). The
 * WAL is added separately.
 */
const emptied = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/;
/** Files that belong to a running server, to an earlier base backup or to the stack itself, and are not backed up. */
const passing =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|backup_manifest|current_logfiles|postgresql\.auto\.conf\.tmp|pg_internal\.init.*|pgsql_tmp.*|started-in|copied-while-running)$/;
/** Pattern for the names of the folders in storage/. */
const shardName = /^[0-9a-f]{2}$/;
/** Pattern for the names of stored files and of the JSON files with their metadata. */
const storedName = /^[0-9a-f]{64}(\.json)?$/;

/**
 * Backs up a DATA_DIR. If its database is stopped, starts the database for the time of the backup.
 * @throws StackError when there is no database, when the database cannot be opened, or when another command is just
 * starting the database.
 */
export async function backUpCluster(dataDir: string, backups: BackupFolder): Promise<MadeBackup> {
  if (!existsSync(secretsFile(dataDir))) throw new StackError(`There is no system in ${dataDir} to back up.`);
  refuseInside(backups.folder, dataDir);
  return withDatabase(dataDir, ({ superuser }) => backUpServer(dataDir, superuser, backups));
}

/**
 * Backs up a DATA_DIR whose server is running, to any folder.
 * @param linked True to hard-link stored files instead of copying them, if the folder of backups is on the same disk as
 * the DATA_DIR.
 */
export async function backUpServer(
  dataDir: string,
  superuserUrl: string,
  backups: BackupFolder,
  linked = false,
): Promise<MadeBackup> {
  const release = await backups.claim();
  try {
    const files = new Files(
      dataDir,
      backups,
      (await backups.newest().catch(() => null))?.files ?? {},
      linked,
    );
    await files.addStored();
    const { known, ...noted } = await addDatabase(files, superuserUrl);
    // Add files that are new since the first pass. Storage writes a file before it inserts the file's row, so all files
    // that the backed-up rows need are stored now. Files deleted since the first pass are already in the backup.
    await files.addStored();
    await files.add("secrets.json");
    const manifest: Manifest = {
      kind: "cluster",
      madeAt: new Date().toISOString(),
      release: version,
      ...noted,
      files: files.files,
      folders: files.folders,
    };
    const missing = await findMissing(
      known,
      (name) => backupFileOf(manifest, name) !== undefined,
      () => readDatabase(superuserUrl, knownFiles),
    );
    return { name: await backups.write(manifest), manifest, missing };
  } finally {
    await release();
  }
}

/** Returns the manifest's entry for a stored file, by the path of the file in the bucket `evidence`. */
export function backupFileOf({ files }: Manifest, name: string): BackupFile | undefined {
  return files[storedFile(name)];
}

/**
 * Returns the path of a file of the bucket `evidence` in a DATA_DIR. Must match the path that storage-files.ts
 * computes.
 */
export function storedFile(name: string): string {
  const hash = createHash("sha256").update(`evidence/${name}`).digest("hex");
  return path.posix.join("storage", hash.slice(0, 2), hash);
}

/** Adds the database. Also returns the paths of the files that the backed-up rows know. */
async function addDatabase(
  files: Files,
  superuserUrl: string,
): Promise<Pick<Manifest, "proof" | "migrations"> & { known: Set<string> }> {
  // Use one connection for the whole base backup. When the connection ends, Postgres aborts the backup and stops
  // retaining WAL for it.
  const connections = openConnections(superuserUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
  const connection = await connections.connect();
  try {
    await connection.query(
      "select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), immediately_reserve => true, temporary => true)",
    );
    const begin = await position(connection, "pg_backup_start('arbo-monitoring', fast => true)");
    await files.addCluster();
    const noted = await readDatabase(superuserUrl, async (tx) => ({
      proof: await takeProof(tx),
      migrations: await appliedMigrations(tx),
      known: await knownFiles(tx),
    }));
    await files.addStored();
    const { rows } = await connection.query(
      "select labelfile, lsn::text from pg_backup_stop(wait_for_archive => false)",
    );
    const { labelfile, lsn } = rows[0] as { labelfile: string; lsn: string };
    await files.addBytes("postgres/backup_label", Buffer.from(labelfile));
    const last = await position(connection, `'${lsn}'::pg_lsn`);
    const log = await readdir(files.at("postgres/pg_wal"));
    await forEach(
      log.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= begin && name <= last),
      (name) => files.add(`postgres/pg_wal/${name}`),
    );
    return noted;
  } finally {
    connection.release();
    await connections.end();
  }
}

/** Returns the name of the WAL segment that contains a WAL position. */
async function position(connection: Connection, lsn: string): Promise<string> {
  const { rows } = await connection.query(`select pg_walfile_name(${lsn}) as name`);
  return rows[0].name;
}

/** Runs work that reads the database as of one moment. */
async function readDatabase<Result>(
  superuserUrl: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const sql = openDatabase(superuserUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    return await sql.begin(work, { mode: "isolation level repeatable read read only" });
  } finally {
    await sql.end();
  }
}

/**
 * Collects the files of one backup: adds files of a DATA_DIR to the folder of backups, and lists them by path for the
 * manifest.
 */
class Files {
  readonly files: Manifest["files"] = {};
  readonly folders: string[] = [];
  private readonly dataDir: string;
  private readonly backups: BackupFolder;
  private readonly before: Manifest["files"];
  private readonly linked: boolean;

  constructor(dataDir: string, backups: BackupFolder, before: Manifest["files"], linked: boolean) {
    this.dataDir = dataDir;
    this.backups = backups;
    this.before = before;
    this.linked = linked;
  }

  at(name: string): string {
    return path.join(this.dataDir, name);
  }

  async add(name: string, mark?: string): Promise<void> {
    const file = await this.backups.add(this.at(name), mark, this.linked && name.startsWith("storage/"));
    if (file) this.files[name] = file;
  }

  async addBytes(name: string, bytes: Uint8Array): Promise<void> {
    this.files[name] = await this.backups.addBytes(bytes);
  }

  /**
   * Adds the stored files that were not added yet. Does not read a file whose size and time are the same as in the
   * previous backup.
   */
  async addStored(): Promise<void> {
    const shards = (await ifExists(readdir(this.at("storage")))) ?? [];
    for (const shard of shards.filter((name) => shardName.test(name)).sort()) {
      const found = (await ifExists(readdir(this.at(`storage/${shard}`)))) ?? [];
      await forEach(
        found.filter((file) => storedName.test(file)),
        async (file) => {
          const name = `storage/${shard}/${file}`;
          const now = await ifExists(stat(this.at(name), { bigint: true }));
          if (!now) return;
          const mark = `${now.size} ${now.mtimeNs}`;
          const before = [this.files[name], this.before[name]].find((earlier) => earlier?.mark === mark);
          if (before && this.backups.has(before)) this.files[name] = before;
          else await this.add(name, mark);
        },
      );
    }
  }

  /** Adds the database files without the WAL. pg_control is added last, as a base backup requires. */
  async addCluster(): Promise<void> {
    const control = "postgres/global/pg_control";
    await this.addFolder("postgres", control);
    await this.add(control);
  }

  private async addFolder(folder: string, except: string): Promise<void> {
    const entries = await readdir(this.at(folder), { withFileTypes: true });
    if (entries.length === 0) this.folders.push(folder);
    const files = entries.filter((entry) => entry.isFile() && !passing.test(entry.name));
    await forEach(files, async ({ name }) => {
      if (`${folder}/${name}` !== except) await this.add(`${folder}/${name}`);
    });
    for (const { name } of entries.filter((entry) => entry.isDirectory() && !passing.test(entry.name))) {
      if (folder === "postgres" && emptied.test(name)) this.folders.push(`postgres/${name}`);
      else await this.addFolder(`${folder}/${name}`, except);
    }
  }
}
