/** Deletes what a DATA_DIR's database and Storage hold. */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { findClusterPlace } from "./cluster-place.ts";
import { bringClusterHome } from "./former-cluster.ts";
import { claimDataDir } from "./processes.ts";
import { keepCluster, readSecrets, secretsFile } from "./secrets.ts";

/**
 * Deletes the database, the stored files and the logs; the secrets stay, as those of the next database, unless they are
 * damaged. Does nothing where there is no folder. @throws StackError when somebody is using it.
 */
export async function removeDatabase(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const claim = await claimDataDir(dataDir);
  const place = await findClusterPlace(dataDir);
  const secrets = await readSecrets(dataDir).catch(() => null);
  if (secrets) {
    await bringClusterHome(dataDir, place, secrets.superuserPassword);
    await keepCluster(dataDir, secrets, null);
  } else await rm(secretsFile(dataDir), { force: true });
  for (const name of ["postgres", "postgres.new", "storage", "logs"]) {
    await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
  await claim.release();
}
