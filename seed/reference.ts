/** Inserts the reference data: places, offices, dropdown lists, programmes and role entries. */
import type { Database } from "#shared/server/sql/sql.ts";
import { once } from "./lib/once.ts";
import { hashSeedFile, readSeedFiles } from "./seed-files.ts";

/**
 * Runs the same SQL files that `npm run db:push` runs on a Supabase project. A file runs again only if its text has
 * changed. Returns the names of the files that ran.
 */
export async function seedReference(sql: Database): Promise<string[]> {
  const done: string[] = [];
  for (const file of readSeedFiles()) {
    const result = await once(sql, `reference/${file.name}.sql ${hashSeedFile(file)}`, async (tx) => {
      await tx.unsafe(file.text);
      return file.name.replaceAll("-", " ");
    });
    if (result) done.push(result);
  }
  return done;
}
