/** Opens the database of a DATA_DIR, whether its system is running or stopped. */
import { statSync } from "node:fs";
import { runAndClose } from "../common/interruption.ts";
import { claimDataDir } from "../common/processes.ts";
import { StackError } from "../common/stack-error.ts";
import { type databaseUrls, runningUrls } from "../postgres/databases.ts";
import { openServer } from "../postgres/offline-server.ts";

/**
 * Runs work with the database of a DATA_DIR. If the database is stopped, starts it until the work ends, and locks the
 * folder so that no other command can start it. A signal to the process ends the work.
 * @throws StackError when the database cannot be opened, or when another command is just starting it; and errors of the
 * work.
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
  if ("superuser" in claim)
    return runAndClose(
      () => work(claim),
      async () => undefined,
    );
  try {
    const server = await openServer(dataDir);
    return await runAndClose(
      () => work(server.urls),
      () => server.stop(),
    );
  } finally {
    await claim.release();
  }
}

/**
 * Throws if root would start a database whose folder belongs to another user. Root would give the files to the user
 * `postgres`, and the folder's user could no longer start the system.
 */
function refuseForeign(dataDir: string): void {
  const { uid } = statSync(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) return;
  throw new StackError(
    `${dataDir} belongs to another user (${uid}). Run the command as that user: sudo -u '#${uid}' …`,
  );
}
