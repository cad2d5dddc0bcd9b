/**
 * Safety net for upgrades: makes a backup before the first migration and restores the database if a migration fails,
 * so that the previous release keeps working. Each migration is a separate transaction. Without the backup, the
 * migrations before the failed one would stay applied, and neither release would fit the database.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { StackError } from "../common/stack-error.ts";
import { openServer } from "../postgres/offline-server.ts";
import { BackupFolder, type Manifest } from "./backup-folder.ts";
import { backUpServer } from "./cluster-backup.ts";
import { writeFiles } from "./cluster-restore.ts";

/** Folder in a DATA_DIR for the backup made before the last upgrade. */
export const beforeUpgradeFolder = "before-upgrade";

interface Upgrade {
  /** Path of the backup. */
  backup: string;
  /** Marks the upgrade as complete. Call this when all migrations are applied. */
  complete(): Promise<void>;
  /** Restores the database from the backup. Must not be called while a server runs on the database. */
  restore(): Promise<void>;
}

/**
 * Makes a backup before an upgrade, and removes the backup of the previous upgrade. If the first attempt of this
 * upgrade was interrupted between two migrations, reuses the backup from that attempt.
 * @param applied Versions of the migrations applied to the database.
 */
export async function backUpBeforeUpgrade(
  dataDir: string,
  superuserUrl: string,
  applied: readonly string[],
): Promise<Upgrade> {
  const backups = new BackupFolder(path.join(dataDir, beforeUpgradeFolder));
  const marker = path.join(backups.folder, "unfinished");
  let name = await unfinished(backups, marker, applied);
  if (name === null) {
    ({ name } = await backUpServer(dataDir, superuserUrl, backups, true));
    await backups.keepNewest(1);
    await writeFile(marker, name, { mode: 0o600, flush: true });
  }
  const manifest = await backups.read(name);
  return {
    backup: path.join(backups.folder, name),
    complete: () => rm(marker),
    restore: () => putBack(dataDir, backups, manifest, marker),
  };
}

/**
 * Returns the name of the backup that the first attempt of the upgrade made, if that attempt was interrupted after some
 * of the migrations; null otherwise. A new backup would be useless, because some of the migrations are already applied,
 * and the previous release refuses such a database.
 */
async function unfinished(
  backups: BackupFolder,
  marker: string,
  applied: readonly string[],
): Promise<string | null> {
  const name = await readFile(marker, "utf8").catch(() => null);
  if (name === null || !existsSync(path.join(backups.folder, name))) return null;
  const { migrations } = await backups.read(name);
  return migrations.length < applied.length ? name : null;
}

/**
 * Replaces the database by the database in the backup. Postgres first recovers the database of the backup in a separate
 * folder, because a base backup whose recovery was interrupted cannot be started again.
 */
async function putBack(
  dataDir: string,
  backups: BackupFolder,
  manifest: Manifest,
  marker: string,
): Promise<void> {
  const draft = path.join(dataDir, "putting-back");
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const isDatabase = (name: string) => name.startsWith("postgres/") || name === "secrets.json";
  const files = Object.fromEntries(Object.entries(manifest.files).filter(([name]) => isDatabase(name)));
  const damaged = await writeFiles(backups, { files, folders: manifest.folders }, draft);
  if (damaged.length > 0) {
    throw new StackError(
      damaged.map(({ name, reason }) => `${name} cannot be restored: ${reason}`).join("\n"),
    );
  }
  await (await openServer(draft)).stop();
  const data = path.join(dataDir, "postgres");
  await rename(data, `${data}.failed`);
  await rename(path.join(draft, "postgres"), data);
  await rm(draft, { recursive: true });
  await rm(`${data}.failed`, { recursive: true });
  await rm(marker);
}
