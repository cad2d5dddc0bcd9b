/**
 * Removes the files that no row keeps: of deleted rows, of replaced files, of uploads that were given up. Whoever works
 * on sweeps what lies in their sight, as themselves; what cannot be removed now stays marked and goes the next time.
 */
import { asCaller } from "./as-caller.ts";
import type { Transaction } from "./database.ts";
import { removeFiles } from "./evidence-storage.ts";
import type { Caller } from "./token.ts";

/** Somebody who is asking, with the token that Storage wants to see. */
export interface SignedCaller extends Caller {
  token: string;
}

/** Most files of one sweep. */
export const filesAtOnce = 200;

/**
 * @param givenUp uploads of the caller that have failed, and shall not be tried again.
 * @returns how many files were removed.
 */
export async function sweep(caller: SignedCaller, givenUp: readonly string[] = []): Promise<number> {
  const paths = await asCaller(
    caller,
    async (tx) => {
      await tx.unsafe("select private.give_up_uploads($1::text::uuid[])", [`{${givenUp.join(",")}}`]);
      const rows = await tx.unsafe<{ path: string }[]>(
        `select p.path
         from public.evidence_files f cross join lateral (values (f.file_path), (f.thumbnail_path)) p (path)
         where f.state = 'discarded' and p.path is not null limit ${filesAtOnce}`,
      );
      return rows.map(({ path }) => path);
    },
    { write: true },
  );
  if (paths.length === 0) return 0;
  await removeFiles(caller.token, paths);
  await asCaller(caller, (tx) => tx.unsafe("select private.forget_uploads()"), { write: true });
  return paths.length;
}

/** Whether a crash, of whomever's call, has left something in the caller's sight that a sweep would remove. */
export async function hasLeftovers(tx: Transaction): Promise<boolean> {
  const [row] = await tx.unsafe<{ some: boolean }[]>(
    `select exists (
       select from public.evidence_files f
       where f.state = 'discarded' or (f.state = 'reserved' and f.at < now() - private.upload_patience())) as some`,
  );
  return row?.some ?? false;
}

/** The same after something else was done, which stands whether or not this succeeds. */
export async function sweepAfter(
  caller: SignedCaller,
  failed: (error: unknown) => void,
  givenUp: readonly string[] = [],
): Promise<void> {
  await sweep(caller, givenUp).catch(failed);
}
