/**
 * Brings the stored figures (counts for charts, in tables such as public.marks) up to date before a request reads them.
 */
import type { Call } from "../../contracts/base/call.ts";
import { gateway } from "../db/database.ts";
import type { Database } from "../sql/sql.ts";
import { shareRuns } from "./shared-runs.ts";

/**
 * Timeout in milliseconds of one step of a refresh. A step waits for the steps of other refreshes, and then computes
 * the figures of at most 5,000 rows.
 */
const patience = 60_000;

/**
 * Refreshes the stored figures of all rows that were written since the last refresh (private.refresh_figures). The next
 * refresh covers rows that are written meanwhile.
 */
export async function refreshFiguresOf(database: Database): Promise<void> {
  let until = await refreshStep(database, null);
  while (until !== null) until = await refreshStep(database, until);
}

/** Refreshes the stored figures as refreshFiguresOf does. Concurrent requests share a refresh. */
export const refreshFigures = shareRuns(() => refreshFiguresOf(gateway()));

/**
 * Runs one step of a refresh: at most 5,000 rows, in a separate transaction. So a concurrent refresh by another
 * function waits for one step only.
 * @param until Id of the last entry of private.stale_rows to refresh; null for all present entries.
 * @returns `until` for the next step; null if no entries are left.
 */
async function refreshStep(database: Database, until: string | null): Promise<string | null> {
  const [row] = await database.begin(
    (tx) => tx<Step[]>`select private.refresh_figures(${until}::text::bigint)::text as until`,
    { mode: "read write", patience },
  );
  return row?.until ?? null;
}

interface Step {
  until: string | null;
}

/**
 * Checks whether a request reads stored figures. Either its endpoint shows figures, or its body has the filter `figure`
 * at any depth.
 */
export const readsFigures = ({ figures }: Pick<Call, "figures">, body: string): boolean =>
  figures === true || body.includes('"figure"');
