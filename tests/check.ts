/**
 * `npm run check`: everything that can be judged without running the product's tests. Each step is one command or one
 * question to a throw-away database; all steps run, and the first lines of a failing one say what to do.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { databaseTypes, databaseTypesFile } from "../supabase/local/database-types.ts";
import { runSupabase } from "../supabase/local/migrations.ts";
import { startStack } from "../supabase/local/stack.ts";

type Step = { name: string; run: () => Promise<string | undefined> | string | undefined };

/** A step that runs a program; it fails with the program's output. */
function command(name: string, program: string, args: string[]): Step {
  return {
    name,
    run() {
      const result = spawnSync(path.join("node_modules/.bin", program), args, {
        encoding: "utf8",
        maxBuffer: 2 ** 26,
      });
      return result.status === 0 ? undefined : `${result.stdout}${result.stderr}`;
    },
  };
}

const dataDir = await mkdtemp(path.join(tmpdir(), "check-"));
const stack = await startStack({
  dataDir,
  port: 0,
  seed: "none",
  demoPassword: "not-used-here",
  throwAway: true,
  web: false,
  functions: false,
});

const denoArgs = ["check", "--node-modules-dir=none", "--config", "edge-functions/deno.json", "--frozen"];

const steps: Step[] = [
  command("types of web, local and tests", "tsc", ["-p", "tsconfig.json"]),
  command("types of the functions", "deno", [
    ...denoArgs,
    "edge-functions/api/index.ts",
    "edge-functions/dropdown/index.ts",
  ]),
  command("lint, import zones, formatting", "biome", ["check", "--error-on-warnings"]),
  command("unused code", "knip", []),
  {
    name: "generated database types are up to date",
    async run() {
      const [now, kept] = await Promise.all([databaseTypes(stack), readFile(databaseTypesFile, "utf8")]);
      return now === kept ? undefined : "Run `npm run db:types` and commit the result.";
    },
  },
  {
    name: "database advisors",
    async run() {
      const said = await runSupabase(
        ["db", "advisors", `--remote=${stack.databaseUrl}`, "--level=warn"],
        path.join(dataDir, "cli-home"),
      );
      return said.includes("No issues found") ? undefined : said;
    },
  },
];

let failures = 0;
for (const step of steps) {
  const started = Date.now();
  const problem = await step.run();
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (problem === undefined) console.log(`✓ ${step.name} (${seconds} s)`);
  else {
    failures += 1;
    console.log(`✗ ${step.name} (${seconds} s)\n${problem}`);
  }
}
await stack.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(failures === 0 ? 0 : 1);
