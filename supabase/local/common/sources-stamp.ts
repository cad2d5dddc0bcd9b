/**
 * Computes a hash of source files. A build stores the hash of its sources, so that a later start can check whether the
 * build is up to date.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "./settings.ts";

/**
 * Returns a hash of the names and contents of files and of all files in folders. Modification times are not used,
 * because they differ in each clone.
 * @param sources Paths relative to the root.
 * @param without Folders whose files are left out, because they are generated from the sources. Paths relative to the
 * root.
 */
export async function sourcesStamp(
  sources: readonly string[],
  without: readonly string[] = [],
  root = projectRoot,
): Promise<string> {
  const hash = createHash("sha256");
  const generated = without.map((folder) => path.join(root, folder) + path.sep);
  for (const source of sources) {
    for (const file of await filesUnder(path.join(root, source))) {
      if (generated.some((folder) => file.startsWith(folder))) continue;
      hash.update(`${path.relative(root, file)}\0`).update(await readFile(file));
    }
  }
  return hash.digest("hex");
}

async function filesUnder(target: string): Promise<string[]> {
  if (!existsSync(target)) return [];
  const entries = await readdir(target, { withFileTypes: true, recursive: true }).catch(() => null);
  if (!entries) return [target];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
