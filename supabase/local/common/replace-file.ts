/** Writes files that survive a kill and a power failure. */
import { randomUUID } from "node:crypto";
import { open, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * Writes a file, or replaces its content. A kill or a power failure leaves either the earlier file or the new one,
 * never a partial one. After this function has returned, a power failure cannot undo the change.
 * @param draft Temporary name. If several processes may write the same file, each of them needs its own name.
 */
export async function replaceFile(
  file: string,
  content: Uint8Array | string,
  { mode = 0o600, draft = `${file}.${randomUUID()}` } = {},
): Promise<void> {
  try {
    await writeFile(draft, content, { mode, flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

/** Errors of systems and network disks that cannot sync a folder. Postgres ignores the same errors. */
const unsupported = new Set(["EBADF", "EINVAL", "EISDIR", "EACCES", "EPERM"]);

/** Syncs a folder to the disk. Without this, a power failure can remove a new file or undo a rename. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!unsupported.has(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}
