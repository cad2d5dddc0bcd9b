/** Deletes what a DATA_DIR's database and Storage hold. */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { findClusterPlace } from "./cluster-place.ts";
import { claimDataDir } from "./processes.ts";
import { loadSecrets } from "./secrets.ts";

/**
 * Deletes the database, wherever it lies, and the stored files; the secrets stay. Does nothing for a folder that no start
 * has used. @throws StackError when somebody is using it.
 */
export async function removeDatabase(dataDir: string): Promise<void> {
  if (!existsSync(path.join(dataDir, "secrets.json"))) return;
  const claim = await claimDataDir(dataDir);
  const { superuserPassword } = await loadSecrets(dataDir);
  const { data } = await findClusterPlace(dataDir, superuserPassword);
  await rm(data, { recursive: true, force: true });
  await rm(path.join(dataDir, "storage"), { recursive: true, force: true });
  await claim.release();
}
