/**
 * Removes orphaned files of Storage. Storage writes a file to the disk before it inserts the file's row. If the process
 * is killed in between, the file has no row. Hosted Supabase removes orphaned files itself; here, the next start
 * removes them.
 */
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Statements } from "#shared/server/sql/sql.ts";
import { ifExists } from "../common/if-exists.ts";

/** Minimum age of files to remove, in milliseconds. A younger file may belong to an upload in progress. */
const minimumAge = 60 * 60_000;

/**
 * Removes stored files that have no row in storage.objects, and temporary files of interrupted uploads. A file that
 * cannot be removed is reported, and remains until the next call.
 * @param folder Folder in which storage-files.ts stores files.
 * @returns Number of files removed.
 */
export async function sweepStoredFiles(
  folder: string,
  sql: Statements,
  report: (line: string) => void,
): Promise<number> {
  // This hash must be the same as in storage-files.ts, which names stored files by it.
  const rows = await sql<{ hash: string }[]>`
    select encode(sha256(convert_to(bucket_id || '/' || name, 'UTF8')), 'hex') as hash from storage.objects`;
  const known = new Set(rows.map(({ hash }) => hash));
  let removed = 0;
  for (const part of await readdir(folder).catch(() => [])) {
    const inside = path.join(folder, part);
    for (const name of await readdir(inside).catch(() => [])) {
      const hash = /^([0-9a-f]{64})(\.json)?$/.exec(name)?.[1];
      if (hash !== undefined && known.has(hash)) continue;
      const file = path.join(inside, name);
      try {
        if (await removeIfOld(file)) removed += 1;
      } catch (error) {
        report(`! storage: the orphaned file ${file} could not be removed: ${String(error)}`);
      }
    }
  }
  return removed;
}

/** Removes a file, unless it is younger than the minimum age or already gone. Returns whether the file was removed. */
async function removeIfOld(file: string): Promise<boolean> {
  const found = await ifExists(stat(file));
  if (!found || Date.now() - found.mtimeMs < minimumAge) return false;
  await rm(file, { force: true });
  return true;
}
