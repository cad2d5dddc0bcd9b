/**
 * `POST /api/<path>/check`: lets administrators check whether the rows, the database's list of uploads and the stored
 * files agree. Every file is read and its hash compared with the hash from the upload. `repair` removes orphaned files.
 * `remove_rows` deletes rows whose file is missing, which can't be undone. If a request can't read all files, the next
 * request sends the response's `next` (a path) as `after`.
 */
import type { z } from "zod";
import type { checkBody } from "../../contracts/record-acts.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { identifier } from "../db/database.ts";
import { removeFiles } from "../storage/evidence-storage.ts";
import { readStore, type StoreFault } from "../storage/read-store.ts";
import { filesAtOnce, sweep } from "../storage/sweep.ts";

type Fault =
  | StoreFault
  | {
      fault: "unwanted_file" | "stray_file" | "missing_file";
      path: string;
      evidence_table: string | null;
      row_id: number | null;
    };

export interface CheckResult {
  /** Faults that were found before the repair. */
  faults: Fault[];
  /** Faults that remain: the repair failed, or was not requested. */
  left: Fault[];
  removed_rows: number;
  /** Path of the last file that was read, if there are more files. */
  next?: string;
}

/**
 * Compares rows, uploads and stored files. On request, repairs faults: missing files, and files that belong to no row.
 * Only administrators of the central office get a report of faults.
 */
export async function checkFiles(
  caller: Caller,
  { repair, remove_rows: removeRows, after }: z.output<typeof checkBody>,
): Promise<CheckResult> {
  const known = await findFaults(caller);
  const { found, next } = await readStore(caller, after);
  const faults = joined(known, found);
  const rest = next === null ? {} : { next };
  if (!repair && !removeRows) return { faults, left: faults, removed_rows: 0, ...rest };
  const removed = removeRows ? await removeRowsWithoutFile(caller, faults) : [];
  const stray = faults.filter(({ fault }) => fault === "stray_file").map(({ path }) => path);
  for (let at = 0; at < stray.length; at += filesAtOnce) {
    await removeFiles(stray.slice(at, at + filesAtOnce));
  }
  // Each round removes at most `filesAtOnce` orphaned files. The number of rounds is limited, because the loop would
  // otherwise not end if a file can't be removed. The limit is enough for the faults that were found and the files of
  // deleted rows.
  for (let round = 0; round <= faults.length / filesAtOnce + removed.length; round++) {
    if ((await sweep(caller)) === 0) break;
  }
  const remaining = found.filter((fault) => !removed.includes(`${fault.evidence_table} ${fault.row_id}`));
  const left = joined(await findFaults(caller), remaining);
  return { faults, left, removed_rows: removed.length, ...rest };
}

/** Merges the faults that the database found with the faults that reading the files found. Each file is listed once. */
function joined(known: readonly Fault[], found: readonly Fault[]): Fault[] {
  const paths = new Set(known.map(({ path }) => path));
  return [...known, ...found.filter(({ path }) => !paths.has(path))];
}

async function findFaults(caller: Caller): Promise<Fault[]> {
  return asCaller(caller, async (tx) => {
    const rows = await tx.unsafe<Fault[]>(
      "select fault, path, evidence_table, row_id::float8 as row_id from private.file_faults() order by fault, path",
    );
    return [...rows];
  });
}

/** Deletes rows whose file is missing. @returns The deleted rows, as table and id. */
async function removeRowsWithoutFile(caller: Caller, faults: readonly Fault[]): Promise<string[]> {
  const missing = faults.filter(({ fault }) => fault === "missing_file");
  const tables = new Set(missing.map(({ evidence_table: table }) => table ?? ""));
  return asCaller(
    caller,
    async (tx) => {
      const removed: string[] = [];
      for (const table of tables) {
        const ids = missing.filter((fault) => fault.evidence_table === table).map((fault) => fault.row_id);
        const rows = await tx.unsafe<{ id: string }[]>(
          `delete from public.${identifier(table)} where id = any ($1::text::bigint[]) returning id`,
          [`{${[...new Set(ids)].join(",")}}`],
        );
        removed.push(...rows.map(({ id }) => `${table} ${id}`));
      }
      return removed;
    },
    { write: true, keyed: false },
  );
}
