/**
 * Databases from before the baseline. supabase/migrations begins with one migration that makes all that the releases
 * before it made by many; those stand in supabase/before-baseline, a project of their own, for databases that were made by
 * them. Such a database is brought to the last of them, which leaves it what the baseline makes (a test compares the two);
 * then only its history changes.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Database, Statements } from "#shared/server/sql/sql.ts";
import { type Migration, projectMigrations } from "./migrations.ts";

/** The project that holds the migrations of before the baseline. */
export const formerProject = (workdir: string): string => path.join(workdir, "supabase/before-baseline");

/** All migrations that databases of this release and of those before it may have. */
export async function knownMigrations(workdir: string): Promise<Migration[]> {
  return [...(await projectMigrations(formerProject(workdir))), ...(await projectMigrations(workdir))];
}

/** Whether a database was made by the migrations of before the baseline, and has not taken it over. */
export async function isBeforeBaseline(sql: Statements, workdir: string): Promise<boolean> {
  const [table] = await sql`select to_regclass('supabase_migrations.schema_migrations') as name`;
  if (!table?.name) return false;
  const former = (await projectMigrations(formerProject(workdir))).map(({ version }) => version);
  const rows = await sql`
    select from supabase_migrations.schema_migrations where version = any (${former}) limit 1`;
  return rows.length > 0;
}

/** Writes into the history of a database that has all migrations of before the baseline that it has the baseline. */
export async function adoptBaseline(sql: Database, workdir: string): Promise<void> {
  const former = (await projectMigrations(formerProject(workdir))).map(({ version }) => version);
  const [baseline] = await projectMigrations(workdir);
  if (!baseline) return;
  const { version, name } = baseline;
  const text = await readFile(path.join(workdir, `supabase/migrations/${name}.sql`), "utf8");
  await sql.begin(async (tx) => {
    await tx`delete from supabase_migrations.schema_migrations where version = any (${former})`;
    await tx`
      insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${version}, ${name.slice(version.length + 1)}, ${[text]})`;
  });
}
