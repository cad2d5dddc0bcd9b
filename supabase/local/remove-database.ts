/** Deletes the database and the stored files of a DATA_DIR, and first describes what will be lost. */
import { existsSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { beforeUpgradeFolder } from "./backup/before-upgrade.ts";
import { reserveFile } from "./common/disk-space.ts";
import { interruption, runAndClose } from "./common/interruption.ts";
import { claimDataDir } from "./common/processes.ts";
import { readSecrets, recordCluster, secretsFile } from "./common/secrets.ts";
import { listTree } from "./postgres/cluster-place.ts";
import { restoringFolder, traceOfDatabase } from "./postgres/data-dir.ts";
import { openServer } from "./postgres/offline-server.ts";
import { newDatabaseFolder, replacedDatabaseFolder } from "./postgres/replace-cluster.ts";

export interface Removal {
  /** Descriptions of what will be lost, with numbers, such as "1,200 records"; empty if nothing will be lost. */
  losses: string[];
  /**
   * Deletes the database, the stored files and the logs. Keeps the passwords and keys for the next database, unless
   * their file is damaged.
   */
  remove(): Promise<void>;
  /** Releases the lock on the DATA_DIR. */
  release(): Promise<void>;
}

/**
 * Locks a DATA_DIR and counts what its removal would delete.
 * @throws StackError when the folder is in use, and when the process gets a signal to end.
 */
export async function openForRemoval(dataDir: string): Promise<Removal> {
  if (!existsSync(dataDir)) {
    return { losses: [], remove: async () => undefined, release: async () => undefined };
  }
  const claim = await claimDataDir(dataDir);
  try {
    const losses = await countLosses(dataDir);
    interruption.throwIfAborted();
    return { losses, remove: () => remove(dataDir), release: () => claim.release() };
  } catch (error) {
    await claim.release();
    throw error;
  }
}

async function remove(dataDir: string): Promise<void> {
  const secrets = await readSecrets(dataDir).catch(() => null);
  if (secrets) {
    await recordCluster(dataDir, secrets, null);
  } else await rm(secretsFile(dataDir), { recursive: true, force: true });
  const databases = ["postgres", "postgres.new", newDatabaseFolder, replacedDatabaseFolder];
  const folders = [...databases, "storage", "logs", beforeUpgradeFolder, restoringFolder];
  for (const name of [...folders, reserveFile]) {
    await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
}

async function countLosses(dataDir: string): Promise<string[]> {
  const losses: string[] = [];
  const hasSecrets = existsSync(secretsFile(dataDir));
  // Without secrets, the database can't be opened. An attempt would create new ones.
  const rows = hasSecrets ? await countRows(dataDir).catch(() => null) : null;
  if (rows) losses.push(...rows);
  else if (existsSync(path.join(dataDir, "postgres"))) {
    losses.push(`a database of ${await sizeOf(path.join(dataDir, "postgres"))}, which cannot be opened`);
  }
  const storage = path.join(dataDir, "storage");
  const stored = existsSync(storage) ? await listTree(storage) : [];
  const files = stored.filter((file) => /^[0-9a-f]{64}$/.test(path.basename(file)));
  if (files.length > 0) losses.push(`${counted(files.length, "stored file")} of ${await sizeOf(storage)}`);
  else if (losses.length === 0) {
    const trace = hasSecrets ? "secrets.json" : await traceOfDatabase(dataDir);
    if (trace !== null) losses.push(`no database and no stored files, but traces of them: ${trace}`);
  }
  return losses;
}

/**
 * Starts the database briefly to count its rows.
 * @throws An error when there is no database, or when it cannot be opened.
 */
async function countRows(dataDir: string): Promise<string[]> {
  const server = await openServer(dataDir);
  return runAndClose(
    () => describeRows(server.urls.superuser),
    () => server.stop(),
  );
}

async function describeRows(superuserUrl: string): Promise<string[]> {
  const sql = openDatabase(superuserUrl, { most: 1 });
  try {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', n.nspname, c.relname) as name
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = 'public'
        and exists (select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'row_version')`;
    let records = 0;
    for (const { name } of tables) {
      const [row] = await sql.unsafe<{ n: number }[]>(`select count(*)::int as n from ${name}`);
      records += row?.n ?? 0;
    }
    const [people] = await sql<{ n: number | null }[]>`select count(*)::int as n from auth.users`;
    return [counted(records, "record"), counted(people?.n ?? 0, "sign-in")];
  } finally {
    await sql.end();
  }
}

const counted = (n: number, what: string): string => `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;

async function sizeOf(folder: string): Promise<string> {
  let bytes = 0;
  for (const file of await listTree(folder)) bytes += (await stat(file)).size;
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
