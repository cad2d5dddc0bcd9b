/** Runs work with the database that has the user log: that of DATABASE_URL, or of DATA_DIR, running or stopped. */
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { withDatabase } from "../backup/running.ts";
import { runCommand } from "../common/interruption.ts";
import { requireSecrets } from "../common/secrets.ts";
import { readSettings } from "../common/settings.ts";
import { StackError } from "../common/stack-error.ts";

async function withUrl<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const { DATABASE_URL: url } = process.env;
  if (url !== undefined && !URL.canParse(url)) throw new StackError("DATABASE_URL is not a URL.");
  if (url) return work(url);
  const { dataDir } = readSettings(process.env);
  await requireSecrets(dataDir);
  return withDatabase(dataDir, ({ postgres }) => work(postgres));
}

/** Runs the work of a command. Prints errors for the operator, and sets the exit code 1. */
export function runWithLog(work: (sql: Database) => Promise<void>): Promise<void> {
  return runCommand("The user log", () =>
    withUrl(async (url) => {
      const sql = openDatabase(url, { most: 1, patience: Number.POSITIVE_INFINITY });
      try {
        await work(sql);
      } finally {
        await sql.end();
      }
    }),
  );
}
