/** `npm run db:reset`: deletes the database and the stored files of DATA_DIR; the next `npm start` makes them anew. */
import { removeDatabase } from "./remove-database.ts";
import { readSettings } from "./settings.ts";
import { StackError } from "./stack-error.ts";

try {
  const { dataDir } = readSettings(process.env);
  await removeDatabase(dataDir);
  console.log(`Nothing is left of the database in ${dataDir}; npm start makes it anew.`);
} catch (error) {
  console.error(error instanceof StackError ? error.message : error);
  process.exitCode = 1;
}
