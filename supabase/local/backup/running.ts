/** The database of a DATA_DIR, whether its system runs or is stopped. */
import { statSync } from "node:fs";
import { claimDataDir } from "../common/processes.ts";
import { StackError } from "../common/stack-error.ts";
import { type databaseUrls, runningUrls } from "../postgres/databases.ts";
import { openServer } from "../postgres/offline-server.ts";

/**
 * Does work with it; one that is stopped is started meanwhile, and nobody else can start it.
 * @throws StackError when it cannot be opened, or another start is on its way, and what the work throws.
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

/** What root starts, it gives to the user of Postgres; a service that runs as somebody else would find its files closed. */
function refuseForeign(dataDir: string): void {
  const { uid } = statSync(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) return;
  throw new StackError(
    `${dataDir} belongs to another user (${uid}). Do this as that user: sudo -u '#${uid}' …`,
  );
}
