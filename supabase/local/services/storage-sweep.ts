/**
 * Removes orphaned files of Storage. Storage writes a file to the disk before it inserts the file's row. If the process
 * is killed in between, the file has no row. Hosted Supabase removes orphaned files itself; here, the next start
 * removes them.
 */
import { readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Statements } from "#shared/server/sql/sql.ts";

/** Minimum age of files to remove, in milliseconds. A younger file may belong to an upload in progress. */
const minimumAge = 60 * 60_000;

/**
 * Removes stored files that have no row in storage.objects, and temporary files of interrupted uploads.
 * @param folder Folder in which storage-files.ts stores files.
 * @returns Number of files removed.
 */
export async function sweepStoredFiles(folder: string, sql: Statements): Promise<number> {
  let removed = 0;
  for (const part of await readdir(folder).catch(() => [])) {
    const inside = path.join(folder, part);
    for (const name of await readdir(inside).catch(() => [])) {
      const file = path.join(inside, name);
      const { mtimeMs } = await stat(file);
      if (Date.now() - mtimeMs < minimumAge || (await isNamed(file, sql))) continue;
      await rm(file, { force: true });
      removed += 1;
    }
  }
  return removed;
}

/**
 * Checks whether storage.objects has a row for a stored file. `file` is the path of the content (`<hash>`) or of the
 * JSON file next to it (`<hash>.json`). The JSON file contains the bucket and key of the row. Returns false for
 * temporary files.
 */
async function isNamed(file: string, sql: Statements): Promise<boolean> {
  if (!/^[0-9a-f]{64}(\.json)?$/.test(path.basename(file))) return false;
  const side = await readFile(file.endsWith(".json") ? file : `${file}.json`, "utf8").catch(() => null);
  if (side === null) return false;
  const { bucket, key } = JSON.parse(side) as { bucket: string; key: string };
  const rows = await sql`select 1 from storage.objects where bucket_id = ${bucket} and name = ${key}`;
  return rows.length > 0;
}
