/** Runs the backup commands (`npm run backup`, `npm run restore` …) as a user does, and returns their output. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { projectRoot } from "../../supabase/local/common/settings.ts";

export interface CommandOutput {
  code: number | null;
  /** Everything that the command printed, standard output first. */
  text: string;
}

/** Runs a backup command by its name, e.g. `restore`. @param env environment variables besides PATH and HOME. */
export const command = (name: string, env: Record<string, string>, ...operands: string[]) =>
  runEntry(`supabase/local/backup/commands/${name}.ts`, env, ...operands);

/** Runs the TypeScript entry of an npm script. @param env environment variables besides PATH and HOME. */
export async function runEntry(
  entry: string,
  env: Record<string, string>,
  ...operands: string[]
): Promise<CommandOutput> {
  const child = spawn(process.execPath, ["supabase/local/bootstrap.mjs", entry, ...operands], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, HOME: "/nowhere", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [code, said, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, text: said + errors };
}
