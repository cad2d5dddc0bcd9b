/** Which folder this is, so that a copy knows that it is one. */
import { statSync } from "node:fs";

/**
 * Names one folder whatever its path; a copy of it, also at the same path, has another name. An image of the whole disk
 * has the same, under whichever device: all of its files are of one moment.
 */
export function folderIdentity(folder: string): string {
  const { ino, birthtimeNs } = statSync(folder, { bigint: true });
  return `${ino}:${birthtimeNs}`;
}
