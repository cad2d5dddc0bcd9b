/**
 * Makes an anonymised copy from a backup. Restores the backup into a temporary folder, copies its rows with replaced
 * values into a new system, and deletes the temporary folder. The new system's folder gets its final name at the end,
 * so a failed copy never has this name.
 */
import { randomBytes } from "node:crypto";
import path from "node:path";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { demoUsers, seedUsers, type UserIds } from "../../../seed/users.ts";
import type { BackupFolder, Manifest } from "../backup/backup-folder.ts";
import { restoreCluster } from "../backup/cluster-restore.ts";
import { withClient } from "../backup/project.ts";
import { withDatabase } from "../backup/running.ts";
import { runAndClose } from "../common/interruption.ts";
import { makeFolder } from "../common/new-folder.ts";
import { StackError } from "../common/stack-error.ts";
import { projectMigrations } from "../postgres/migrations.ts";
import { type Stack, startStack } from "../stack.ts";
import { createHelpers } from "./helpers.ts";
import { planFiles, storeFiles } from "./neutral-files.ts";
import { copyRows } from "./rows.ts";
import { planTables, readCopiedTables } from "./tables.ts";

export interface CopyOptions {
  signal: AbortSignal;
  progress: (line: string) => void;
}

export interface AnonymizedCopy {
  tables: number;
  rows: number;
  files: number;
  /** Number of different typed texts that were replaced because they contain the name of a person or an ARBO. */
  namingTexts: number;
  /** Password of all demo users. It is stored nowhere. */
  password: string;
}

/**
 * Makes the copy.
 * @param target Folder to create: a DATA_DIR.
 * @throws StackError when the folder exists, when the backup is of another release or of a Supabase project, or when a
 * column has no rule. After an error, no folder remains.
 */
export async function makeCopy(
  backups: BackupFolder,
  manifest: Manifest,
  target: string,
  options: CopyOptions,
): Promise<AnonymizedCopy> {
  const part = "copy";
  const make = async (draft: string) => {
    await refuseOtherRelease(manifest);
    const [original, copy] = [path.join(draft, "original"), path.join(draft, part)];
    await restoreCluster(backups, withoutFiles(manifest), original);
    options.signal.throwIfAborted();
    options.progress("· restored into a temporary folder; copying the rows");
    const made = await withDatabase(original, ({ postgres }) => fillCopy(postgres, copy, options));
    options.signal.throwIfAborted();
    return made;
  };
  return makeFolder(target, make, part);
}

async function refuseOtherRelease({ kind, migrations, release }: Manifest): Promise<void> {
  if (kind !== "cluster")
    throw new StackError(
      "This backup is of a Supabase project. A copy is made only from a backup of one server.",
    );
  const ours = (await projectMigrations()).map(({ version }) => version);
  if (ours.join() !== migrations.join())
    throw new StackError(
      `The backup is of release ${release}, whose database differs from this release. Run the command of that release, or upgrade the system and make a new backup.`,
    );
}

/**
 * Returns the manifest of the backup without the stored files, so that no photo of the original is written to the disk.
 */
const withoutFiles = (manifest: Manifest): Manifest => ({
  ...manifest,
  files: Object.fromEntries(Object.entries(manifest.files).filter(([name]) => !name.startsWith("storage/"))),
});

/** Creates the new system with its accounts, and fills it. */
async function fillCopy(
  originalUrl: string,
  dataDir: string,
  { signal, progress }: CopyOptions,
): Promise<AnonymizedCopy> {
  const password = randomBytes(12).toString("base64url");
  const parts = { web: false, functions: false } as const;
  const stack = await startStack({
    ...{ dataDir, port: 0, seed: "reference", demoPassword: password, signal },
    ...parts,
  });
  const fill = async () => {
    const users = await createUsers(stack, password);
    const { files, ...counted } = await copyData(originalUrl, stack, users, signal);
    progress(
      `· copied ${counted.rows.toLocaleString("en")} rows; storing ${files.length.toLocaleString("en")} files`,
    );
    const project = { databaseUrl: stack.databaseUrl, supabaseUrl: stack.url, secretKey: stack.secretKey };
    await storeFiles(project, files, signal);
    return { ...counted, files: files.length, password };
  };
  return runAndClose(fill, () => stack.stop());
}

/** Creates the demo users that are missing. The reference data has only the user `admin`. */
async function createUsers(stack: Stack, password: string): Promise<UserIds> {
  const sql = openDatabase(stack.databaseUrl, { most: 1 });
  try {
    const target = { sql, supabaseUrl: stack.url, serviceKey: stack.secretKey, password };
    return await seedUsers(target, demoUsers);
  } finally {
    await sql.end();
  }
}

function copyData(originalUrl: string, stack: Stack, users: UserIds, signal: AbortSignal) {
  return withClient({ databaseUrl: originalUrl }, (original) =>
    withClient(stack, async (copy) => {
      try {
        await original.query("set statement_timeout = 0");
        await copy.query("set statement_timeout = 0");
        const found = await readCopiedTables(original);
        const tables = planTables(found);
        const namingTexts = await createHelpers(original, found, users);
        const files = await planFiles(original);
        const rows = await copyRows(original, copy, tables, signal);
        return { tables: tables.length, rows, files, namingTexts };
      } catch (error) {
        // End the connections at once, because a COPY that was not read to its end would keep them open.
        original.connection.stream.destroy();
        copy.connection.stream.destroy();
        throw error;
      }
    }),
  );
}
