/**
 * Applies supabase/migrations with the official CLI, as `postgres`, the way a deployment does. The CLI takes seconds
 * to start, so what is pending is looked up over SQL first.
 */
import { execFile } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import type postgres from "postgres";
import { projectRoot } from "./settings.ts";
import { StackError } from "./stack-error.ts";

/** Versions of the migration files that the database does not have, oldest first. */
export async function pendingMigrations(sql: postgres.Sql, workdir = projectRoot): Promise<string[]> {
  const files = await readdir(path.join(workdir, "supabase/migrations")).catch(() => []);
  const versions = files.flatMap((file) => /^(\d+)_.*\.sql$/.exec(file)?.[1] ?? []).sort();
  const [table] = await sql`select to_regclass('supabase_migrations.schema_migrations') as name`;
  if (!table?.name) return versions;
  const rows = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`;
  const applied = new Set(rows.map((row) => row.version));
  return versions.filter((version) => !applied.has(version));
}

/**
 * Runs `supabase db push`.
 * @param home folder for the CLI's own files, so that it leaves nothing in the user's home.
 * @throws StackError with what the CLI said.
 */
export async function pushMigrations(
  databaseUrl: string,
  home: string,
  workdir = projectRoot,
): Promise<void> {
  await runSupabase(["db", "push", `--remote=${databaseUrl}`, "--yes", "--include-all"], home, workdir);
}

/** Runs the official Supabase CLI and returns what it printed. */
export async function runSupabase(args: string[], home: string, workdir = projectRoot): Promise<string> {
  await mkdir(home, { recursive: true });
  const cli = createRequire(import.meta.url).resolve("supabase/dist/supabase.js");
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cli, ...args, "--workdir", workdir, "--agent=no"],
      {
        cwd: workdir,
        maxBuffer: 64 * 2 ** 20,
        env: {
          ...process.env,
          HOME: home,
          SUPABASE_TELEMETRY_DISABLED: "1",
          DO_NOT_TRACK: "1",
          NO_COLOR: "1",
        },
      },
    );
    return stdout;
  } catch (error) {
    const said =
      error instanceof Error && "stderr" in error ? `${String(error.stderr)}`.trim() : String(error);
    throw new StackError(`supabase ${args.slice(0, 2).join(" ")} failed:\n${said}`);
  }
}
