/**
 * Keeps two kinds of lines of @supabase/lite off the terminal: its notice that Storage is experimental there, and the
 * stack of every SQL error and lost connection that it answers to a client anyway (a refused permission is an answer, not
 * a fault).
 * What they have to say beyond that goes into the log of the system, too, in both places without the values that it quotes.
 */
import { withoutValues } from "#shared/server/observe/log.ts";
import { ConnectionLost, isDatabaseError } from "#shared/server/sql/sql.ts";

let quiet = false;
let record: (line: string) => void;

/** @param to Takes their lines. */
export function quietServices(to: (line: string) => void): void {
  record = to;
  if (quiet) return;
  quiet = true;
  const { warn, error } = console;
  console.warn = (...parts) => {
    if (!String(parts[0]).startsWith("EXPERIMENTAL FEATURES ENABLED")) tell(warn, parts);
  };
  console.error = (...parts) => {
    const answered = parts.length === 1 && isDatabaseError(parts[0]);
    const lost = parts.some((part) => part instanceof ConnectionLost);
    if (!answered && !lost) tell(error, parts);
  };
  const tell = (say: typeof warn, parts: unknown[]) => {
    const line = JSON.stringify(parts.map(withoutValues));
    say(new Date().toISOString(), line);
    record(line);
  };
}
