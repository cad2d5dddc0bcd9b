/**
 * `npm run log:check -- <file>`: checks that the user log agrees with its hash chains. Also checks that the chains
 * still contain all heads that `npm run log:heads` has written to the file. Exit code 1 if the check finds a problem.
 */
import { readFile } from "node:fs/promises";
import { readArguments } from "../backup/commands/usage.ts";
import { StackError } from "../common/stack-error.ts";
import { checkHeads, parseHeads } from "./chain-heads.ts";
import { runWithLog } from "./open-log.ts";

const usage = "Usage: DATA_DIR=<folder of the system> npm run log:check -- <file of log:heads>";
/** Maximum number of problems that are printed. */
const most = 20;

await runWithLog(async (sql) => {
  const { operands } = readArguments([], usage);
  const [file] = operands;
  if (file === undefined || operands.length > 1) throw new StackError(usage);
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new StackError(`${file} cannot be read: ${error.message}`);
  });
  const kept = parseHeads(text);
  const problems = await checkHeads(sql, kept);
  for (const problem of problems.slice(0, most)) console.error(`! ${problem}`);
  if (problems.length > most) console.error(`… and ${problems.length - most} more.`);
  if (problems.length > 0) process.exitCode = 1;
  else
    console.log(
      `The log contains the heads of ${kept.length} ${kept.length === 1 ? "line" : "lines"} (${kept[0]?.at} to ${kept.at(-1)?.at}). ` +
        "No entry is missing, altered or added.",
    );
});
