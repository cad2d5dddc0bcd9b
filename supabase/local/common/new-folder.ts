/** Creates folders at paths that the user gave. */
import { randomUUID } from "node:crypto";
import { existsSync, lstatSync, statSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { StackError } from "./stack-error.ts";

/**
 * Creates a folder and its parent folders, unless they exist. The option `recursive` of `mkdir` is not used, because it
 * never ends in a file system that accepts no new folders, such as /proc.
 * @throws StackError when the file system accepts no new folders.
 */
export async function createFolder(folder: string, mode: number): Promise<void> {
  const parent = path.dirname(folder);
  if (!existsSync(parent)) await createFolder(parent, mode);
  await mkdir(folder, { mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT")
      throw new StackError(`${folder} cannot be created: ${parent} accepts no folders.`);
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  });
}

/**
 * Creates a folder under a temporary name, readable only by its owner, and runs `work` with it. Then renames the folder
 * to the wanted name. If `work` fails, removes the folder.
 * @param part Subfolder of the temporary folder. Only this subfolder is kept, under the wanted name. By default, the
 * whole folder is kept.
 * @throws StackError when a folder of the wanted name exists, and errors of `work`.
 */
export async function makeFolder<Result>(
  folder: string,
  work: (draft: string) => Promise<Result>,
  part = "",
): Promise<Result> {
  refuseExisting(folder);
  const draft = `${folder}.partial-${randomUUID().slice(0, 8)}`;
  await createFolder(draft, 0o700);
  try {
    const result = await work(draft);
    refuseExisting(folder);
    await rename(path.join(draft, part), folder);
    return result;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function refuseExisting(folder: string): void {
  // A symbolic link to nothing counts, because no folder can take its name.
  if (lstatSync(folder, { throwIfNoEntry: false }))
    throw new StackError(`${folder} exists already. Name a folder that does not exist.`);
}
