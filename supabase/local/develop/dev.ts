/**
 * `npm run dev`: runs the product with demo data on one origin and follows changes in the working tree. The web app
 * reloads through Vite, an edge function restarts when a file that it imports changes, and changes in
 * supabase/schemas are applied to the running database. Each start creates a new database, so entered data is lost.
 * The folder of this database is next to DATA_DIR, not inside, because backups copy DATA_DIR as a whole.
 */
import { existsSync, watch } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { claimDataDir, onParentExit } from "../common/processes.ts";
import { projectRoot, readSettings } from "../common/settings.ts";
import { applyStatements, findSchemaDifference } from "../schema/difference.ts";
import { withSchemas } from "../schema/with-migrations.ts";
import { type Stack, startStack } from "../stack.ts";

/**
 * Database schemas to compare with the files in supabase/schemas. The database also has schemas of the platform and of
 * the seed, which these files do not declare.
 */
const ownSchemas = ["public", "private", "personal", "template"];

const settings = readSettings(process.env);
const dataDir = path.join(projectRoot, ".local-dev");
const begun = Date.now();
const interrupted = new AbortController();
const say = (line: string) => console.log(`${((Date.now() - begun) / 1000).toFixed(1)} s ${line}`);

/**
 * Applies the differences between the running database and supabase/schemas. An error leaves the database unchanged.
 */
async function followSchemas(stack: Stack): Promise<void> {
  try {
    const statements = await withSchemas((declared) => findSchemaDifference(stack, declared, ownSchemas));
    if (statements === "") return;
    await applyStatements(stack.databaseUrl, statements);
    say(`database: supabase/schemas applied\n${statements}`);
  } catch (error) {
    say(`! database: ${error instanceof Error ? error.message : error}`);
  }
}

/** Calls `work` after changes in the folder. Changes within a tenth of a second give one call. Calls never overlap. */
function onChange(folder: string, work: () => Promise<void>): void {
  let running = Promise.resolve();
  let waiting: NodeJS.Timeout | undefined;
  watch(folder, { recursive: true }, () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      running = running.then(work);
    }, 100);
  });
}

/**
 * Removes the database and the processes that a killed `npm run dev` has left behind.
 * @throws StackError when another `npm run dev` of this checkout is running.
 */
async function removeLeftOvers(): Promise<void> {
  if (!existsSync(dataDir)) return;
  const claim = await claimDataDir(dataDir);
  await claim.release();
  await rm(dataDir, { recursive: true });
}

/**
 * Serves the web app and forwards all API requests to the stack.
 * @throws An error when the port is taken.
 */
async function serveWeb(stack: Stack): Promise<ViteDevServer> {
  process.env.STACK_URL = stack.url;
  const web = await createServer({
    configFile: path.join(projectRoot, "vite.config.ts"),
    server: { port: settings.port, strictPort: true },
  });
  // Remove Vite's handler for SIGTERM, which would exit the process before the stack has stopped.
  process.removeAllListeners("SIGTERM");
  process.once("SIGTERM", () => void end(0));
  return web.listen();
}

let stack: Stack | undefined;
async function end(code: number): Promise<void> {
  interrupted.abort();
  await stack?.stop();
  process.exit(code);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void end(0));
onParentExit(() => void end(0));

try {
  await removeLeftOvers();
  stack = await startStack({
    ...settings,
    dataDir,
    port: 0,
    throwAway: true,
    web: false,
    reload: true,
    progress: say,
    signal: interrupted.signal,
  });
  const running = stack;
  await serveWeb(running);
  onChange(path.join(projectRoot, "supabase/schemas"), () => followSchemas(running));
  say(
    `ready on http://127.0.0.1:${settings.port}; sign in as admin, central, regional, provincial or viewer`,
  );
  await followSchemas(running);
} catch (error) {
  if (!interrupted.signal.aborted) console.error(error instanceof Error ? error.message : error);
  await end(1);
}
