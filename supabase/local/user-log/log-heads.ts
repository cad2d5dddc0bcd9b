/**
 * `npm run log:heads`: prints the head (last link) of each hash chain of the user log, as one line of JSON. Append this
 * line to a file on another machine.
 */
import { readHeads } from "./chain-heads.ts";
import { runWithLog } from "./open-log.ts";

await runWithLog(async (sql) => console.log(JSON.stringify(await readHeads(sql))));
