/** Mounts a small separate disk (tmpfs) in a folder, for tests that fill a disk. Only root can mount it. */
import { execFileSync } from "node:child_process";
import { statfs, writeFile } from "node:fs/promises";
import path from "node:path";

/** Mounts a disk of the given size. @returns a function that unmounts the disk; null if this process may not mount. */
export function mountDisk(folder: string, megabytes: number): (() => void) | null {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=711`, "tmpfs", folder], {
      stdio: "ignore",
    });
  } catch {
    return null;
  }
  return () => execFileSync("umount", ["-l", folder]);
}

/** Fills the disk of a folder to the last byte. @returns the path of the file that fills it. */
export async function fillDisk(folder: string): Promise<string> {
  const file = path.join(folder, "filling");
  const { bavail, bsize } = await statfs(folder);
  for (let left = bavail * bsize; left > 0; left -= 2 ** 20)
    await writeFile(file, Buffer.alloc(Math.min(left, 2 ** 20)), { flag: "a" }).catch(() => undefined);
  return file;
}
