/**
 * An error whose message is written for the person at the terminal: it says what is wrong and what to do, and is
 * printed without a stack. Anything else that is thrown is a fault of ours and keeps its stack.
 */
export class StackError extends Error {
  override readonly name = "StackError";
}

/** Turns the usual system errors into a StackError; other errors are returned as they are. */
export function explainError(error: unknown, what: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  switch (error.code) {
    case "ENOSPC":
      return new StackError(
        `The disk is full: ${what} could not be written. Free some space and start again.`,
      );
    case "EACCES":
    case "EPERM":
      return new StackError(`No permission for ${what}: ${error.message}`);
    case "EROFS":
      return new StackError(`${what} is on a read-only disk. Set DATA_DIR to a folder that can be written.`);
    default:
      return error;
  }
}
