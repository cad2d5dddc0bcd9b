/**
 * An error whose message is written for the person at the terminal: it says what is wrong and what to do, and is
 * printed without a stack. Anything else that is thrown is a fault of ours and keeps its stack.
 */
import { existsSync, statfsSync } from "node:fs";

export class StackError extends Error {
  override readonly name = "StackError";
}

/** Bytes that Postgres needs at once: a segment of its log, and as much again. */
const leastSpace = 32 * 2 ** 20;

/**
 * Turns the usual system errors into a StackError; other errors are returned as they are.
 * @param what file or folder that the work was about, as a message may name it.
 */
export function explainError(error: unknown, what: string): unknown {
  if (!(error instanceof Error)) return error;
  // Programs and the database tell of these in their own words, which a StackError may quote.
  if (/No space left on device|Disk quota exceeded/.test(error.message)) return diskFull(what);
  const library = /error while loading shared libraries: ([^\s:]+)/.exec(error.message)?.[1];
  if (library) {
    return new StackError(
      `The embedded Postgres needs ${library}, which this system lacks: install the package that brings it.`,
    );
  }
  if (error instanceof StackError) return error;
  switch ("code" in error ? error.code : "") {
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
        `The database in ${what} does not know the passwords of secrets.json beside it: they come from two systems. ` +
          "Put back the ones that belong together.",
      );
    default:
      // Whoever is cut off by a full disk says anything but that.
      return hasNoSpace(what) ? diskFull(what) : error;
  }
}

function diskFull(what: string): StackError {
  return new StackError(`The disk is full: ${what} could not be written. Free some space and start again.`);
}

function hasNoSpace(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < leastSpace;
}
