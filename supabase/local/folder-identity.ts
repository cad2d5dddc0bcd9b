/** Which folder this is, so that a copy knows that it is one. */
import { statSync } from "node:fs";

/** Names one folder of this machine whatever its path; a copy of it, also at the same path, has another. */
export function folderIdentity(folder: string): string {
  const { dev, ino, birthtimeNs } = statSync(folder, { bigint: true });
  return `${dev}:${ino}:${birthtimeNs}`;
}
