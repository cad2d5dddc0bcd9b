/** Opens the database of a DATA_DIR, whether its system is running or stopped. */
import { statSync } from "node:fs";
import { claimDataDir } from "../common/processes.ts";
import { StackError } from "../common/stack-error.ts";
import { type databaseUrls, runningUrls } from "../postgres/databases.ts";
import { openServer } from "../postgres/offline-server.ts";

/**
 * Runs work with the database. If the database is stopped, starts it for the duration of the work. During that time,
 * no other command can start it.
 * @throws StackError when the database cannot be opened, or another start is in progress; and errors of the work.
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
 * Refuses, when run by root, to start a database whose folder belongs to another user. Root would give the files to
 * the Postgres user, and the system that runs as the other user could then not read them.
 */
function refuseForeign(dataDir: string): void {
  const { uid } = statSync(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) return;
  throw new StackError(
    `${dataDir} belongs to another user (${uid}). Run the command as that user: sudo -u '#${uid}' …`,
  );
}
