/** `npm run db:reset`: deletes the database and the stored files of DATA_DIR; the next `npm start` makes them anew. */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { findClusterPlace } from "./cluster-place.ts";
import { claimDataDir } from "./processes.ts";
import { loadSecrets } from "./secrets.ts";
import { readSettings } from "./settings.ts";
import { StackError } from "./stack-error.ts";

try {
  const { dataDir } = readSettings(process.env);
  if (existsSync(path.join(dataDir, "secrets.json"))) {
    const claim = await claimDataDir(dataDir);
    const { superuserPassword } = await loadSecrets(dataDir);
    const { data } = await findClusterPlace(dataDir, superuserPassword);
    await rm(data, { recursive: true, force: true });
    await rm(path.join(dataDir, "storage"), { recursive: true, force: true });
    await claim.release();
  }
  console.log(`Nothing is left of the database in ${dataDir}; npm start makes it anew.`);
} catch (error) {
  console.error(error instanceof StackError ? error.message : error);
  process.exitCode = 1;
}
