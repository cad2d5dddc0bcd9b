/**
 * Keeps two kinds of lines of @supabase/lite off the terminal: its notice that Storage is experimental there, and the
 * stack of every SQL error and lost connection that it answers to a client anyway (a refused permission is an answer, not
 * a fault).
 */
import { ConnectionLost, isDatabaseError } from "../../edge-functions/_shared/server/sql.ts";

let quiet = false;

export function quietServices(): void {
  if (quiet) return;
  quiet = true;
  const { warn, error } = console;
  console.warn = (...parts) => {
    if (!String(parts[0]).startsWith("EXPERIMENTAL FEATURES ENABLED")) warn(...parts);
  };
  console.error = (...parts) => {
    const answered = parts.length === 1 && isDatabaseError(parts[0]);
    const lost = parts.some((part) => part instanceof ConnectionLost);
    if (!answered && !lost) error(...parts);
  };
}
