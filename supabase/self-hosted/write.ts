/**
 * `npm run self-hosted -- <folder of Supabase's compose files>`: adds this system to that folder. Reads the compose
 * files and .env. Writes a compose override, a file with its variables, and each edge function as one bundled file,
 * which needs no package registry and no import map.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { functionNames, projectRoot } from "../local/common/settings.ts";
import { additionsFor, readEnv } from "./additions.ts";
import { mergeCompose, readCompose } from "./compose-file.ts";
import { readShape, UnknownShape } from "./official-shape.ts";

const here = path.join(projectRoot, "supabase/self-hosted");
const ourFile = "docker-compose.arbo.yml";
/** Entry files of the functions and of the service that starts them, by name. */
const sources: Readonly<Record<string, string>> = {
  ...Object.fromEntries(functionNames.map((name) => [name, `edge-functions/${name}/index.ts`])),
  main: "supabase/self-hosted/main/index.ts",
};
const postgres17File = "docker-compose.pg17.yml";

/**
 * Writes all files into the folder of the compose files. Returns their paths, relative to that folder.
 * @throws UnknownShape if the additions do not fit the compose files; an error with the output of the bundler.
 */
export async function writeSelfHosted(folder: string): Promise<string[]> {
  const additions = await readAdditions(folder);
  await writeFile(path.join(folder, ourFile), additions.override);
  await writeFile(path.join(folder, "arbo.env"), additions.env);
  const functions = path.join(folder, "volumes/functions");
  for (const [name, source] of Object.entries(sources)) {
    await mkdir(path.join(functions, name), { recursive: true });
    bundle(source, path.join(functions, name, "index.ts"));
  }
  return [ourFile, "arbo.env", ...Object.keys(sources).map((name) => `volumes/functions/${name}/index.ts`)];
}

/**
 * Reads the compose files and .env in the folder, and returns the texts of the two files to write: the compose
 * override (docker-compose.arbo.yml) and arbo.env.
 * @throws UnknownShape if a file can't be read, or if the additions do not fit the compose files.
 */
export async function readAdditions(folder: string): Promise<{ override: string; env: string }> {
  const read = (name: string) =>
    readFile(path.join(folder, name), "utf8").catch(() => {
      throw new UnknownShape(`${path.join(folder, name)} can't be read.`);
    });
  const env = readEnv(
    existsSync(path.join(folder, ".env")) ? await read(".env") : await read(".env.example"),
  );
  const merged = async (names: readonly string[]) =>
    mergeCompose(await Promise.all(names.map(async (name) => readCompose(name, await read(name)))));
  let names = (env.get("COMPOSE_FILE") || "docker-compose.yml").split(":").filter((name) => name !== ourFile);
  if (readShape(await merged(names)).postgres === 15) {
    names = [...names, postgres17File];
    if (!existsSync(path.join(folder, postgres17File)))
      throw new UnknownShape(
        `The files start Postgres 15, and ${postgres17File}, which starts Postgres 17, is not beside them.`,
      );
  }
  return additionsFor({
    shape: readShape(await merged(names)),
    env,
    files: [...names, ourFile],
    override: await readFile(path.join(here, ourFile), "utf8"),
    variables: await readFile(path.join(here, "arbo.env"), "utf8"),
  });
}

function bundle(source: string, output: string): void {
  const options = ["--quiet", "--node-modules-dir=none", "--config=edge-functions/deno.json", "--frozen"];
  const { status, stderr } = spawnSync(
    path.join(projectRoot, "node_modules/.bin/deno"),
    ["bundle", ...options, `--output=${output}`, source],
    {
      cwd: projectRoot,
      encoding: "utf8",
      env: { ...process.env, DENO_DIR: path.join(projectRoot, ".local/deno"), NO_COLOR: "1" },
    },
  );
  if (status !== 0) throw new Error(`${source} could not be bundled:\n${stderr}`);
}

if (process.argv[1] === import.meta.filename) {
  const [folder] = process.argv.slice(2);
  if (!folder || !existsSync(path.join(folder, "docker-compose.yml"))) {
    console.error("Usage: npm run self-hosted -- <folder that holds Supabase's docker-compose.yml>");
    process.exitCode = 1;
  } else {
    try {
      console.log(`Written: ${(await writeSelfHosted(path.resolve(folder))).join(", ")}`);
    } catch (error) {
      if (!(error instanceof UnknownShape)) throw error;
      console.error(
        `${error.message} Nothing was written. supabase/self-hosted/README.md names the tried release.`,
      );
      process.exitCode = 1;
    }
  }
}
