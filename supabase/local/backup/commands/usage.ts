/** Reads the arguments of the backup commands, and describes the size of a backup for their output. */
import { parseArgs } from "node:util";
import { StackError } from "../../common/stack-error.ts";
import type { Manifest } from "../backup-folder.ts";

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

/** Describes the size of a backup in words. */
export function sizeOf({ files, proof }: Manifest): string {
  const all = Object.values(files);
  const bytes = all.reduce((sum, { size }) => sum + size, 0);
  const rows = Object.values(proof.rows).reduce((sum, n) => sum + n, 0);
  return `${rows.toLocaleString("en")} rows, ${all.length.toLocaleString("en")} files, ${(bytes / 2 ** 20).toFixed(1)} MB`;
}
