/**
 * `npm run backup -- <folder>`: adds a backup of the system in DATA_DIR, running or stopped, to a folder of backups. If
 * DATABASE_URL, SUPABASE_URL and SUPABASE_SECRET_KEY are set, backs up the Supabase project that these variables name,
 * and not DATA_DIR. `--keep <n>` then removes all but the newest n backups. If stored files are missing, names them,
 * removes no backup and ends with exit code 1.
 */
import path from "node:path";
import { runCommand } from "../../common/interruption.ts";
import { readSettings } from "../../common/settings.ts";
import { StackError } from "../../common/stack-error.ts";
import { BackupFolder } from "../backup-folder.ts";
import { backUpCluster } from "../cluster-backup.ts";
import { readProject } from "../project.ts";
import { backUpProject } from "../rows-backup.ts";
import { readArguments, sizeOf } from "./usage.ts";

const usage =
  "Usage: DATA_DIR=<folder of the system> npm run backup -- <folder of backups> [--keep <number>]";

async function run(): Promise<void> {
  const { operands, options } = readArguments(["keep"], usage);
  const keep = options.keep === undefined ? null : Number(options.keep);
  if (operands.length !== 1 || (keep !== null && !(Number.isInteger(keep) && keep > 0)))
    throw new StackError(usage);
  const backups = new BackupFolder(path.resolve(operands[0] as string));
  const begun = Date.now();
  const project = readProject(process.env);
  const { name, manifest, missing } = project
    ? await backUpProject(project, backups)
    : await backUpCluster(readSettings(process.env).dataDir, backups);
  console.log(
    `${path.join(backups.folder, name)}: ${sizeOf(manifest)}, in ${((Date.now() - begun) / 1000).toFixed(1)} s`,
  );
  if (missing.length > 0) {
    const named = missing.slice(0, 3).join(", ") + (missing.length > 3 ? ", …" : "");
    console.error(
      `! ${missing.length} stored ${missing.length === 1 ? "file is" : "files are"} missing and not in this backup: ${named}.`,
    );
    if (keep !== null)
      console.error("! No older backup was removed, because one may have the missing files.");
    process.exitCode = 1;
    return;
  }
  if (keep === null) return;
  const gone = await backups.keepNewest(keep);
  if (gone.length > 0) console.log(`Removed: ${gone.join(", ")}`);
}

await runCommand("The backup", run);
