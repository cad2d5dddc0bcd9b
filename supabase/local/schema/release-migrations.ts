/**
 * `npm run db:release`: notes the text of each new migration in supabase/released-migrations.txt. From then on a test
 * holds it to that text, because databases exist that were made by it. What is noted already stays as it is. The functions
 * are told which is the newest, so that they notice a database that lacks it.
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
  added.length > 0 ? `Noted: ${added.map(({ name }) => name).join(", ")}` : "There is no new migration.",
);
