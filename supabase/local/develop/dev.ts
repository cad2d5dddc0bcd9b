/**
 * `npm run dev`: runs the product with demo data on one origin and follows changes in the working tree. Vite reloads
 * the web app, an edge function restarts when a file that it imports changes, and changed schemas are applied to the
 * running database. Each start creates a new database, so entered data is lost.
 */
import { existsSync, watch } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { abortOnSignals } from "../common/interruption.ts";
import { claimDataDir } from "../common/processes.ts";
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
const interruption = abortOnSignals();
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
    if (!interruption.aborted) say(`! database: ${error instanceof Error ? error.message : error}`);
  }
}

/** Resolves when all calls of `followSchemas` have ended. The calls run one after the other. */
let following = Promise.resolve();
function follow(stack: Stack): Promise<void> {
  following = following.then(() => followSchemas(stack));
  return following;
}

/** Calls `work` once after changes in the folder, a tenth of a second after the last change. */
function onChange(folder: string, work: () => void): void {
  let waiting: NodeJS.Timeout | undefined;
  watch(folder, { recursive: true }, () => {
    clearTimeout(waiting);
    waiting = setTimeout(work, 100);
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
  const ownHandlers = process.listeners("SIGTERM");
  const web = await createServer({
    configFile: path.join(projectRoot, "vite.config.ts"),
    server: { port: settings.port, strictPort: true },
  });
  // Remove Vite's handler for SIGTERM, which would exit the process before the stack has stopped.
  for (const handler of process.listeners("SIGTERM"))
    if (!ownHandlers.includes(handler)) process.removeListener("SIGTERM", handler);
  return web.listen();
}

let stack: Stack | undefined;
async function end(code: number): Promise<void> {
  await Promise.all([stack?.stop(), following]);
  process.exit(code);
}
// If the signal comes during the start, `stack` is not set. Then `startStack` stops the parts that it has started, and
// throws.
interruption.addEventListener("abort", () => {
  if (stack) void end(0);
});

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
    signal: interruption,
  });
  const running = stack;
  await serveWeb(running);
  onChange(path.join(projectRoot, "supabase/schemas"), () => void follow(running));
  say(
    `ready on http://127.0.0.1:${settings.port}; sign in as admin, central, regional, provincial or viewer`,
  );
  await follow(running);
} catch (error) {
  if (!interruption.aborted) console.error(error instanceof Error ? error.message : error);
  await end(interruption.aborted ? 0 : 1);
}
