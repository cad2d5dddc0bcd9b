/**
 * Applies supabase/migrations with the official CLI, as `postgres`, like a deployment. The CLI takes seconds to start,
 * so it is run only if a query shows that migrations are pending. The CLI stores the text of each migration that it
 * applies. Comparing these texts with the files shows whether a file was changed later.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import type { Statements } from "#shared/server/sql/sql.ts";
import { projectRoot } from "../common/settings.ts";
import { explainError, StackError } from "../common/stack-error.ts";

/** A migration file of the project. */
export interface Migration {
  /** Version number, for example `20251101000100`. */
  version: string;
  /** Version and name, for example `20251101000100_foundation`. */
  name: string;
  /** SHA-256 of the text without white space and semicolons, because the CLI changes these when it stores a text. */
  hash: string;
}

/** First line of a migration that `npm run db:diff` has written; a developer replaces it with the reason. */
export const migrationPlaceholder =
  "-- Written by npm run db:diff. Replace this line with the reason for the change.";

/** The migrations of a database, compared with the migration files of the project. */
export interface MigrationState {
  /** Versions applied to the database, oldest first. */
  applied: string[];
  /** Migrations of the project that are not applied to the database yet, oldest first. */
  pending: Migration[];
  /** Versions that are applied to the database but are not in the project. A different release has applied them. */
  unknown: string[];
  /** Migrations whose file now differs from the text that was applied to the database. */
  changed: Migration[];
}

const migrationsFolder = (workdir: string): string => path.join(workdir, "supabase/migrations");

/** Returns the migration files of a project, oldest first. */
export async function projectMigrations(workdir = projectRoot): Promise<Migration[]> {
  const files = await readdir(migrationsFolder(workdir)).catch(() => []);
  const found = files.sort().flatMap((file) => {
    const [, name, version] = /^((\d+)_.*)\.sql$/.exec(file) ?? [];
    return name && version ? [{ file, name, version }] : [];
  });
  return Promise.all(
    found.map(async ({ file, name, version }) => ({
      version,
      name,
      hash: hashOf(await readFile(path.join(migrationsFolder(workdir), file), "utf8")),
    })),
  );
}

const hashOf = (text: string): string =>
  createHash("sha256")
    .update(text.replace(/[ \t\r\n;]/g, ""))
    .digest("hex");

/**
 * Path of a generated file that names the newest migration. The edge functions read the file and report a database that
 * lacks this migration. `neededMigration` returns the content of the file.
 */
export const neededMigrationFile = path.join(
  projectRoot,
  "edge-functions/_shared/server/environment/needed-migration.ts",
);
export async function neededMigration(): Promise<string> {
  const newest = (await projectMigrations()).at(-1)?.version ?? "";
  return `/** The newest migration of this release. Written by \`npm run db:release\`. */\nexport const neededMigration = "${newest}";\n`;
}

/** A line of released-migrations.txt: a released migration and the hash of its text. */
export type Released = Pick<Migration, "hash" | "name">;

export const releasedList = (workdir = projectRoot): string =>
  path.join(workdir, "supabase/released-migrations.txt");

/** Reads the list of released migrations; empty if the project has no list. */
export async function releasedMigrations(workdir = projectRoot): Promise<Released[]> {
  const text = await readFile(releasedList(workdir), "utf8").catch(() => "");
  return [...text.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)].map(([, hash = "", name = ""]) => ({
    hash,
    name,
  }));
}

/**
 * Compares the list of released migrations with the migration files. Returns a message per problem; empty if there are
 * no problems.
 */
export async function checkReleased(workdir = projectRoot): Promise<string[]> {
  const files = new Map((await projectMigrations(workdir)).map(({ name, hash }) => [name, hash]));
  const released = await releasedMigrations(workdir);
  const changed = released.filter(({ name, hash }) => files.get(name) !== hash);
  const noted = new Set(released.map(({ name }) => name));
  return [
    ...changed.map(
      ({ name }) =>
        `${name} is released and ${files.has(name) ? "was edited" : "is gone"}: restore it, and write a new migration ` +
        "for the change.",
    ),
    ...[...files.keys()]
      .filter((name) => !noted.has(name))
      .map((name) => `${name} is not recorded yet: run npm run db:release.`),
  ];
}

/** Compares the migrations that were applied to a database with the migration files of a project. */
export async function compareMigrations(sql: Statements, workdir = projectRoot): Promise<MigrationState> {
  const ours = await projectMigrations(workdir);
  const [table] = await sql`select to_regclass('supabase_migrations.schema_migrations') as name`;
  if (!table?.name) return { applied: [], pending: ours, unknown: [], changed: [] };
  const rows = await sql<{ version: string; hash: string | null }[]>`
    select version, encode(sha256(convert_to(
      regexp_replace(array_to_string(statements, ''), '[ \t\r\n;]', '', 'g'), 'UTF8')), 'hex') as hash
    from supabase_migrations.schema_migrations order by version`;
  const applied = new Map(rows.map(({ version, hash }) => [version, hash]));
  const known = new Set(ours.map(({ version }) => version));
  return {
    applied: [...applied.keys()],
    pending: ours.filter(({ version }) => !applied.has(version)),
    unknown: [...applied.keys()].filter((version) => !known.has(version)),
    changed: ours.filter(({ version, hash }) => (applied.get(version) ?? hash) !== hash),
  };
}

/**
 * Throws if a database has migrations of a different release, because this release does not know the tables that they
 * have created.
 * @param unknown Versions of migrations that the database has and the project lacks; may be empty.
 * @throws StackError that states whether the database is too old or too new, and what to do.
 */
export async function refuseUnknown(
  dataDir: string,
  unknown: readonly string[],
  workdir = projectRoot,
): Promise<void> {
  const [baseline] = await projectMigrations(workdir);
  if (unknown.length === 0 || !baseline) return;
  if (unknown.some((version) => version < baseline.version)) {
    throw new StackError(
      `The database in ${dataDir} was created before release 1.0.0, which cannot upgrade it: export its records with the ` +
        "release that made it, then `npm run db:reset` makes an empty database to import them into. Nothing was changed.",
    );
  }
  throw new StackError(
    `The database in ${dataDir} was used by a newer release: it has migrations that this release does not have ` +
      `(${unknown.slice(0, 3).join(", ")}${unknown.length > 3 ? ` and ${unknown.length - 3} more` : ""}). ` +
      "Nothing was changed. Start the newer release, or restore a copy of DATA_DIR from before it.",
  );
}

/**
 * Applies all pending migrations of the project to a database, with `supabase db push`.
 * @param home Folder for files of the CLI itself, which would otherwise be written to the user's home.
 * @throws StackError with the output of the CLI.
 */
export async function pushMigrations(
  databaseUrl: string,
  home: string,
  workdir = projectRoot,
): Promise<void> {
  await runSupabase(["db", "push", `--remote=${databaseUrl}`, "--yes", "--include-all"], home, workdir);
}

/** Runs the official Supabase CLI and returns its output. */
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
    const explained = explainError(new Error(said), home);
    if (explained instanceof StackError) throw explained;
    throw new StackError(`supabase ${args.slice(0, 2).join(" ")} failed:\n${said}`);
  }
}
