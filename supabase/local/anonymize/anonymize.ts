/**
 * `npm run anonymize -- <folder of backups> <new folder> [<name of a backup>]`: makes an anonymised copy of the newest
 * or the named backup for training. Reads only the backup, never the system that was backed up.
 */
import path from "node:path";
import { demoUsers } from "../../../seed/users.ts";
import { openBackup, readArguments, sizeOf } from "../backup/commands/usage.ts";
import { interruption, runCommand } from "../common/interruption.ts";
import { toShellWord } from "../common/shell-word.ts";
import { StackError } from "../common/stack-error.ts";
import { makeCopy } from "./anonymized-copy.ts";

const usage = "Usage: npm run anonymize -- <folder of backups> <new folder> [<name of a backup>]";

async function run(): Promise<void> {
  const { operands } = readArguments([], usage);
  const [folder, wanted, named] = operands;
  if (folder === undefined || wanted === undefined || operands.length > 3) throw new StackError(usage);
  const { backups, name, manifest } = await openBackup(folder, named);
  const target = path.resolve(wanted);
  const begun = Date.now();
  console.log(`· ${name} of release ${manifest.release}: ${sizeOf(manifest)}`);
  const progress = (line: string) => console.log(line);
  const made = await makeCopy(backups, manifest, target, { signal: interruption, progress });
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  console.log(
    `${target}: ${made.rows.toLocaleString("en")} rows of ${made.tables} tables, ${made.files} files, in ${seconds} s`,
  );
  if (made.namingTexts > 0)
    console.log(
      `${made.namingTexts} other texts contained the name of a person or an ARBO and were replaced.`,
    );
  const names = demoUsers.map(({ username }) => username).join(", ");
  console.log(`DATA_DIR=${toShellWord(target)} npm start serves it. The users are ${names}.`);
  console.log(`Their password is ${made.password} and is not shown again.`);
}

await runCommand("The copy", run);
