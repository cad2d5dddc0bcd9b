/**
 * `npm run bench`: measures the performance goals on generated data of national size. Each case alternates with the
 * same work in plain SQL on a connection without policies. The ratios are the result; absolute times depend on the
 * machine. Writes the tables of RESULTS.md and README.md.
 * Environment variables:
 * SEED_SCALE: size of the data; 1 by default. Scale 10 takes a quarter of an hour to generate.
 * BENCH_RUNS: runs per case; 30 by default.
 * BENCH_ONLY: comma-separated list of lists, policies, charts, explore, load and bulk. With it, no tables are written.
 * BENCH_STACK: addresses of a running stack with its web app, as JSON in the shape of the tests' TestStack.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { interruption, runAndClose, runCommand } from "../../supabase/local/common/interruption.ts";
import { startStack } from "../../supabase/local/stack.ts";
import type { TestStack } from "../test-stack.ts";
import type { Bench } from "./bench.ts";
import { measureBulkChange, measureExcelExport, measureExport, measureImport } from "./cases/bulk.ts";
import { chartCases, chartPolicyCosts } from "./cases/charts.ts";
import { exploreCases } from "./cases/explore.ts";
import { listCases, policyCosts } from "./cases/lists.ts";
import { measureReaders, measureWriters } from "./cases/load.ts";
import { nationalLists } from "./cases/national-lists.ts";
import { signIn } from "./client.ts";
import type { Measured } from "./measure.ts";
import { storeBenchResult, table } from "./results.ts";
import { Database } from "./statements.ts";

const demoPassword = "Demo-2025!";
const scale = Number(process.env.SEED_SCALE ?? 1);
const only = (process.env.BENCH_ONLY ?? "").split(",").filter((name) => name !== "");

const parts: Record<string, ((bench: Bench) => Promise<Measured | Measured[]>)[]> = {
  lists: [listCases, nationalLists],
  charts: [chartCases],
  explore: [exploreCases],
  policies: [policyCosts, chartPolicyCosts],
  load: [measureReaders, measureWriters],
  bulk: [measureImport, measureBulkChange, measureExport, measureExcelExport],
};

type Addresses = Pick<TestStack, "url" | "databaseUrl" | "apiGatewayUrl" | "publishableKey">;

async function measure(stack: Addresses): Promise<boolean> {
  // Set the environment of the API, because the benchmark builds statements with the API's own code. This code reads
  // the columns of the tables over the API's database connection.
  Object.assign(process.env, {
    SUPABASE_URL: stack.url,
    SUPABASE_ANON_KEY: stack.publishableKey,
    API_DB_URL: stack.apiGatewayUrl,
  });
  const database = new Database(stack.databaseUrl);
  const tokens = new Map<string, Promise<string>>();
  const bench: Bench = {
    origin: stack.url,
    database,
    databaseUrl: stack.databaseUrl,
    runs: Number(process.env.BENCH_RUNS ?? 30),
    scale,
    password: demoPassword,
    token(username) {
      const known = tokens.get(username) ?? signIn(stack.url, username, demoPassword);
      tokens.set(username, known);
      return known;
    },
    detail: (line) => console.log(`  ${line}`),
  };
  try {
    await database.sql.unsafe("vacuum analyze");
    await database.sql.unsafe("grant central_reader, provincial_reader to current_user");
    const measured: Measured[] = [];
    for (const [name, cases] of Object.entries(parts)) {
      if (only.length > 0 && !only.includes(name)) continue;
      console.log(`${name} …`);
      for (const one of cases) measured.push(...[await one(bench)].flat());
    }
    console.log(`\n${table(measured)}`);
    if (only.length === 0) await storeBenchResult({ scale, rows: await sizes(database), measured });
    return measured.every(({ kept }) => kept);
  } finally {
    await database.close();
  }
}

async function sizes({ sql }: Database): Promise<Record<string, number>> {
  const rows = await sql<{ table_name: string; n: number }[]>`
    select relname as table_name, reltuples::bigint::float8 as n from pg_class
    where oid in ('public.arbo_masterlist'::regclass, 'public.arc_masterlist'::regclass, 'public.arbo_trainings'::regclass, 'public.participants'::regclass)
    order by relname`;
  return Object.fromEntries(rows.map(({ table_name, n }) => [table_name, n]));
}

async function fresh(): Promise<boolean> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "bench-"));
  console.log(`Generating data of national size (scale ${scale}) …`);
  const progress = (line: string) => console.log(line);
  const options = { dataDir, port: 0, demoPassword, scale, throwAway: true, progress } as const;
  try {
    const stack = await startStack({ ...options, seed: "national", signal: interruption });
    return await runAndClose(
      () => measure(stack),
      () => stack.stop(),
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

await runCommand("The benchmark", async () => {
  const running = process.env.BENCH_STACK;
  const kept = running ? await measure(JSON.parse(running) as Addresses) : await fresh();
  if (!kept) console.log("\nA case misses its goal (✗).");
  process.exit(kept ? 0 : 1);
});
