/** Identity of a folder, so that a copy can be detected. */
import { statSync } from "node:fs";

/**
 * Returns an identity of a folder that is independent of its path. A copy has a different identity, even at the same
 * path. In an image of the whole disk, the folder keeps its identity on any device. That is right, because all files
 * of an image are from one moment.
 */
export function folderIdentity(folder: string): string {
  const { ino, birthtimeNs } = statSync(folder, { bigint: true });
  return `${ino}:${birthtimeNs}`;
}
