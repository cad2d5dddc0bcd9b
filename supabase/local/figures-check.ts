/**
 * `npm run figures:check [-- <database url>] [-- --mend]`: compares all stored figures (activities, marks, people,
 * counts) with the rows from which they are computed. Uses the running system's database or the given one. `--mend`
 * computes the figures of all offices again if any stored figure differs. Other users can read and save meanwhile. Exit
 * code 1 if differences were not repaired.
 */
import { refreshFiguresOf } from "#shared/server/figures/refresh.ts";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { runCommand } from "./common/interruption.ts";
import { readSettings } from "./common/settings.ts";
import { runningUrls } from "./postgres/databases.ts";

const most = 20;

async function run(): Promise<void> {
  const operands = process.argv.slice(2).filter((one) => one !== "--mend");
  const databaseUrl = operands[0] ?? (await runningUrls(readSettings(process.env).dataDir))?.postgres;
  if (!databaseUrl) {
    console.error(
      "No system is running in DATA_DIR. Start it, or give a database URL: npm run figures:check -- postgresql://…",
    );
    process.exitCode = 2;
    return;
  }
  const sql = openDatabase(databaseUrl, { most: 1, patience: 3_600_000 });
  try {
    await check(sql);
  } finally {
    await sql.end();
  }
}

async function check(sql: Database): Promise<void> {
  const found = await differences(sql);
  for (const { kept, what } of found.slice(0, most)) console.log(`${kept}: ${what}`);
  if (found.length > most) console.log(`… and ${found.length - most} more.`);
  if (found.length === 0) console.log("All stored figures match the rows.");
  else if (process.argv.includes("--mend")) await mend(sql, found.length);
  else {
    console.log(`${found.length} rows differ. Run again with --mend to compute the figures again.`);
    process.exitCode = 1;
  }
}

/** Refreshes stale figures, and then compares all figures with the rows in one snapshot. */
async function differences(sql: Database): Promise<{ kept: string; what: string }[]> {
  await refreshFiguresOf(sql);
  return sql.begin(
    (tx) => tx<{ kept: string; what: string }[]>`select kept, what from private.figure_differences()`,
    { mode: "isolation level repeatable read read only" },
  );
}

async function mend(sql: Database, many: number): Promise<void> {
  await sql`select private.note_office(office) from public.offices`;
  const left = await differences(sql);
  console.log(
    left.length === 0
      ? `${many} rows differed and were computed again.`
      : `${left.length} rows still differ.`,
  );
  process.exitCode = left.length === 0 ? 0 : 1;
}

await runCommand("The check of figures", run);
