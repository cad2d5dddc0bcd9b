/**
 * Removes orphaned bytes of Storage. Storage writes the bytes of a file before it inserts the row, so a kill in
 * between leaves bytes without a row. Hosted Supabase removes such bytes itself; here, the next start removes them.
 */
import { readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Statements } from "#shared/server/sql/sql.ts";

/** Age in milliseconds below which a file is not removed, because it may belong to an upload in progress. */
const minimumAge = 60 * 60_000;

/**
 * Removes stored files, and drafts of files, to which no row of storage.objects belongs.
 * @param folder Folder of storage-files.ts.
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
 * JSON file next to it (`<hash>.json`). The JSON file contains the bucket and key of the row. False for drafts.
 */
async function isNamed(file: string, sql: Statements): Promise<boolean> {
  if (!/^[0-9a-f]{64}(\.json)?$/.test(path.basename(file))) return false;
  const side = await readFile(file.endsWith(".json") ? file : `${file}.json`, "utf8").catch(() => null);
  if (side === null) return false;
  const { bucket, key } = JSON.parse(side) as { bucket: string; key: string };
  const rows = await sql`select 1 from storage.objects where bucket_id = ${bucket} and name = ${key}`;
  return rows.length > 0;
}
