/**
 * Applies supabase/migrations with the official CLI, as `postgres`, the way a deployment does. The CLI takes seconds
 * to start, so what is pending is looked up over SQL first. The CLI keeps the statements of what it has applied; by
 * them a database tells whether it was made by the texts that are here.
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

/** A migration as a file of the project. */
export interface Migration {
  /** Its number, e.g. `20251101000100`. */
  version: string;
  /** Number and words, e.g. `20251101000100_foundation`. */
  name: string;
  /** SHA-256 of its text without blanks and semicolons, which the CLI does not keep as they are. */
  hash: string;
}

/** What a database and the project have of each other's migrations. */
export interface MigrationState {
  /** Versions that the database has, oldest first. */
  applied: string[];
  /** Not applied yet, oldest first. */
  pending: Migration[];
  /** Versions that the database has and the project does not: a newer release made them. */
  newer: string[];
  /** Applied from a text that is neither that of the file nor known as an earlier one. */
  otherwise: Migration[];
}

const migrationsFolder = (workdir: string): string => path.join(workdir, "supabase/migrations");

/** The migrations of a project, oldest first. */
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

/** The file that tells the functions which migration they need, and its text. */
export const neededMigrationFile = path.join(
  projectRoot,
  "edge-functions/_shared/server/environment/needed-migration.ts",
);
export async function neededMigration(): Promise<string> {
  const newest = (await projectMigrations()).at(-1)?.version ?? "";
  return `/** The newest migration of this release. Written by \`npm run db:release\`. */\nexport const neededMigration = "${newest}";\n`;
}

/** A line of released-migrations.txt: the text of a released migration, or one that it had in an earlier release. */
export interface Released {
  hash: string;
  name: string;
  earlier: boolean;
}

export const releasedList = (workdir = projectRoot): string =>
  path.join(workdir, "supabase/released-migrations.txt");

/** The list of released migrations; none where a project keeps no list. */
export async function releasedMigrations(workdir = projectRoot): Promise<Released[]> {
  const text = await readFile(releasedList(workdir), "utf8").catch(() => "");
  return [...text.matchAll(/^([0-9a-f]{64}) {2}(\S+)( earlier)?$/gm)].map(
    ([, hash = "", name = "", mark]) => ({
      hash,
      name,
      earlier: mark !== undefined,
    }),
  );
}

/** What is wrong between the list of released migrations and the files: sentences, none where all is well. */
export async function judgeReleased(workdir = projectRoot): Promise<string[]> {
  const files = new Map((await projectMigrations(workdir)).map(({ name, hash }) => [name, hash]));
  const released = (await releasedMigrations(workdir)).filter(({ earlier }) => !earlier);
  const changed = released.filter(({ name, hash }) => files.get(name) !== hash);
  const noted = new Set(released.map(({ name }) => name));
  return [
    ...changed.map(
      ({ name }) =>
        `${name} is released and ${files.has(name) ? "was edited" : "is gone"}: put it back, and say in a new migration ` +
        "what should be otherwise.",
    ),
    ...[...files.keys()]
      .filter((name) => !noted.has(name))
      .map((name) => `${name} is not noted yet: npm run db:release.`),
  ];
}

/** Compares what a database has applied with the files of the project. */
export async function compareMigrations(sql: Statements, workdir = projectRoot): Promise<MigrationState> {
  const ours = await projectMigrations(workdir);
  const [table] = await sql`select to_regclass('supabase_migrations.schema_migrations') as name`;
  if (!table?.name) return { applied: [], pending: ours, newer: [], otherwise: [] };
  const rows = await sql<{ version: string; hash: string | null }[]>`
    select version, encode(sha256(convert_to(
      regexp_replace(array_to_string(statements, ''), '[ \t\r\n;]', '', 'g'), 'UTF8')), 'hex') as hash
    from supabase_migrations.schema_migrations order by version`;
  const applied = new Map(rows.map(({ version, hash }) => [version, hash]));
  const known = new Set(ours.map(({ version }) => version));
  const earlier = new Set((await releasedMigrations(workdir)).map(({ hash }) => hash));
  return {
    applied: [...applied.keys()],
    pending: ours.filter(({ version }) => !applied.has(version)),
    newer: [...applied.keys()].filter((version) => !known.has(version)),
    otherwise: ours.filter(({ version, hash }) => {
      const had = applied.get(version);
      return had && had !== hash && !earlier.has(had);
    }),
  };
}

/** A release must not run on tables that it does not know. */
export function newerDatabase(dataDir: string, newer: readonly string[]): StackError {
  return new StackError(
    `The database in ${dataDir} was used by a newer release: it has migrations that are not here ` +
      `(${newer.slice(0, 3).join(", ")}${newer.length > 3 ? ` and ${newer.length - 3} more` : ""}). ` +
      "Nothing was changed. Start the newer release, or restore a copy of DATA_DIR from before it.",
  );
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
    const explained = explainError(new Error(said), home);
    if (explained instanceof StackError) throw explained;
    throw new StackError(`supabase ${args.slice(0, 2).join(" ")} failed:\n${said}`);
  }
}
