/**
 * `npm run restore -- <folder> [<backup>]`: restores the newest or the named backup of a folder into an empty DATA_DIR.
 * If DATABASE_URL, SUPABASE_URL and SUPABASE_SECRET_KEY are set, restores into the new Supabase project that they name.
 * Then verifies the result and prints the findings. Exit code 1 if the verification finds a problem.
 */
import { runCommand } from "../../common/interruption.ts";
import { readSettings } from "../../common/settings.ts";
import { toShellWord } from "../../common/shell-word.ts";
import { StackError } from "../../common/stack-error.ts";
import { restoreCluster } from "../cluster-restore.ts";
import { readProject } from "../project.ts";
import { restoreProject, verifyProject } from "./rows-restore.ts";
import { openBackup, readArguments, sizeOf } from "./usage.ts";
import { verifyCluster } from "./verify.ts";

const usage = "Usage: DATA_DIR=<an empty folder> npm run restore -- <folder of backups> [<name of a backup>]";

async function run(): Promise<void> {
  const { operands } = readArguments([], usage);
  const [folder, wanted] = operands;
  if (folder === undefined || operands.length > 2) throw new StackError(usage);
  const { backups, name, manifest } = await openBackup(folder, wanted);
  const project = readProject(process.env);
  const { dataDir } = readSettings(process.env);
  const target = project ? new URL(project.supabaseUrl).host : dataDir;
  console.log(`· ${name} of release ${manifest.release}: ${sizeOf(manifest)}`);
  const { damaged, refused } = project
    ? await restoreProject(backups, manifest, project)
    : { damaged: await restoreCluster(backups, manifest, dataDir), refused: [] };
  console.log(`· restored into ${target}; verifying`);
  const { well, faults } = await (project
    ? verifyProject(manifest, project)
    : verifyCluster(dataDir, manifest));
  for (const line of well) console.log(`  ${line}`);
  const all = [
    ...damaged.map((line) => `damaged in the backup and skipped: ${line}`),
    ...refused.map((line) => `not restored: ${line}`),
    ...faults,
  ];
  for (const line of all) console.error(`! ${line}`);
  console.log(
    all.length === 0
      ? `The restored system matches the backup. ${project ? "Give api_gateway its password, and deploy the functions." : `npm start serves it, with DATA_DIR=${toShellWord(dataDir)}.`}`
      : `Restored, but ${all.length} ${all.length === 1 ? "problem was" : "problems were"} found (see above).`,
  );
  if (refused.length > 0)
    console.log("Run the same command again to send the files that Storage did not accept.");
  if (all.length > 0) process.exitCode = 1;
}

await runCommand("DATA_DIR", run);
