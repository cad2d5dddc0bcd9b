/** Creates a folder that has its name only when it is complete. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { StackError } from "./stack-error.ts";

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
  await mkdir(draft, { recursive: true, mode: 0o700 });
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
  if (existsSync(folder))
    throw new StackError(`${folder} exists already. Name a folder that does not exist.`);
}
