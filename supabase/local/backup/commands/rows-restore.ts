/**
 * Restores the backup of a project into another project that has the same migrations (`npm run db:push`) and no
 * accounts yet: all rows in one transaction, then the files.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { StackError } from "../../common/stack-error.ts";
import {
  type BackupFile,
  type BackupFolder,
  DamagedFileError,
  forEach,
  type Manifest,
} from "../backup-folder.ts";
import { type Project, readFileOf, storeFileOf, withClient } from "../project.ts";
import { appliedMigrations } from "../proof.ts";
import { type Findings, verify } from "./verify.ts";

/**
 * Restores a project.
 * @returns Files that were skipped because they are damaged in the backup, each with the reason.
 * @throws StackError if the backup is of a DATA_DIR, if the project's migrations differ from those of the backup, if
 * the project already has accounts or files, or if a table is damaged in the backup. In these cases, nothing was
 * changed.
 */
export async function restoreProject(
  backups: BackupFolder,
  manifest: Manifest,
  project: Project,
): Promise<string[]> {
  if (manifest.kind !== "rows") {
    throw new StackError(
      "This backup is of a DATA_DIR and must be restored into a DATA_DIR. To bring that system to Supabase, start it and make " +
        "a backup of it by its addresses.",
    );
  }
  await refuseUnready(manifest, project);
  const tables = entriesOf(manifest, "rows/");
  await checkPieces(backups, tables);
  await withClient(project, (client) => bringRows(client, backups, manifest, tables));
  const damaged: string[] = [];
  await forEach(entriesOf(manifest, "files/"), async ([name, file]) => {
    try {
      const parts: Buffer[] = [];
      for await (const bytes of backups.bytes(file)) parts.push(bytes);
      await storeFileOf(project, name, Buffer.concat(parts), file.type ?? "application/octet-stream");
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      damaged.push(`${name}: ${error.message}`);
    }
  });
  return damaged;
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

async function refuseUnready({ migrations, release }: Manifest, { databaseUrl }: Project): Promise<void> {
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
    const [found] = await sql`select exists (select from auth.users) as accounts, exists (
      select from storage.objects where bucket_id = 'evidence') as files`;
    if (found?.accounts || found?.files) {
      throw new StackError(
        "This project already has accounts or files, so nothing was changed. Restore into a new project.",
      );
    }
  } finally {
    await sql.end();
  }
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
  { sequences = {} }: Manifest,
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
