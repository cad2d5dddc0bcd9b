/**
 * Earlier releases, started by root with a DATA_DIR that the user `postgres` could not enter, kept the cluster under
 * /var/lib, in a folder named by a hash of that path and of a password. It is brought home at the first start.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { cp, rename, rm } from "node:fs/promises";
import path from "node:path";
import { type ClusterPlace, hasCluster, ownCluster, sharedFolder } from "./cluster-place.ts";
import { endLeftOver, initdb } from "./postgres.ts";

/**
 * Moves the cluster into DATA_DIR. Where that is another disk it is copied whole before it takes its name, and the
 * former one is removed only then; a kill on the way leaves the former one, and the next start begins again.
 * @param among the folder of the former places; a test has its own.
 * @returns where it was, or null when there was none.
 */
export async function bringClusterHome(
  dataDir: string,
  place: ClusterPlace,
  password: string,
  among = sharedFolder,
): Promise<string | null> {
  const tag = createHash("sha256").update(`${dataDir} ${password}`).digest("hex").slice(0, 16);
  const folder = path.join(among, tag);
  const former = path.join(folder, "postgres");
  if (!hasCluster(former)) return null;
  if (!hasCluster(place.data)) {
    await endLeftOver({ ...place, data: former });
    await moveWhole(place, former);
  }
  await rm(folder, { recursive: true, force: true });
  return former;
}

async function moveWhole(place: ClusterPlace, former: string): Promise<void> {
  try {
    await rename(former, place.data);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
    const draft = `${place.data}.new`;
    await rm(draft, { recursive: true, force: true });
    await cp(former, draft, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    await ownCluster({ ...place, data: draft });
    await initdb(place, draft, ["--sync-only"]);
    await rename(draft, place.data);
  }
}

/** The clusters that earlier releases have left, of whichever DATA_DIR. */
export function formerPlaces(): string[] {
  if (!existsSync(sharedFolder)) return [];
  return readdirSync(sharedFolder)
    .map((name) => path.join(sharedFolder, name, "postgres"))
    .filter(hasCluster);
}
