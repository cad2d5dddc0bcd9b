/**
 * StackError: an error whose message is for the user at the terminal. It states the problem and what to do, and is
 * printed without a stack trace. Any other error is a bug and keeps its stack trace.
 */
import { existsSync, statfsSync } from "node:fs";
import { findPathFault } from "./path-fault.ts";

export class StackError extends Error {
  override readonly name = "StackError";
  /** Exit code of `npm start`. */
  readonly exitCode: number = 1;
}

/**
 * A migration failed, so another start of the same release would fail too. The systemd unit does not restart after this
 * exit code.
 */
export class FailedUpgradeError extends StackError {
  override readonly exitCode = 78;
}

/** Free disk space in bytes that Postgres needs to start: twice the size of a WAL segment. */
const minimumSpace = 32 * 2 ** 20;

/**
 * Converts common system errors to a StackError; returns other errors unchanged.
 * @param what File or folder that the message names as the cause.
 */
export function explainError(error: unknown, what: string): unknown {
  if (!(error instanceof Error)) return error;
  // Postgres and other programs report a full disk or a missing library only in the text of a message. `error` may also
  // be a StackError that quotes that message.
  if (/No space left on device|Disk quota exceeded/.test(error.message)) return diskFull(what);
  const library = /error while loading shared libraries: ([^\s:]+)/.exec(error.message)?.[1];
  if (library) {
    return new StackError(
      `The embedded Postgres needs ${library}, which is missing on this system. Install the package that contains it.`,
    );
  }
  if (error instanceof StackError) return error;
  const code = codeOf(error);
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
    case "53100":
      return diskFull(what);
    case "EACCES":
    case "EPERM":
      return new StackError(`No permission for ${what}: ${error.message}`);
    case "EROFS":
      return new StackError(`${what} is on a read-only disk. Set DATA_DIR to a folder that can be written.`);
    case "28P01":
      return new StackError(
        `The database in ${what} does not accept the passwords of its secrets.json: they are from different systems. ` +
          "Restore files that belong together.",
      );
    case "ENAMETOOLONG":
      return new StackError(`A name is too long: ${error.message}`);
    case "XX001":
    case "XX002":
      return damaged(error);
    default:
      // On a full disk, a program may fail with any message. So check the free space.
      if (hasNoSpace(what)) return diskFull(what);
      if (code === "58P01" && /"(base|global)\//.test(error.message)) return damaged(error);
      return explainPath(error, code, what) ?? error;
  }
}

/** Returns the code of an error; for a lost connection, that of its cause. */
function codeOf(error: Error): string {
  const { code } = ("code" in error ? error : (error.cause ?? {})) as { code?: unknown };
  return String(code);
}

/** Advice for a database that cannot be opened or read. */
export const restoreAdvice =
  "Restore a backup into a new folder: DATA_DIR=<an empty folder> npm run restore -- <folder of backups>.";

const damaged = (error: Error): StackError =>
  new StackError(`The database is damaged: ${error.message}. ${restoreAdvice}`);

/** Explains an error of the operating system by the paths that it names; null if they do not explain it. */
function explainPath(
  error: NodeJS.ErrnoException & { dest?: string },
  code: string,
  what: string,
): StackError | null {
  if (!["ENOENT", "ENOTDIR", "EEXIST", "EISDIR", "ELOOP"].includes(code)) return null;
  for (const named of [error.path, error.dest]) {
    const fault = named === undefined ? null : findPathFault(named, code);
    if (fault !== null) return new StackError(fault);
  }
  // When Node reads a folder as a file, its error names no path.
  return code === "EISDIR"
    ? new StackError(`${what} has a folder in place of a file: ${error.message}`)
    : null;
}

/**
 * Prints why a command failed, and sets the exit code 1. Prints only the message of a StackError, and all other errors
 * with their stack trace.
 * @param what Subject of the error message, such as "DATA_DIR" or "The export".
 */
export function reportFailure(what: string, error: unknown): void {
  const explained = explainError(error, what);
  console.error(explained instanceof StackError ? explained.message : explained);
  process.exitCode = 1;
}

function diskFull(what: string): StackError {
  return new StackError(`The disk is full: ${what} could not be written. Free some space and start again.`);
}

function hasNoSpace(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < minimumSpace;
}
