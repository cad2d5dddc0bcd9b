/**
 * Restores the backup of a project into a different project, which must have the same migrations (`npm run db:push`)
 * and no accounts. Restores all rows in one transaction, and then the files. If some files were not restored, running
 * the command again sends them.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { openDatabase, type Statements } from "#shared/server/sql/sql.ts";
import { StackError } from "../../common/stack-error.ts";
import {
  type BackupFile,
  type BackupFolder,
  DamagedFileError,
  forEach,
  type Manifest,
} from "../backup-folder.ts";
import { type Project, readFileOf, StorageError, storeFileOf, withClient } from "../project.ts";
import { appliedMigrations } from "../proof.ts";
import { type Findings, verify } from "./verify.ts";

/**
 * Table that exists in a project while a restore is unfinished: from the commit of the restored rows until all files
 * are restored. Its only row is the time of the backup.
 */
const progressTable = "supabase_migrations.unfinished_restore";

/** Files that were not restored: a message with the reason for each. */
interface SkippedFiles {
  /** Files that are damaged in the backup. */
  damaged: string[];
  /** Files that Storage did not accept. */
  refused: string[];
}

/**
 * Restores a project, or continues an unfinished restore of the same backup.
 * @throws StackError, before anything is changed, in four cases: the backup is of a DATA_DIR, a table in the backup is
 * damaged, the project has other migrations, or the project already has accounts or files.
 */
export async function restoreProject(
  backups: BackupFolder,
  manifest: Manifest,
  project: Project,
): Promise<SkippedFiles> {
  if (manifest.kind !== "rows") {
    throw new StackError(
      "This backup is of a DATA_DIR and must be restored into a DATA_DIR. To bring that system to Supabase, start it and make " +
        "a backup of it by its addresses.",
    );
  }
  const target = await checkTarget(manifest, project);
  if (target.isEmpty) {
    const tables = entriesOf(manifest, "rows/");
    await checkPieces(backups, tables);
    await withClient(project, (client) => bringRows(client, backups, manifest, tables));
  }
  const missing = entriesOf(manifest, "files/").filter(([name]) => !target.files.has(name));
  const skipped = await sendFiles(backups, project, missing);
  if (skipped.refused.length === 0)
    await withClient(project, (client) => client.query(`drop table if exists ${progressTable}`));
  return skipped;
}

async function sendFiles(
  backups: BackupFolder,
  project: Project,
  files: readonly [string, BackupFile][],
): Promise<SkippedFiles> {
  const skipped: SkippedFiles = { damaged: [], refused: [] };
  await forEach(files, async ([name, file]) => {
    try {
      const parts: Buffer[] = [];
      for await (const bytes of backups.bytes(file)) parts.push(bytes);
      await storeFileOf(project, name, Buffer.concat(parts), file.type ?? "application/octet-stream");
    } catch (error) {
      if (error instanceof DamagedFileError) skipped.damaged.push(`${name}: ${error.message}`);
      else if (error instanceof StorageError) skipped.refused.push(error.message);
      else throw error;
    }
  });
  return skipped;
}

/** Verifies a project into which a backup was restored. */
export function verifyProject(manifest: Manifest, project: Project): Promise<Findings> {
  return verify(project.databaseUrl, project.databaseUrl, manifest, async (name) => {
    const bytes = await readFileOf(project, name);
    return bytes && createHash("sha256").update(bytes).digest("hex");
  });
}

const entriesOf = ({ files }: Manifest, folder: string): [string, BackupFile][] =>
  Object.entries(files).flatMap(([name, file]) =>
    name.startsWith(folder) ? [[name.slice(folder.length), file]] : [],
  );

/** State of the project into which a backup is restored. */
interface Target {
  /** False if an earlier, unfinished restore of the same backup has already committed the rows. */
  isEmpty: boolean;
  /** Names of the files that Storage already has. */
  files: ReadonlySet<string>;
}

/**
 * Checks that a backup can be restored into a project.
 * @throws StackError if not.
 */
