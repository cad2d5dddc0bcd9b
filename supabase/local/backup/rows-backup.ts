/**
 * A backup of a Supabase project, hosted or one's own, by its addresses: the rows of the product's tables and the accounts, of
 * one moment, and the files of the bucket. Tables, policies and functions are in no backup: the migrations make them.
 * It takes no client of Postgres (pg_dump must be as new as the server), and no second server.
 */

import { to as copyTo } from "pg-copy-streams";
import { openDatabase, type Statements, type Transaction } from "#shared/server/sql/sql.ts";
import { version } from "#shared/version.ts";
import { type BackupFolder, forEach, type Manifest } from "./backup-folder.ts";
import { type Project, readFileOf, withClient } from "./project.ts";
import { appliedMigrations, takeProof } from "./proof.ts";

/** Schemas whose rows are the product's own. */
const ownSchemas = ["public", "personal", "private"];
/** Accounts and their ways to sign in. Sessions are not kept: their tokens are another project's. */
const accounts = ["auth.users", "auth.identities"];

interface StoredObject {
  name: string;
  mark: string;
  type: string;
}

/** @throws StackError when Storage refuses, and what the database has against it. */
export async function backUpProject(
  project: Project,
  backups: BackupFolder,
): Promise<{ name: string; manifest: Manifest }> {
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
          // Here all is of one moment, and nothing is written since.
          proof: { ...(await takeProof(tx)), snapshot: null },
          migrations: await appliedMigrations(tx),
          sequences: await readSequences(tx),
          objects: await readObjects(tx),
        };
      },
      { mode: "isolation level repeatable read read only" },
    );
    const { objects, ...row } = noted;
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
    return { name: await backups.write(manifest), manifest };
  } finally {
    await sql.end();
    await release();
  }
}

/** Each table as COPY writes it, its columns in the first line, from a second connection that sees the same. */
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

/** Where each sequence of the product's tables stands. */
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

/** What is gone when its turn comes was deleted since, or was missing before: the restore tells whether a row keeps it. */
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
