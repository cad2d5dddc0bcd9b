/**
 * Removes orphaned files, which deleted rows, replaced files and abandoned uploads leave behind. Each cleanup removes
 * the orphaned files that its caller can see. If a file can't be removed, the next cleanup tries again.
 */
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { Transaction } from "../db/database.ts";
import { removeFiles } from "./evidence-storage.ts";

/** Maximum number of files that one cleanup removes. */
export const filesAtOnce = 200;

/**
 * Removes the orphaned files that the caller can see.
 * @param givenUp Ids of failed uploads of the caller that will not be retried. Their files are removed, too.
 * @returns Number of removed files.
 */
export async function sweep(caller: Caller, givenUp: readonly string[] = []): Promise<number> {
  const paths = await asCaller(
    caller,
    async (tx) => {
      await tx.unsafe("select private.expire_uploads($1::text::uuid[])", [`{${givenUp.join(",")}}`]);
      const rows = await tx.unsafe<{ path: string }[]>(
        `select path from private.orphan_file_paths(${filesAtOnce}) path`,
      );
      return rows.map(({ path }) => path);
    },
    { write: true, aside: true },
  );
  if (paths.length === 0) return 0;
  await removeFiles(paths);
  await asCaller(caller, (tx) => tx.unsafe("select private.delete_orphan_uploads()"), {
    write: true,
    aside: true,
  });
  return paths.length;
}

/**
 * Checks whether there are orphaned files that the caller can see. A crash during any request can leave orphaned files.
 */
export async function hasOrphanedFiles(tx: Transaction): Promise<boolean> {
  const [row] = await tx.unsafe<{ some: boolean }[]>("select private.has_orphan_files() as some");
  return row?.some ?? false;
}

/**
 * Runs `sweep` after a request's own work. An error goes only to `failed`, so that the request's work keeps its result.
 */
export async function sweepAfter(
  caller: Caller,
  failed: (error: unknown) => void,
  givenUp: readonly string[] = [],
): Promise<void> {
  await sweep(caller, givenUp).catch(failed);
}
