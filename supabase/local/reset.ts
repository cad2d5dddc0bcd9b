/**
 * `npm run db:reset`: deletes the database and the stored files of DATA_DIR; the next `npm start` creates new ones.
 * Shows what will be lost and asks for the folder's name as confirmation; `npm run db:reset -- --yes` does not ask.
 */
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { runCommand, untilInterrupted } from "./common/interruption.ts";
import { readSettings } from "./common/settings.ts";
import { StackError } from "./common/stack-error.ts";
import { openForRemoval } from "./remove-database.ts";

async function isConfirmed(dataDir: string, losses: readonly string[]): Promise<boolean> {
  console.log(`This permanently deletes everything in ${dataDir}:`);
  for (const loss of losses) console.log(`  ${loss}`);
  if (process.argv.includes("--yes")) return true;
  if (!process.stdin.isTTY) {
    throw new StackError(
      "Nothing was deleted, because there is no terminal for the confirmation. Use --yes to delete without it.",
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const name = path.basename(dataDir);
    const question = terminal.question(`Type the folder's name, ${name}, to delete it: `);
    return (await untilInterrupted(question)).trim() === name;
  } finally {
    terminal.close();
  }
}

async function run(): Promise<void> {
  const { dataDir } = readSettings(process.env);
  const removal = await openForRemoval(dataDir);
  try {
    if (removal.losses.length === 0) console.log(`There is no database in ${dataDir}.`);
    else if (await isConfirmed(dataDir, removal.losses)) {
      await removal.remove();
      console.log(`The database in ${dataDir} was deleted. npm start creates a new one.`);
    } else console.log("Nothing was deleted, because the name does not match.");
  } finally {
    await removal.release();
  }
}

await runCommand("DATA_DIR", run);
