/**
 * `npm run bring-back -- <folder> <table> <id> [<backup>]`: restores one deleted row from a backup into the system in
 * DATA_DIR, with its files and its former id. Rows to which the restored row refers must exist. Runs as the owner of
 * the tables, so that no policy checks the row's office or the reporting window. The user log records the insert.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import {
  identifier,
  isDatabaseError,
  openDatabase,
  type Statements,
  type Transaction,
} from "#shared/server/sql/sql.ts";
import { runCommand } from "../../common/interruption.ts";
import { readSettings } from "../../common/settings.ts";
import { StackError } from "../../common/stack-error.ts";
import type { BackupFolder, Manifest } from "../backup-folder.ts";
import { storedFile } from "../cluster-backup.ts";
import { restoreCluster, writeFiles } from "../cluster-restore.ts";
import { withDatabase } from "../running.ts";
import { openBackup, readArguments } from "./usage.ts";

const usage =
  "Usage: DATA_DIR=<folder of the system> npm run bring-back -- <folder of backups> <table> <id> [<name of a backup>]";

/**
 * A row as JSON text and as parsed values. The text has all digits of the row's numbers; the parsed values may have
 * fewer.
 */
interface Row {
  json: string;
  values: Record<string, unknown>;
}

/** A row found in a backup, with the rows of its uploads and the rows of Storage for their files. */
interface Found {
  row: Row;
  uploads: Row[];
  objects: Row[];
}

async function run(): Promise<void> {
  const { operands } = readArguments([], usage);
  const [folder, table, id, wanted] = operands;
  if (!folder || !table || !id || !/^\d+$/.test(id) || operands.length > 4) throw new StackError(usage);
  const { backups, name, manifest } = await openBackup(folder, wanted);
  const { dataDir } = readSettings(process.env);
  console.log(`· opening the database of ${name} temporarily`);
  const found = await findRow(backups, manifest, table, id);
  if (!found) throw new StackError(`${table} has no row ${id} in ${name}. An older backup may have it.`);
  await withDatabase(dataDir, ({ superuser }) =>
    bringBack(superuser, dataDir, backups, manifest, table, found),
  );
  console.log(`${table} row ${id} was restored, with ${found.objects.length} files.`);
}

/** Restores the database of the backup, without stored files, into a temporary folder, and reads the row there. */
async function findRow(
  backups: BackupFolder,
  manifest: Manifest,
  table: string,
  id: string,
): Promise<Found | null> {
  const beside = await mkdtemp(path.join(os.tmpdir(), "backup-beside-"));
  try {
    const files = Object.fromEntries(
      Object.entries(manifest.files).filter(([name]) => !name.startsWith("storage/")),
    );
    await restoreCluster(backups, { ...manifest, files }, beside);
    return await withDatabase(beside, async ({ superuser }) => {
      const sql = openDatabase(superuser, { most: 1, patience: Number.POSITIVE_INFINITY });
      try {
        return await read(sql, table, id);
      } finally {
        await sql.end();
      }
    });
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

async function read(sql: Statements, table: string, id: string): Promise<Found | null> {
  await isTable(sql, table);
  const rows = async (from: string, where: string, ...values: (string | string[])[]): Promise<Row[]> => {
    const found = await sql.unsafe<{ json: string }[]>(
      `select to_jsonb(t)::text as json from ${from} t where ${where}`,
      values,
    );
    return found.map(({ json }) => ({ json, values: JSON.parse(json) }));
  };
  const [row] = await rows(`public.${identifier(table)}`, "id = $1", id);
  if (!row) return null;
  const uploads = await rows(
    "public.evidence_files",
    "state = 'kept' and evidence_table = $1 and row_id = $2",
    table,
    id,
  );
  const paths = uploads.flatMap(({ values: { file_path, thumbnail_path } }) =>
    [file_path, thumbnail_path].filter(isText),
  );
  const objects = await rows("storage.objects", "bucket_id = 'evidence' and name = any($1)", paths);
  return { row, uploads, objects };
}

const isText = (value: unknown): value is string => typeof value === "string";

/**
 * Checks that a table of the given name exists and that the user log records its changes.
 * @throws StackError if not.
 */
async function isTable(sql: Statements, table: string): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
    where t.tgname = 'log_insert' and c.relnamespace = 'public'::regnamespace and a.atttypid = 'bigint'::regtype order by 1`;
  const names = tables.map(({ name }) => name);
  if (!names.includes(table))
    throw new StackError(`There is no table ${table}. The tables are: ${names.join(", ")}.`);
}

async function bringBack(
  superuserUrl: string,
  dataDir: string,
  backups: BackupFolder,
  manifest: Manifest,
  table: string,
  { row, uploads, objects }: Found,
): Promise<void> {
  const sql = openDatabase(superuserUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    await isTable(sql, table);
    await sql.begin(async (tx) => {
      const [there] = await tx.unsafe(`select from public.${identifier(table)} where id = $1`, [
        row.values.id as number,
      ]);
      if (there)
        throw new StackError(
          `${table} already has a row ${row.values.id}, so nothing was changed. Delete that row first to replace it.`,
        );
      for (const object of objects) await insert(tx, "storage.objects", object, "on conflict do nothing");
      for (const upload of uploads) {
        await insert(
          tx,
          "public.evidence_files",
          upload,
          "on conflict (upload_id) do update set state = 'kept', row_id = excluded.row_id",
        );
      }
      await insert(tx, `public.${identifier(table)}`, row);
      const files = objects.map(({ values }) => storedFile(String(values.name)));
      await putFiles(
        dataDir,
        backups,
        manifest,
        files.flatMap((file) => [file, `${file}.json`]),
      );
    });
  } catch (error) {
    if (error instanceof StackError || !(error instanceof Error)) throw error;
    throw new StackError(
      `The row could not be restored, and nothing was changed: ${missingReference(error) ?? error.message}`,
    );
  } finally {
    await sql.end();
  }
}

/** Returns a message that names the missing row if the error is a violated foreign key; null for other errors. */
function missingReference(error: Error): string | null {
  if (!isDatabaseError(error) || error.code !== "23503") return null;
  const [, id, table] = /=\((.+)\) is not present in table "(.+)"/.exec(error.detail ?? "") ?? [];
  return id && table
    ? `it refers to ${table} row ${id}, which does not exist. Restore that row first.`
    : null;
}

/** Inserts a row with its former values. Leaves out generated columns, which the database computes again. */
async function insert(tx: Transaction, table: string, row: Row, conflict = ""): Promise<void> {
  const columns = await tx<{ name: string }[]>`
    select attname as name from pg_catalog.pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname = any(${Object.keys(row.values)})`;
  const names = columns.map(({ name }) => identifier(name)).join(", ");
  await tx.unsafe(
    `insert into ${table} (${names}) overriding system value
    select ${names} from jsonb_populate_record(null::${table}, $1::jsonb) ${conflict}`,
    [row.json],
  );
}

/**
 * Copies stored files from the backup into the DATA_DIR.
 * @throws StackError when a file is damaged in the backup.
 */
async function putFiles(
  dataDir: string,
  backups: BackupFolder,
  manifest: Manifest,
  names: string[],
): Promise<void> {
  const files = Object.fromEntries(
    names.flatMap((name) => {
      const file = manifest.files[name];
      return file ? [[name, file]] : [];
    }),
  );
  const damaged = await writeFiles(backups, { files, folders: [] }, dataDir);
  if (damaged.length === 0) return;
  throw new StackError(
    damaged.map(({ name, reason }) => `${name} is damaged in the backup: ${reason}`).join("\n"),
  );
}

await runCommand("DATA_DIR", run);