async function checkTarget(
  { migrations, release, madeAt }: Manifest,
  { databaseUrl }: Project,
): Promise<Target> {
  const sql = openDatabase(databaseUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    const there = await appliedMigrations(sql);
    if (there.join() !== migrations.join()) {
      throw new StackError(
        `The backup is of release ${release} with ${migrations.length} migrations up to ${migrations.at(-1)}; this database has ` +
          `${there.length}${there.length > 0 ? `, up to ${there.at(-1)}` : ""}. Nothing was changed. Push that release's migrations ` +
          "(npm run db:push) into a new project, restore, and upgrade it then.",
      );
    }
    const objects = await sql<{ name: string }[]>`
      select name from storage.objects where bucket_id = 'evidence'`;
    const files = new Set(objects.map(({ name }) => name));
    if (await isUnfinishedRestore(sql, madeAt)) return { isEmpty: false, files };
    const [found] = await sql`select exists (select from auth.users) as accounts`;
    if (found?.accounts || files.size > 0) {
      throw new StackError(
        "This project already has accounts or files, so nothing was changed. Restore into a new project.",
      );
    }
    return { isEmpty: true, files };
  } finally {
    await sql.end();
  }
}

/**
 * Checks whether an unfinished restore of the backup made at `madeAt` has committed the rows but not yet restored all
 * files.
 */
async function isUnfinishedRestore(sql: Statements, madeAt: string): Promise<boolean> {
  const [table] = await sql`select to_regclass(${progressTable}) is not null as there`;
  if (!table?.there) return false;
  const [row] = await sql.unsafe<{ backup: string }[]>(`select backup from ${progressTable}`);
  return row?.backup === madeAt;
}

/**
 * Reads all tables of the backup before anything is written, to find damaged pieces.
 * @throws StackError that names the damaged tables.
 */
async function checkPieces(backups: BackupFolder, tables: readonly [string, BackupFile][]): Promise<void> {
  const damaged: string[] = [];
  await forEach(tables, async ([name, file]) => {
    try {
      for await (const _ of backups.bytes(file));
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      damaged.push(`  ${name}: ${error.message}`);
    }
  });
  if (damaged.length > 0)
    throw new StackError(
      `The backup is damaged, and nothing was restored. Damaged tables:\n${damaged.join("\n")}`,
    );
}

async function bringRows(
  client: pg.Client,
  backups: BackupFolder,
  { sequences = {}, madeAt }: Manifest,
  tables: readonly [string, BackupFile][],
): Promise<void> {
  await client.query("begin");
  await client.query("set local statement_timeout = 0");
  // Disable triggers and foreign keys for this transaction. So rows are inserted unchanged and without log entries, and
  // the order of the tables does not matter.
  await client.query("set local session_replication_role = replica");
  const own = tables.map(([name]) => name).filter((name) => !name.startsWith("auth."));
  await client.query(`truncate ${own.join(", ")}`);
  for (const [name, file] of tables) {
    const source = Readable.from(backups.bytes(file));
    const columns = await firstLine(backups, file);
    await pipeline(
      source,
      client.query(copyFrom(`copy ${name} (${columns}) from stdin with (format text, header match)`)),
    );
  }
  for (const [name, value] of Object.entries(sequences))
    await client.query("select setval($1::regclass, $2::bigint)", [name, value]);
  await client.query(`drop table if exists ${progressTable}`);
  await client.query(`create table ${progressTable} as select $1::text as backup`, [madeAt]);
  await client.query("commit");
  await client.query("analyze");
}

/** Reads the column names of a table from the first line of its file in the backup. */
async function firstLine(backups: BackupFolder, file: BackupFile): Promise<string> {
  for await (const bytes of backups.bytes(file)) {
    const line = bytes.subarray(0, bytes.indexOf("\n")).toString();
    return line
      .split("\t")
      .map((name) => `"${name.replaceAll('"', '""')}"`)
      .join(", ");
  }
  return "";
}
