/**
 * The log of the functions: a line of JSON each, on standard output, where hosted Supabase and the local stack find them.
 * No line holds a body, a parameter, a token, or a word that somebody has typed: those are personal data.
 */
import { isDatabaseError } from "../sql/sql.ts";

/** One request: how it was answered, and who asked; not what about. */
export interface RequestLine {
  request_id: string;
  /** Method and pattern of the path; what varies in a path stands there only where the code knows it (names of lists). */
  call: string;
  /** auth.users.id, or null where nobody has signed in. */
  caller: string | null;
  status: number;
  milliseconds: number;
  rows: number;
  /** Why it was refused or failed. */
  problem?: string;
}

let part = "functions";

/** The name under which this process writes its lines. */
export function logAs(name: string): void {
  part = name;
}

export const logRequest = (line: RequestLine): void => write("info", { ...line });

/** A failure behind an answer, or beside one that stands. */
export const logFailure = (error: unknown, requestId: string | null, call: string): void =>
  write("error", { request_id: requestId, call, ...withoutValues(error) });

function write(level: "info" | "error", line: object): void {
  console.log(JSON.stringify({ time: new Date().toISOString(), level, part, ...line }));
}

/** Classes of Postgres' states whose messages are about the statement or the server, and not about a value. */
const namelessClasses = ["08", "0A", "25", "28", "2D", "3D", "40", "42", "53", "54", "55", "57", "58", "XX"];

/** What failed and where, without the values that messages quote. */
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
