/**
 * `POST /api/<path>/check`: whether files and rows agree, for administrators. `repair` removes the files that no row
 * keeps; `remove_rows` also deletes the rows whose file is missing, which no repair can bring back: after a restore of the
 * database alone those may be all of them, so it is asked for by name.
 */
import { Problem } from "../problems.ts";
import { asCaller } from "./as-caller.ts";
import type { JsonObject } from "./body.ts";
import { identifier } from "./database.ts";
import { removeFiles } from "./evidence-storage.ts";
import { filesAtOnce, sweep } from "./sweep.ts";
import type { Caller } from "./token.ts";

export interface CheckWish {
  repair: boolean;
  removeRows: boolean;
}

interface Fault {
  fault: "unwanted_file" | "stray_file" | "missing_file";
  path: string;
  evidence_table: string | null;
  row_id: number | null;
}

export interface CheckResult {
  /** As they were found. */
  faults: Fault[];
  /** Those that a repair could not mend, or was not asked to. */
  left: Fault[];
  removed_rows: number;
}

/** @throws Problem malformed. */
export function readCheck({
  repair = false,
  remove_rows: removeRows = false,
  ...others
}: JsonObject): CheckWish {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined || typeof repair !== "boolean" || typeof removeRows !== "boolean") {
    throw new Problem(
      "malformed",
      "Send {repair: true} to remove files, and remove_rows: true to remove rows as well.",
    );
  }
  return { repair, removeRows };
}

/** @throws Problem refused for whoever is no Central administrator of users. */
export async function checkFiles(caller: Caller, { repair, removeRows }: CheckWish): Promise<CheckResult> {
  const faults = await findFaults(caller);
  if (!repair && !removeRows) return { faults, left: faults, removed_rows: 0 };
  const removed = removeRows ? await removeRowsWithoutFile(caller, faults) : 0;
  const stray = faults.filter(({ fault }) => fault === "stray_file").map(({ path }) => path);
  for (let at = 0; at < stray.length; at += filesAtOnce) {
    await removeFiles(stray.slice(at, at + filesAtOnce));
  }
  // As many rounds as there can be something to remove, and no more.
  for (let round = 0; round <= faults.length / filesAtOnce + removed; round++) {
    if ((await sweep(caller)) === 0) break;
  }
  return { faults, left: await findFaults(caller), removed_rows: removed };
}

async function findFaults(caller: Caller): Promise<Fault[]> {
  return asCaller(caller, async (tx) => {
    const [row] = await tx.unsafe<{ may: boolean }[]>("select private.may_repair_files() as may");
    if (!row?.may)
      throw new Problem("refused", 'Only Central administrators with the route "users" check the files.');
    const rows = await tx.unsafe<Fault[]>(
      "select fault, path, evidence_table, row_id::float8 as row_id from private.file_faults() order by fault, path",
    );
    return [...rows];
  });
}

async function removeRowsWithoutFile(caller: Caller, faults: readonly Fault[]): Promise<number> {
  const missing = faults.filter(({ fault }) => fault === "missing_file");
  const tables = new Set(missing.map(({ evidence_table: table }) => table ?? ""));
  return asCaller(
    caller,
    async (tx) => {
      let removed = 0;
      for (const table of tables) {
        const ids = missing.filter((fault) => fault.evidence_table === table).map((fault) => fault.row_id);
        const rows = await tx.unsafe(
          `delete from public.${identifier(table)} where id = any ($1::text::bigint[]) returning id`,
          [`{${[...new Set(ids)].join(",")}}`],
        );
        removed += rows.length;
      }
      return removed;
    },
    { write: true },
  );
}
