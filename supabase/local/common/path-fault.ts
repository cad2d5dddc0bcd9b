/** Explains why a path that the user gave cannot be used, by what is on the disk. */
import { lstatSync, readlinkSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Returns a sentence about the part of a path that makes it unusable: a symbolic link to nothing, a file in place of a
 * folder, or a folder in place of a file. Returns null if there is no such part.
 * @param code Code of the error with which the operating system refused the path.
 */
export function findPathFault(file: string, code: string): string | null {
  const whole = path.resolve(file);
  for (const part of partsOf(whole)) {
    const entry = lookUp(() => lstatSync(part));
    if (!entry) return null;
    const found = lookUp(() => statSync(part));
    if (!found) return `${part} is a symbolic link to ${readlinkSync(part)}, which does not exist.`;
    const isFolder = found.isDirectory();
    const mustBeFolder = part !== whole || code === "EEXIST" || code === "ENOTDIR";
    if (mustBeFolder && !isFolder) return `${part} is a file, but must be a folder.`;
    if (code === "EISDIR" && part === whole && isFolder) return `${part} is a folder, but must be a file.`;
  }
  return null;
}

/** Returns the path and its parent folders, the root first. */
function partsOf(whole: string): string[] {
  const parent = path.dirname(whole);
  return parent === whole ? [whole] : [...partsOf(parent), whole];
}

function lookUp<Result>(look: () => Result): Result | null {
  try {
    return look();
  } catch {
    return null;
  }
}
