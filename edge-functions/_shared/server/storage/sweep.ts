/**
 * Removes the files that no row keeps: of deleted rows, of replaced files, of uploads that were given up. Whoever works
 * on sweeps what lies in their sight; what cannot be removed now stays marked and goes the next time.
 */
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { Transaction } from "../db/database.ts";
import { removeFiles } from "./evidence-storage.ts";

/** Most files of one sweep. */
export const filesAtOnce = 200;

/**
 * @param givenUp uploads of the caller that have failed, and shall not be tried again.
 * @returns how many files were removed.
 */
export async function sweep(caller: Caller, givenUp: readonly string[] = []): Promise<number> {
  const paths = await asCaller(
    caller,
    async (tx) => {
      await tx.unsafe("select private.give_up_uploads($1::text::uuid[])", [`{${givenUp.join(",")}}`]);
      const rows = await tx.unsafe<{ path: string }[]>(
        `select path from private.unwanted_files(${filesAtOnce}) path`,
      );
      return rows.map(({ path }) => path);
    },
    { write: true, aside: true },
  );
  if (paths.length === 0) return 0;
  await removeFiles(paths);
  await asCaller(caller, (tx) => tx.unsafe("select private.forget_uploads()"), { write: true, aside: true });
  return paths.length;
}

/** Whether a crash, of whomever's call, has left something in the caller's sight that a sweep would remove. */
export async function hasLeftovers(tx: Transaction): Promise<boolean> {
  const [row] = await tx.unsafe<{ some: boolean }[]>("select private.has_leftover_files() as some");
  return row?.some ?? false;
}

/** The same after something else was done, which stands whether or not this succeeds. */
export async function sweepAfter(
  caller: Caller,
  failed: (error: unknown) => void,
  givenUp: readonly string[] = [],
): Promise<void> {
  await sweep(caller, givenUp).catch(failed);
}
