/** Opens the database of a DATA_DIR, whether its system is running or stopped. */
import { statSync } from "node:fs";
import { claimDataDir } from "../common/processes.ts";
import { StackError } from "../common/stack-error.ts";
import { type databaseUrls, runningUrls } from "../postgres/databases.ts";
import { openServer } from "../postgres/offline-server.ts";

/**
 * Runs work with the database. Starts it for the time of the work if it is stopped, and locks out other starts.
 * @throws StackError when it cannot be opened, or another start is in progress; and errors of the work.
 */
export async function withDatabase<Result>(
  dataDir: string,
  work: (urls: ReturnType<typeof databaseUrls>) => Promise<Result>,
): Promise<Result> {
  refuseForeign(dataDir);
  const claim = await claimDataDir(dataDir).catch(async (error: unknown) => {
    const urls = await runningUrls(dataDir);
    if (!urls) throw error;
    return urls;
  });
  if ("superuser" in claim) return work(claim);
  try {
    const server = await openServer(dataDir);
    try {
      return await work(server.urls);
    } finally {
      await server.stop();
    }
  } finally {
    await claim.release();
  }
}

/**
 * Refuses to start a database of a different user. When started by root, files are given to the Postgres user, and a
 * service that runs as yet another user could not read them.
 */
function refuseForeign(dataDir: string): void {
  const { uid } = statSync(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) return;
  throw new StackError(
    `${dataDir} belongs to another user (${uid}). Run the command as that user: sudo -u '#${uid}' …`,
  );
}
