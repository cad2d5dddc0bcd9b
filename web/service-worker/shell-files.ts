/** Lists the built files that the service worker stores when it is installed. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export interface ShellFile {
  url: string;
  /** Hash of the content; null if the file's name already contains one. */
  revision: string | null;
}

/**
 * Checks whether the service worker stores a built file for offline use. The 81 barangay files (3.5 MB) are left out;
 * the app itself stores those that the user's office needs. The API reference is left out, because offline users don't
 * need it.
 * @param name Path inside the folder of the built app.
 */
export const isShellFile = (name: string): boolean =>
  /^(index\.html|manifest\.webmanifest|assets\/.+|images\/.+|data\/[^/]+\.json)$/.test(name) &&
  !/\.map$|^data\/barangays\.json$/.test(name);

/** Lists the files of a built app in alphabetical order. */
export function listShellFiles(dist: string): ShellFile[] {
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .filter(isShellFile)
    .sort()
    .map((name) => ({
      url: `/${name}`,
      revision: name.startsWith("assets/") ? null : hashOf(path.join(dist, name)),
    }));
}

const hashOf = (file: string): string =>
  createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 16);
