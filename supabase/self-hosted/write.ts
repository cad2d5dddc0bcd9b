/**
 * `npm run self-hosted -- <folder of Supabase's compose files>`: adds this system to that folder. Writes a compose
 * override, its variables, and each edge function as one bundled file that needs neither a package registry nor an
 * import map.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { functionNames, projectRoot } from "../local/common/settings.ts";

const here = path.join(projectRoot, "supabase/self-hosted");

/**
 * Writes all files into the folder of the compose files. Returns the paths of the functions, relative to that folder.
 * @throws An error with the output of the bundler.
 */
export async function writeSelfHosted(folder: string): Promise<string[]> {
  const functions = path.join(folder, "volumes/functions");
  for (const name of functionNames) {
    await mkdir(path.join(functions, name), { recursive: true });
    bundle(name, path.join(functions, name, "index.ts"));
  }
  await mkdir(path.join(functions, "main"), { recursive: true });
  await copyFile(path.join(here, "main/index.ts"), path.join(functions, "main/index.ts"));
  for (const name of ["docker-compose.arbo.yml", "arbo.env"]) {
    await copyFile(path.join(here, name), path.join(folder, name));
  }
  return [...functionNames, "main"].map((name) => `volumes/functions/${name}/index.ts`);
}

function bundle(name: string, output: string): void {
  const options = ["--quiet", "--node-modules-dir=none", "--config=edge-functions/deno.json", "--frozen"];
  const { status, stderr } = spawnSync(
    path.join(projectRoot, "node_modules/.bin/deno"),
    ["bundle", ...options, `--output=${output}`, `edge-functions/${name}/index.ts`],
    {
      cwd: projectRoot,
      encoding: "utf8",
      env: { ...process.env, DENO_DIR: path.join(projectRoot, ".local/deno"), NO_COLOR: "1" },
    },
  );
  if (status !== 0) throw new Error(`The function ${name} could not be bundled:\n${stderr}`);
}

if (process.argv[1] === import.meta.filename) {
  const [folder] = process.argv.slice(2);
  if (!folder || !existsSync(path.join(folder, "docker-compose.yml"))) {
    console.error("Usage: npm run self-hosted -- <folder that holds Supabase's docker-compose.yml>");
    process.exitCode = 1;
  } else {
    const written = await writeSelfHosted(path.resolve(folder));
    console.log(`Written: docker-compose.arbo.yml, arbo.env, ${written.join(", ")}`);
  }
}
