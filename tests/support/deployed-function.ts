/** Runs an edge function as hosted Supabase does: in Deno, with only the files that the CLI uploaded. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { findFreePort, waitForPort } from "../../supabase/local/common/ports.ts";
import { loopback, projectRoot } from "../../supabase/local/common/settings.ts";
import type { Upload } from "./management-api.ts";

const deno = path.join(projectRoot, "node_modules/.bin/deno");

/**
 * Unpacks an upload into a folder and serves the function. Deno downloads the packages that the function imports.
 * @returns The served function, with the lines that it writes in `output`.
 * @throws with Deno's output if the function does not start.
 */
export async function startDeployed(upload: Upload, folder: string, env: Record<string, string>) {
  for (const [name, content] of upload.files) {
    const file = path.join(folder, name);
    if (!file.startsWith(folder + path.sep)) throw new Error(`${name} lies outside of the upload`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const port = await findFreePort();
  // Deno's downloaded packages are cached in the project, as for `npm run check`.
  const surroundings = { ...process.env, DENO_DIR: path.join(projectRoot, ".local/deno"), NO_COLOR: "1" };
  const { import_map_path: map, entrypoint_path: entry } = upload.metadata;
  const what = [map ? `--config=${map}` : "--no-config", String(entry)];
  const child = spawn(deno, ["run", "--no-prompt", "--allow-net", "--allow-env", ...what], {
    cwd: folder,
    env: { ...surroundings, ...env, DENO_SERVE_ADDRESS: `tcp:${loopback}:${port}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => said.push(String(text)));
  if (!(await waitForPort(port, 60_000, () => child.exitCode !== null))) {
    await ended(child);
    throw new Error(`The function did not start:\n${said.join("")}`);
  }
  return { url: `http://${loopback}:${port}`, output: () => said.join(""), stop: () => ended(child) };
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
