/**
 * Safety net for upgrades: makes a backup before the first migration and restores the database if a migration fails,
 * so that the previous release keeps working. Each migration is a separate transaction. Without the backup, the
 * migrations before the failed one would stay applied, and neither release would fit the database.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { replaceFile } from "../common/replace-file.ts";
import { StackError } from "../common/stack-error.ts";
import { openServer } from "../postgres/offline-server.ts";
import { completeReplacement, newDatabaseFolder, replaceCluster } from "../postgres/replace-cluster.ts";
import { BackupFolder, type Manifest } from "./backup-folder.ts";
import { backUpServer } from "./cluster-backup.ts";
import { writeFiles } from "./cluster-restore.ts";

/** Folder in a DATA_DIR for the backup made before the last upgrade. */
export const beforeUpgradeFolder = "before-upgrade";

/** Content of the file `unfinished` beside the backup. The file exists while an upgrade is in progress. */
interface UpgradeInProgress {
  /** Name of the backup. */
  backup: string;
  /** Version of the last migration of the upgrade. */
  target: string;
}

interface Upgrade {
  /** Path of the backup. */
  backup: string;
  /** Version of the last migration in the backup. The release with this migration can use the restored database. */
  from: string | undefined;
  /** Restores the database from the backup. Must not be called while a server runs on the database. */
  restore(): Promise<void>;
}

const markerOf = (dataDir: string): string => path.join(dataDir, beforeUpgradeFolder, "unfinished");

/**
 * Makes a backup before an upgrade, and removes the backup of the previous upgrade unless files are missing. If an
 * earlier attempt was interrupted between two migrations, reuses the backup from that attempt.
 * @param applied Versions of the migrations applied to the database.
 * @param target Version of the last migration of the upgrade.
 */
export async function backUpBeforeUpgrade(
  dataDir: string,
  superuserUrl: string,
  applied: readonly string[],
  target: string,
): Promise<Upgrade> {
  const backups = new BackupFolder(path.join(dataDir, beforeUpgradeFolder));
  let name = await findReusableBackup(dataDir, backups, applied);
  if (name === null) {
    const made = await backUpServer(dataDir, superuserUrl, backups, true);
    name = made.name;
    // An earlier backup may have the files that are missing now.
    if (made.missing.length === 0) await backups.keepNewest(1);
  }
  const started: UpgradeInProgress = { backup: name, target };
  await replaceFile(markerOf(dataDir), JSON.stringify(started));
  const manifest = await backups.read(name);
  return {
    backup: path.join(backups.folder, name),
    from: manifest.migrations.at(-1),
    restore: () => restore(dataDir, backups, manifest),
  };
}

/**
 * Records that all migrations are applied and no upgrade is in progress. Users now change the database, so a later
 * upgrade needs a new backup.
 */
export async function completeUpgrade(dataDir: string): Promise<void> {
  await rm(markerOf(dataDir), { force: true });
}

/**
 * Returns the name of the backup of an earlier attempt that was interrupted between two migrations; null otherwise. A
 * new backup would be useless, because the previous release refuses a database with some of the new migrations. After
 * the last migration, no backup is reused, because users may have changed the database.
 */
async function findReusableBackup(
  dataDir: string,
  backups: BackupFolder,
  applied: readonly string[],
): Promise<string | null> {
  const { backup, target } = await readMarker(dataDir);
  if (!backup || !target || applied.includes(target) || !existsSync(path.join(backups.folder, backup)))
    return null;
  const { migrations } = await backups.read(backup);
  return migrations.length < applied.length ? backup : null;
}

/** Returns the upgrade that is in progress; an empty object if no upgrade is in progress or the file is damaged. */
async function readMarker(dataDir: string): Promise<Partial<UpgradeInProgress>> {
  try {
    return JSON.parse(await readFile(markerOf(dataDir), "utf8"));
  } catch {
    return {};
  }
}

/**
 * Replaces the database by the one in the backup. Postgres recovers the backup in a separate folder first, because a
 * base backup whose recovery was interrupted cannot be started again.
 */
async function restore(dataDir: string, backups: BackupFolder, manifest: Manifest): Promise<void> {
  await completeReplacement(dataDir);
  const draft = path.join(dataDir, newDatabaseFolder);
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
  await replaceCluster(dataDir);
  await rm(markerOf(dataDir));
}
