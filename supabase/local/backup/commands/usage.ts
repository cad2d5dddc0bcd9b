/** Reads the arguments of the backup commands, opens the wanted backup, and describes its size for their output. */
import path from "node:path";
import { parseArgs } from "node:util";
import { StackError } from "../../common/stack-error.ts";
import { BackupFolder, type Manifest, manifestName } from "../backup-folder.ts";

/**
 * Reads the arguments of the command line.
 * @param names Names of the options. Each option takes a value.
 * @param usage Text that explains how to call the command.
 * @throws StackError with the text of `usage` when the arguments are invalid.
 */
export function readArguments(names: string[], usage: string) {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
    const { positionals, values } = parseArgs({
      args: process.argv.slice(2),
      allowPositionals: true,
      options,
    });
    return { operands: positionals, options: values as Record<string, string | undefined> };
  } catch {
    throw new StackError(usage);
  }
}

/**
 * Opens a backup of a folder.
 * @param given Path of the folder, or of a backup in it as `npm run backup` prints it.
 * @param wanted Name or path of the backup. By default, the backup that `given` names, or the newest one.
 * @throws StackError when there is no such backup, or its manifest is damaged.
 */
export async function openBackup(
  given: string,
  wanted?: string,
): Promise<{ backups: BackupFolder; name: string; manifest: Manifest }> {
  const isBackup = manifestName.test(path.basename(given));
  const backups = new BackupFolder(path.resolve(isBackup ? path.dirname(given) : given));
  const named = wanted ?? (isBackup ? given : undefined);
  const name = named ? path.basename(named) : (await backups.names()).at(-1);
  if (name === undefined) throw new StackError(`There is no complete backup in ${backups.folder}.`);
  return { backups, name, manifest: await backups.read(name) };
}

/** Describes the size of a backup in words. */
export function sizeOf({ files, proof }: Manifest): string {
  const all = Object.values(files);
  const bytes = all.reduce((sum, { size }) => sum + size, 0);
  const rows = Object.values(proof.rows).reduce((sum, n) => sum + n, 0);
  return `${rows.toLocaleString("en")} rows, ${all.length.toLocaleString("en")} files, ${(bytes / 2 ** 20).toFixed(1)} MB`;
}
