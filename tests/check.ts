/**
 * `npm run check`: all checks except the tests of the product. Each step runs a command or a query on a temporary
 * database. All steps run, even if one fails; a failed step prints what to do.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { interruption, runCommand } from "../supabase/local/common/interruption.ts";
import { buildWebIfNeeded } from "../supabase/local/gateway/web-build.ts";
import { checkReleased } from "../supabase/local/postgres/migrations.ts";
import { generateFiles } from "../supabase/local/schema/database-types.ts";
import { describeDifference, guardsOf } from "../supabase/local/schema/guards.ts";
import { checkLayout } from "../supabase/local/schema/schema-layout.ts";
import { readSchemaFiles } from "../supabase/local/schema/schemas.ts";
import { withMigrations, withSchemas } from "../supabase/local/schema/with-migrations.ts";
import type { Stack } from "../supabase/local/stack.ts";
import { staleOpenApi } from "./parity/openapi-file.ts";

type Step = { name: string; run: () => Promise<string | undefined> | string | undefined };

/**
 * Creates a step that runs a program. The step fails if the program fails or its output matches `refuse` (a warning).
 * @param home Folder for the files that the program writes for its user.
 */
function programStep(home: string, name: string, program: string, args: string[], refuse?: RegExp): Step {
  return {
    name,
    async run() {
      const done = await promisify(execFile)(path.join("node_modules/.bin", program), args, {
        encoding: "utf8",
        maxBuffer: 2 ** 26,
        // Deno downloads the functions' packages into a folder of the project, as in a deployment.
        env: { ...process.env, DENO_DIR: path.resolve(".local/deno"), HOME: home },
        signal: interruption,
      }).catch((error: Error & { stdout: string; stderr: string }) => error);
      const output = `${done.stdout}${done.stderr}`;
      return !(done instanceof Error) && !refuse?.test(output) ? undefined : output;
    },
  };
}

/** Returns a message for each line of a folder's SQL files that is longer than the limit. */
async function longLines(folder: string, limit: number): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".sql"));
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
  return texts.flatMap((text, n) =>
    text
      .split("\n")
      .flatMap((line, at) =>
        line.length > limit ? [`${folder}/${names[n]}:${at + 1}: ${line.length} characters`] : [],
      ),
  );
}

/** Returns the steps. @param stack Temporary database created from the migrations. */
async function readSteps(stack: Stack): Promise<Step[]> {
  const home = path.join(stack.dataDir, "check");
  await mkdir(home);
  const command = (name: string, program: string, args: string[], refuse?: RegExp) =>
    programStep(home, name, program, args, refuse);
  const functions = (await readdir("edge-functions")).filter((name) =>
    existsSync(path.join("edge-functions", name, "index.ts")),
  );
  const denoOptions = ["--node-modules-dir=none", "--config=edge-functions/deno.json", "--frozen"];
  const entry = (name: string) => `edge-functions/${name}/index.ts`;
  const database = `--remote=${stack.databaseUrl}`;

  return [
    command("types of the web app, the local stack and the tests", "tsc", ["-p", "tsconfig.json"]),
    command("types of the service worker", "tsc", ["-p", "web/service-worker"]),
    command("types of the functions", "deno", ["check", ...denoOptions, ...functions.map(entry)]),
    ...functions.map((name) =>
      command(`the function ${name} can be bundled alone`, "deno", [
        "bundle",
        ...denoOptions,
        `--output=${path.join(home, `${name}.js`)}`,
        entry(name),
      ]),
    ),
    command("lint, import zones, formatting", "biome", ["check", "--error-on-warnings"]),
    command("unused code", "knip", []),
    {
      name: "bundle sizes",
      async run() {
        await buildWebIfNeeded(() => undefined);
        return command("", "tsx", ["web/bundle-budget.ts"]).run();
      },
    },
    command(
      "the Supabase CLI reads the project without a warning",
      "supabase",
      ["migration", "list", database],
      /WARN/,
    ),
    {
      name: "released migrations are unchanged",
      run: async () => (await checkReleased()).join("\n") || undefined,
    },
    {
      name: "layout of supabase/schemas",
      run: async () => checkLayout(await readSchemaFiles()).join("\n") || undefined,
    },
    {
      name: "pgTAP files keep to 120 columns",
      run: async () => (await longLines("tests/database", 120)).join("\n") || undefined,
    },
    {
      name: "supabase/schemas and the migrations create the same database",
      async run() {
        const [migrated, declared] = await Promise.all([
          guardsOf(stack.databaseUrl),
          withSchemas((schemas) => guardsOf(schemas.databaseUrl)),
        ]);
        const differences = describeDifference(declared, migrated);
        if (differences.length === 0) return undefined;
        return `The migrations create a different database than supabase/schemas. Run \`npm run db:diff\` to write the missing migration.\n${differences.join("\n")}`;
      },
    },
    command("database advisors", "supabase", ["db", "advisors", database, "--level=warn", "--fail-on=warn"]),
    { name: "the OpenAPI description is up to date", run: staleOpenApi },
    {
      name: "files generated from the database are up to date",
      async run() {
        const stale: string[] = [];
        for (const [file, text] of await generateFiles(stack))
          if ((await readFile(file, "utf8").catch(() => "")) !== text) stale.push(path.relative(".", file));
        return stale.length === 0 ? undefined : `Run \`npm run db:types\` and commit ${stale.join(", ")}.`;
      },
    },
  ];
}

/** Runs all steps and returns the number of failed ones. */
async function check(stack: Stack): Promise<number> {
  let failures = 0;
  for (const step of await readSteps(stack)) {
    const started = Date.now();
    const problem = await step.run();
    interruption.throwIfAborted();
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    if (problem === undefined) console.log(`✓ ${step.name} (${seconds} s)`);
    else {
      failures += 1;
      console.log(`✗ ${step.name} (${seconds} s)\n${problem}`);
    }
  }
  return failures;
}

await runCommand("The check", async () => {
  const failures = await withMigrations(check);
  process.exit(failures === 0 ? 0 : 1);
});
