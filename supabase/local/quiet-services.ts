/**
 * Keeps two kinds of lines of @supabase/lite off the terminal: its notice that Storage is experimental there, and the
 * stack of every SQL error that it answers to a client anyway (a refused permission is an answer, not a fault).
 */
import postgres from "postgres";

let quiet = false;

export function quietServices(): void {
  if (quiet) return;
  quiet = true;
  const { warn, error } = console;
  console.warn = (...parts) => {
    if (!String(parts[0]).startsWith("EXPERIMENTAL FEATURES ENABLED")) warn(...parts);
  };
  console.error = (...parts) => {
    if (!(parts.length === 1 && parts[0] instanceof postgres.PostgresError)) error(...parts);
  };
}
