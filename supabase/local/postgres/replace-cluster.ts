/**
 * Replaces the database of a DATA_DIR by another one. The replacement takes two renames, and a kill between them leaves
 * the DATA_DIR without a database. The next start then completes the replacement.
 */
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";

/** Folder in a DATA_DIR for the new database: a DATA_DIR itself, whose database is recovered and stopped. */
export const newDatabaseFolder = "putting-back";
/** Folder in a DATA_DIR to which the replaced database is moved before it is deleted. */
export const replacedDatabaseFolder = "postgres.failed";

/** Replaces the database by the one in `newDatabaseFolder`, and deletes it. No server may run on either of the two. */
export async function replaceCluster(dataDir: string): Promise<void> {
  await rename(path.join(dataDir, "postgres"), path.join(dataDir, replacedDatabaseFolder));
  await completeReplacement(dataDir);
}

/**
 * Completes a replacement that a kill has interrupted, and deletes the folders that such a replacement has left. The
 * caller must have locked the DATA_DIR.
 */
export async function completeReplacement(dataDir: string): Promise<void> {
  const data = path.join(dataDir, "postgres");
  const draft = path.join(dataDir, newDatabaseFolder);
  const replaced = path.join(dataDir, replacedDatabaseFolder);
  if (!existsSync(data)) {
    // If one of the two is missing, the cause is not an interrupted replacement. Then nothing is deleted.
    if (!existsSync(replaced) || !existsSync(path.join(draft, "postgres"))) return;
    await rename(path.join(draft, "postgres"), data);
  }
  for (const folder of [replaced, draft]) await rm(folder, { recursive: true, force: true });
}
