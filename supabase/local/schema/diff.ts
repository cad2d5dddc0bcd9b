/**
 * `npm run db:diff <name>`: writes a migration from the database of supabase/migrations to the database of
 * supabase/schemas. Without any migrations, writes the baseline. Applies the migration to a temporary database and
 * reports remaining differences. Review the migration: stored rows may need statements by hand, for example before a
 * column becomes required.
 */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { runCommand } from "../common/interruption.ts";
import { projectRoot } from "../common/settings.ts";
import { migrationPlaceholder, projectMigrations } from "../postgres/migrations.ts";
import type { Stack } from "../stack.ts";
import { findRemainingDifference, findSchemaDifference } from "./difference.ts";
import { joinSchemas } from "./schemas.ts";
import { withMigrations, withSchemas } from "./with-migrations.ts";

const name = process.argv[2] ?? "";
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error("Name the migration, for example: npm run db:diff -- more_columns_of_form_10");
  process.exit(2);
}

interface WrittenMigration {
  /** False if no difference between the databases can be removed by generated statements. */
  hasStatements: boolean;
  /** Differences that remain after the migration. */
  left: string[];
}

/** Writes the migration and applies it to the temporary database created from the migrations. */
async function writeDifference(migrated: Stack, declared: Stack): Promise<WrittenMigration> {
  const text = await findSchemaDifference(migrated, declared);
  if (text !== "") await write(`${migrationPlaceholder}\n\n${text}`);
  return { hasStatements: text !== "", left: await findRemainingDifference(migrated, declared, text) };
}

function report({ hasStatements, left }: WrittenMigration): void {
  if (left.length > 0) {
    console.error(
      hasStatements
        ? "The migration does not cover these differences. Add statements for them by hand:"
        : "This command has no statements for these differences. Write a migration for them by hand:",
    );
    for (const line of left) console.error(line);
    process.exitCode = 1;
  } else if (!hasStatements) {
    console.log(
      "supabase/migrations and supabase/schemas make the same database: there is nothing to write.",
    );
  }
}

async function write(text: string): Promise<void> {
  const file = path.join("supabase/migrations", `${await nextVersion()}_${name}.sql`);
  await mkdir(path.join(projectRoot, "supabase/migrations"), { recursive: true });
  await writeFile(path.join(projectRoot, file), `${text.trim()}\n`);
  console.log(`Written: ${file}. Review it before committing, and explain its purpose in the first line.`);
}

/**
 * Returns the version of a new migration: the current time as fourteen digits, or the version of the newest migration
 * plus one if that is larger.
 */
async function nextVersion(): Promise<string> {
  const now = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const last = (await projectMigrations()).at(-1)?.version ?? "";
  return last < now ? now : String(Number(last) + 1);
}

await runCommand("The migration", async () => {
  if ((await projectMigrations()).length === 0) await write(await joinSchemas());
  else
    report(
      await withMigrations((migrated) => withSchemas((declared) => writeDifference(migrated, declared))),
    );
});
