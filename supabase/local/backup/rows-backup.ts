/**
 * Backs up a hosted or self-hosted Supabase project through its URLs: the files of the bucket, and accounts and rows of
 * the product as of one moment. Tables, policies and functions are not included, because migrations create them. Does
 * not use pg_dump, which would have to be as new as the server.
 */

import { to as copyTo } from "pg-copy-streams";
import { openDatabase, type Statements, type Transaction } from "#shared/server/sql/sql.ts";
import { version } from "#shared/version.ts";
import { type BackupFolder, forEach, type MadeBackup, type Manifest } from "./backup-folder.ts";
import { type Project, readFileOf, withClient } from "./project.ts";
import { appliedMigrations, findMissing, knownFiles, takeProof } from "./proof.ts";

/** Schemas whose rows belong to the product. */
const ownSchemas = ["public", "personal", "private"];
/**
 * Accounts and their sign-in methods. Sessions are not included: their tokens are only valid in the original project.
 */
const accounts = ["auth.users", "auth.identities"];

interface StoredObject {
  name: string;
  mark: string;
  type: string;
}

/**
 * Backs up a project.
 * @throws StackError when Storage rejects a request.
 * @throws The errors of the database, unchanged.
 */
export async function backUpProject(project: Project, backups: BackupFolder): Promise<MadeBackup> {
  const release = await backups.claim();
  const sql = openDatabase(project.databaseUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    const before = (await backups.newest().catch(() => null))?.files ?? {};
    const files: Manifest["files"] = {};
    const noted = await sql.begin(
      async (tx) => {
        await tx`set local statement_timeout = 0`;
        await copyRows(project, tx, backups, files);
        return {
          // Rows and log entries are read in the same snapshot. So the backup has nothing that was written after the
          // counting.
          proof: { ...(await takeProof(tx)), snapshot: null },
          migrations: await appliedMigrations(tx),
          sequences: await readSequences(tx),
          objects: await readObjects(tx),
          known: await knownFiles(tx),
        };
      },
      { mode: "isolation level repeatable read read only" },
    );
    const { objects, known, ...row } = noted;
    await copyFiles(project, objects, backups, before, files);
    const madeAt = new Date().toISOString();
    const manifest: Manifest = {
      kind: "rows",
      madeAt,
      release: version,
      ...row,
      files,
      folders: [],
    };
    const isInBackup = (name: string) => files[`files/${name}`] !== undefined;
    const missing = await findMissing(known, isInBackup, () => knownFiles(sql));
    return { name: await backups.write(manifest), manifest, missing };
  } finally {
    await sql.end();
    await release();
  }
}

/**
 * Adds each table to the backup, as read by COPY. COPY runs on a second connection that uses the snapshot of the
 * transaction. The first line of each table has the column names.
 */
async function copyRows(
  project: Project,
  tx: Transaction,
  backups: BackupFolder,
  files: Manifest["files"],
): Promise<void> {
  const [moment] = await tx<{ snapshot: string }[]>`select pg_export_snapshot() as snapshot`;
  const tables = await tx<{ name: string; columns: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and (n.nspname = any(${ownSchemas}) or format('%I.%I', n.nspname, c.relname) = any(${accounts}))
    group by n.nspname, c.relname order by 1`;
  await withClient(project, async (client) => {
    await client.query("begin isolation level repeatable read read only");
    await client.query(`set transaction snapshot '${moment?.snapshot}'`);
    await client.query("set local statement_timeout = 0");
    for (const { name, columns } of tables) {
      const rows = client.query(
        copyTo(`copy (select ${columns} from ${name}) to stdout with (format text, header)`),
      );
      files[`rows/${name}`] = await backups.addStream(rows);
    }
  });
}

/** Reads the current values of the sequences of the product's tables. */
async function readSequences(sql: Statements): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; value: string }[]>`
    select format('%I.%I', schemaname, sequencename) as name, last_value as value
    from pg_catalog.pg_sequences where schemaname = any(${ownSchemas}) and last_value is not null`;
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

async function readObjects(sql: Statements): Promise<StoredObject[]> {
  return sql<StoredObject[]>`
    select name, concat_ws(' ', id, updated_at, metadata ->> 'size') as mark,
      coalesce(metadata ->> 'mimetype', 'application/octet-stream') as type
    from storage.objects where bucket_id = 'evidence' order by name`;
}

/** Adds the stored files. Skips a missing file, because it may have been deleted during the backup. */
async function copyFiles(
  project: Project,
  objects: readonly StoredObject[],
  backups: BackupFolder,
  before: Manifest["files"],
  files: Manifest["files"],
): Promise<void> {
  await forEach(objects, async ({ name, mark, type }) => {
    const known = before[`files/${name}`];
    if (known?.mark === mark && backups.has(known)) {
      files[`files/${name}`] = known;
      return;
    }
    const bytes = await readFileOf(project, name);
    if (bytes) files[`files/${name}`] = { ...(await backups.addBytes(bytes, mark)), type };
  });
}
