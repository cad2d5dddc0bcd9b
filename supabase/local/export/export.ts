/**
 * `npm run export -- <new folder> [--region <name> [--province <name>]]`: writes the data of the system in DATA_DIR to
 * a new folder in open formats. If DATABASE_URL, SUPABASE_URL and SUPABASE_SECRET_KEY are set, exports the Supabase
 * project that they name. With a region or a province, writes only the rows that a user of that office sees. Exit code
 * 1 if a stored file is missing or damaged.
 */
import path from "node:path";
import { readArguments } from "../backup/commands/usage.ts";
import { readProject } from "../backup/project.ts";
import { withDatabase } from "../backup/running.ts";
import { runCommand } from "../common/interruption.ts";
import { requireSecrets } from "../common/secrets.ts";
import { readSettings } from "../common/settings.ts";
import { StackError } from "../common/stack-error.ts";
import { refuseInside } from "../postgres/data-dir.ts";
import { type ExportResult, exportData } from "./export-data.ts";
import type { Office } from "./office.ts";
import { openFromDataDir, openFromProject } from "./stored-files.ts";

const usage =
  "Usage: DATA_DIR=<folder of the system> npm run export -- <new folder> [--region <name> [--province <name>]]";

async function exportTo(target: string, office: Office | null): Promise<ExportResult> {
  const project = readProject(process.env);
  if (project)
    return exportData(
      { databaseUrl: project.databaseUrl, openFile: openFromProject(project) },
      target,
      office,
    );
  const { dataDir } = readSettings(process.env);
  await requireSecrets(dataDir);
  refuseInside(target, dataDir);
  return withDatabase(dataDir, ({ postgres }) =>
    exportData({ databaseUrl: postgres, openFile: openFromDataDir(dataDir) }, target, office),
  );
}

async function run(): Promise<void> {
  const { operands, options } = readArguments(["region", "province"], usage);
  const { region, province } = options;
  if (operands.length !== 1 || (province && !region)) throw new StackError(usage);
  const target = path.resolve(operands[0] as string);
  const begun = Date.now();
  const { tables, rows, files, problems } = await exportTo(
    target,
    region ? { region, province: province ?? null } : null,
  );
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  console.log(
    `${target}: ${rows.toLocaleString("en")} rows of ${tables} tables, ${files} files, in ${seconds} s`,
  );
  for (const problem of problems) console.error(`! ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

await runCommand("The export", run);
