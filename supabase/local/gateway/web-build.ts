/** Builds the web app if there is no build yet, or if its sources have changed since the last build. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { projectRoot } from "../common/settings.ts";
import { sourcesStamp } from "../common/sources-stamp.ts";
import { StackError } from "../common/stack-error.ts";

export const webDist = path.join(projectRoot, "web/dist");
const stampFile = path.join(webDist, ".sources");
const sources = ["web", "edge-functions/_shared", "seed/psgc", "vite.config.ts", "package-lock.json"];
/** Folders in `web` that the build itself writes. */
const outputs = ["web/dist", "web/public/data"];

/**
 * Returns a hash of the sources of the web app, without the files that a build writes.
 * @param root Root of the project.
 */
export const webStamp = (root = projectRoot): Promise<string> => sourcesStamp(sources, outputs, root);

/**
 * Builds the web app if there is no up-to-date build.
 * @throws StackError with the build's output when it fails.
 */
export async function buildWebIfNeeded(progress: (line: string) => void): Promise<void> {
  if (!existsSync(path.join(projectRoot, "web/index.html"))) {
    progress("web app: not there, skipped");
    return;
  }
  const stamp = await webStamp();
  const built = await readFile(stampFile, "utf8").catch(() => "");
  if (built === stamp && existsSync(path.join(webDist, "index.html"))) return;
  progress("web app: building (about half a minute)");
  await runBuild();
  await writeFile(stampFile, stamp);
}

function runBuild(): Promise<void> {
  const vite = path.join(
    path.dirname(createRequire(import.meta.url).resolve("vite/package.json")),
    "bin/vite.js",
  );
  const build = spawn(process.execPath, [vite, "build", "web", "--logLevel", "warn"], {
    cwd: projectRoot,
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [build.stdout, build.stderr]) stream.on("data", (chunk) => (said += chunk));
  return new Promise((resolve, reject) => {
    build.once("error", reject);
    build.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new StackError(`The web app could not be built:\n${said.trim()}`));
    });
  });
}
