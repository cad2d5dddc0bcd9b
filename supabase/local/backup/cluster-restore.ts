/**
 * Restores a DATA_DIR from a backup. All files are first written to a temporary folder and then moved into place, the
 * secrets last. If a restore was interrupted, `npm start` refuses the DATA_DIR and does not create a new system there.
 */
import { mkdir, open, readdir, rename, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { ifExists } from "../common/if-exists.ts";
import { claimDataDir } from "../common/processes.ts";
import { toShellWord } from "../common/shell-word.ts";
import { StackError } from "../common/stack-error.ts";
import { findClusterPlace } from "../postgres/cluster-place.ts";
import { openDataDir, restoringFolder } from "../postgres/data-dir.ts";
import { projectMigrations, refuseUnknown } from "../postgres/migrations.ts";
import { initdb } from "../postgres/postgres.ts";
import { type BackupFolder, DamagedFileError, forEach, type Manifest } from "./backup-folder.ts";

/**
 * Writes the files of a backup into an empty DATA_DIR.
 * @returns Stored files that were skipped because they are damaged in the backup, each with the reason.
 * @throws StackError when the folder is not empty, or when the database in the backup is damaged. Also for a backup of
 * a newer release or of a Supabase project.
 */
export async function restoreCluster(
  backups: BackupFolder,
  manifest: Manifest,
  dataDir: string,
): Promise<string[]> {
  await refuseOtherReleases(manifest, dataDir);
  await refuseContent(dataDir);
  await openDataDir(dataDir);
  const claim = await claimDataDir(dataDir);
  try {
    const draft = path.join(dataDir, restoringFolder);
    const damaged = await writeFiles(backups, manifest, draft).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      throw error;
    });
    const database = damaged.filter(({ name }) => !name.startsWith("storage/"));
    if (database.length > 0) {
      await rm(draft, { recursive: true, force: true });
      const named = database.map(({ name, reason }) => `  ${name}: ${reason}`).join("\n");
      throw new StackError(
        `The backup is damaged, and nothing was restored. Damaged database files:\n${named}\nAn older backup may have them: ` +
          `${(await backups.names()).join(", ")}.`,
      );
    }
    await initdb(await findClusterPlace(dataDir), path.join(draft, "postgres"), ["--sync-only"]).catch(
      () => undefined,
    );
    for (const part of ["storage", "postgres", "secrets.json"]) {
      await rename(path.join(draft, part), path.join(dataDir, part)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT" || part !== "storage") throw error;
      });
    }
    await rmdir(draft);
    return damaged.map(({ name, reason }) => `${name}: ${reason}`);
  } finally {
    await claim.release();
  }
}

async function refuseOtherReleases(manifest: Manifest, dataDir: string): Promise<void> {
  if (manifest.kind !== "cluster") {
    throw new StackError(
      "This backup is of a Supabase project and must be restored into one: with DATABASE_URL, " +
        "SUPABASE_URL and SUPABASE_SECRET_KEY.",
    );
  }
  const known = new Set((await projectMigrations()).map(({ version }) => version));
  await refuseUnknown(
    dataDir,
    manifest.migrations.filter((version) => !known.has(version)),
  );
}

async function refuseContent(dataDir: string): Promise<void> {
  const found = ((await ifExists(readdir(dataDir))) ?? []).filter((name) => name !== "lost+found");
  if (found.includes(restoringFolder)) {
    throw new StackError(
      `A restore into ${dataDir} was interrupted. Remove the incomplete folder and restore again: rm -r ${toShellWord(dataDir)}`,
    );
  }
  if (found.length > 0) {
    throw new StackError(
      `${dataDir} is not empty (${found.slice(0, 3).join(", ")}${found.length > 3 ? ", …" : ""}), and nothing was restored: a restore ` +
        "replaces nothing. Set DATA_DIR to a folder that is empty or not there yet.",
    );
  }
}

/**
 * Writes the intact files of a backup into a folder, replacing existing files.
 * @returns The damaged files, which were skipped.
 */
export async function writeFiles(
  backups: BackupFolder,
  manifest: Pick<Manifest, "files" | "folders">,
  target: string,
): Promise<{ name: string; reason: string }[]> {
  const damaged: { name: string; reason: string }[] = [];
  const files = Object.entries(manifest.files);
  const folders = new Set([...manifest.folders, ...files.map(([name]) => path.posix.dirname(name))]);
  for (const folder of folders) await mkdir(path.join(target, folder), { recursive: true, mode: 0o700 });
  await forEach(files, async ([name, backupFile]) => {
    const file = path.join(target, name);
    // Remove the old file first: it may be hard-linked to a piece of a backup.
    await rm(file, { force: true });
    const handle = await open(file, "wx", 0o600);
    try {
      for await (const bytes of backups.bytes(backupFile)) await handle.writeFile(bytes);
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      damaged.push({ name, reason: error.message });
      await rm(file);
    } finally {
      await handle.close();
    }
  });
  return damaged;
}
