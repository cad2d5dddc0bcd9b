/**
 * `npm run db:release`: records the hash of each new migration in supabase/released-migrations.txt. A test then checks
 * that recorded migrations do not change. Also writes the version of the newest migration to a file of the edge
 * functions, which use the version to detect outdated databases. Does nothing if the first line of a new migration is
 * still the placeholder of `npm run db:diff`.
 */
import { appendFile, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "../common/settings.ts";
import {
  migrationPlaceholder,
  neededMigration,
  neededMigrationFile,
  projectMigrations,
  releasedList,
  releasedMigrations,
} from "../postgres/migrations.ts";

const noted = new Set((await releasedMigrations()).map(({ name }) => name));
const added = (await projectMigrations()).filter(({ name }) => !noted.has(name));
const texts = await Promise.all(
  added.map(({ name }) => readFile(path.join(projectRoot, "supabase/migrations", `${name}.sql`), "utf8")),
);
const unexplained = added.filter((_, index) => texts[index]?.startsWith(migrationPlaceholder));
if (unexplained.length > 0) {
  console.error(
    `Not recorded: the first line of ${unexplained.map(({ name }) => name).join(", ")} must give the reason for the change.`,
  );
  process.exit(1);
}
await appendFile(releasedList(), added.map(({ hash, name }) => `${hash}  ${name}\n`).join(""));
await writeFile(neededMigrationFile, await neededMigration());
console.log(
  added.length > 0 ? `Recorded: ${added.map(({ name }) => name).join(", ")}` : "There are no new migrations.",
);
