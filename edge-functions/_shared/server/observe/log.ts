/**
 * Log of the functions: one JSON object per line on standard output, where hosted Supabase and the local stack collect
 * it. No line contains a body, a parameter, a token, or text that a user has typed, because these can be personal data
 * or secrets.
 */
import { isDatabaseError } from "../sql/sql.ts";

/** Log line of one request: who called and how it ended, but not its data. */
export interface RequestLine {
  request_id: string;
  /**
   * Method and path pattern. Shows a path parameter only if its value is a name that the code knows, such as a list.
   */
  call: string;
  /** Id of the caller in auth.users, or null without a signed-in user. */
  caller: string | null;
  status: number;
  milliseconds: number;
  rows: number;
  /** Kind of the problem, if the request was refused or failed. */
  problem?: string;
}

let part = "functions";

/** Sets the name of this process in log lines. */
export function setLogName(name: string): void {
  part = name;
}

export const logRequest = (line: RequestLine): void => write("info", { ...line });

/** Logs the cause of a failed response, or a failure that doesn't change the response. */
export const logFailure = (error: unknown, requestId: string | null, call: string): void =>
  write("error", { request_id: requestId, call, ...withoutValues(error) });

function write(level: "info" | "error", line: object): void {
  console.log(JSON.stringify({ time: new Date().toISOString(), level, part, ...line }));
}

/** SQLSTATE classes whose messages are about the statement or the server and so contain no values. */
const namelessClasses = ["08", "0A", "25", "28", "2D", "3D", "40", "42", "53", "54", "55", "57", "58", "XX"];

/**
 * Returns the parts of an error that may be logged: name, code, place in the source, and a message without quoted
 * values.
 */
export function withoutValues(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: quotesLeftOut(String(error)) };
  const { name, message, stack } = error;
  const places = stack?.split("\n").filter((line) => /^\s+at /.test(line));
  const cause = error.cause instanceof Error ? { cause: withoutValues(error.cause) } : {};
  if (isDatabaseError(error)) {
    const { code, table, column, constraint } = error;
    const shown = namelessClasses.includes(code.slice(0, 2)) ? { message } : {};
    return { name, code, ...shown, table, column, constraint, stack: places };
  }
  const code = "code" in error ? { code: String(error.code) } : {};
  return { name, ...code, message: quotesLeftOut(message), stack: places, ...cause };
}

const quotesLeftOut = (message: string): string => message.replace(/(["'`]).*\1/gs, "$1…$1");
