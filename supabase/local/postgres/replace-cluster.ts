/**
 * Replaces the database of a DATA_DIR by another one, with two renames. If the process is killed between the renames,
 * the DATA_DIR has no database until the next start completes the replacement.
 */
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";

/**
 * Folder in a DATA_DIR that contains the new database. It has the layout of a DATA_DIR, and its database is recovered
 * and stopped.
 */
export const newDatabaseFolder = "putting-back";
/** Folder in a DATA_DIR to which the replaced database is moved before it is deleted. */
export const replacedDatabaseFolder = "postgres.failed";

/**
 * Replaces the current database by the one in `newDatabaseFolder`, and deletes the replaced database. No server may run
 * on either database.
 */
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
    // If the replaced or the new database is missing, no replacement was interrupted. So delete nothing.
    if (!existsSync(replaced) || !existsSync(path.join(draft, "postgres"))) return;
    await rename(path.join(draft, "postgres"), data);
  }
  for (const folder of [replaced, draft]) await rm(folder, { recursive: true, force: true });
}
