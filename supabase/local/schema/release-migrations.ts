/**
 * `npm run db:release`: records the hash of each new migration in supabase/released-migrations.txt. From then on, a
 * test checks that the text of a recorded migration does not change, because databases created from it exist.
 * Existing lines stay unchanged. Also records the newest migration for the functions, so that they detect a database
 * that lacks it.
 */
import { appendFile, writeFile } from "node:fs/promises";
import {
  neededMigration,
  neededMigrationFile,
  projectMigrations,
  releasedList,
  releasedMigrations,
} from "../postgres/migrations.ts";

const noted = new Set((await releasedMigrations()).map(({ name }) => name));
const added = (await projectMigrations()).filter(({ name }) => !noted.has(name));
await appendFile(releasedList(), added.map(({ hash, name }) => `${hash}  ${name}\n`).join(""));
await writeFile(neededMigrationFile, await neededMigration());
console.log(
  added.length > 0 ? `Recorded: ${added.map(({ name }) => name).join(", ")}` : "There are no new migrations.",
);
