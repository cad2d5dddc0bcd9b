/** Identity of a folder, so that a copy can be detected. */
import { statSync } from "node:fs";

/**
 * Returns an identity of a folder that is independent of its path. A copy has a different identity, even at the same
 * path. A restored image of the whole disk keeps the identity, which is safe: all files of an image are from the same
 * moment and therefore consistent.
 */
export function folderIdentity(folder: string): string {
  const { ino, birthtimeNs } = statSync(folder, { bigint: true });
  return `${ino}:${birthtimeNs}`;
}
