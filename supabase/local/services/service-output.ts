/**
 * Hides two kinds of output of @supabase/lite: the notice that Storage is experimental, and stack traces of SQL errors
 * and lost connections, which the client gets as error responses. All other lines are printed and written to the
 * system's log. Quoted values in these lines are removed, because they may be personal data.
 */
import { withoutValues } from "#shared/server/observe/log.ts";
import { ConnectionLost, isDatabaseError } from "#shared/server/sql/sql.ts";

const { warn, error } = console;
/** One entry per call of `filterServiceOutput` whose services are not closed yet. */
const open = new Set<symbol>();
let record: (line: string) => void;

/**
 * Filters the console output of the services until all services have been closed. After that, console output is printed
 * unchanged.
 * @param to Receives each line that is not filtered out, for the log.
 * @returns A function to call when the services are closed.
 */
export function filterServiceOutput(to: (line: string) => void): () => void {
  record = to;
  const key = Symbol("filter");
  open.add(key);
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
  return () => {
    open.delete(key);
    if (open.size === 0) Object.assign(console, { warn, error });
  };
}
