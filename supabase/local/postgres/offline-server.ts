/**
 * Starts the database of a DATA_DIR without the other parts of its system, for a command that needs only the database.
 */
import path from "node:path";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { untilInterrupted } from "../common/interruption.ts";
import { findClusterPlace, takeClusterOwnership } from "./cluster-place.ts";
import { openCopiedCluster } from "./copied-cluster.ts";
import { openDataDir, openSecrets, postgresLog } from "./data-dir.ts";
import { databaseUrls } from "./databases.ts";
import { waitUntilReady } from "./platform.ts";
import { startPostgres } from "./postgres-keeper.ts";
import { completeReplacement } from "./replace-cluster.ts";

export interface OfflineServer {
  urls: ReturnType<typeof databaseUrls>;
  stop(): Promise<void>;
}

/**
 * Starts the database. The caller must have locked the folder.
 * @throws StackError when there is no complete database, or no secrets for it.
 */
export async function openServer(dataDir: string): Promise<OfflineServer> {
  await openDataDir(dataDir);
  await completeReplacement(dataDir);
  const place = await findClusterPlace(dataDir);
  const secrets = await openSecrets(dataDir, place);
  await takeClusterOwnership(place);
  const settle = await openCopiedCluster(place, path.join(dataDir, "logs"));
  const server = await startPostgres({
    ...{ place, logFile: postgresLog(dataDir), durable: true },
    log: () => undefined,
  });
  const urls = databaseUrls(server.port, secrets, "postgres");
  const sql = openDatabase(urls.superuser, { most: 1 });
  try {
    await untilInterrupted(settle().then(() => waitUntilReady(sql, console.error, postgresLog(dataDir))));
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    await sql.end();
  }
  return { urls, stop: () => server.stop() };
}
