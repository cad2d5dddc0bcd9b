/**
 * `npm run log:heads`: prints the heads of the user log's hash chains as one line of JSON, to be appended to a file on
 * another machine.
 */
import { readHeads } from "./chain-heads.ts";
import { runWithLog } from "./open-log.ts";

await runWithLog(async (sql) => console.log(JSON.stringify(await readHeads(sql))));
