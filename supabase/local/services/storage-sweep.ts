/**
 * Storage writes the bytes of a file before the row that names it, and removes them before it. Killed in between, bytes
 * are left that nothing names; hosted Supabase clears such away by itself, and here the next start does.
 */
import { readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Statements } from "#shared/server/sql/sql.ts";

/** Younger ones may be on their way. */
const youngest = 60 * 60_000;

/**
 * Removes the bytes, and the drafts of bytes, that no row of storage.objects names.
 * @param folder Where storage-files.ts keeps them.
 * @returns how many files were removed.
 */
export async function sweepStoredFiles(folder: string, sql: Statements): Promise<number> {
  let removed = 0;
  for (const part of await readdir(folder).catch(() => [])) {
    const inside = path.join(folder, part);
    for (const name of await readdir(inside).catch(() => [])) {
      const file = path.join(inside, name);
      const { mtimeMs } = await stat(file);
      if (Date.now() - mtimeMs < youngest || (await isNamed(file, sql))) continue;
      await rm(file, { force: true });
      removed += 1;
    }
  }
  return removed;
}

/** Of `hash`, `hash.json` and the drafts of either, only the first two are ever named, by what is in the second. */
async function isNamed(file: string, sql: Statements): Promise<boolean> {
  if (!/^[0-9a-f]{64}(\.json)?$/.test(path.basename(file))) return false;
  const side = await readFile(file.endsWith(".json") ? file : `${file}.json`, "utf8").catch(() => null);
  if (side === null) return false;
  const { bucket, key } = JSON.parse(side) as { bucket: string; key: string };
  const rows = await sql`select 1 from storage.objects where bucket_id = ${bucket} and name = ${key}`;
  return rows.length > 0;
}
