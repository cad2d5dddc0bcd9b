/** Brings the unusual values of stored rows up to date before a request reads them. */
import type { Call } from "../../contracts/base/call.ts";
import { gateway } from "../db/database.ts";
import { shareRuns } from "./shared-runs.ts";

/**
 * Timeout in milliseconds. Most refreshes cover only the offices with changed rows. A refresh of all offices, about
 * once a day, takes longest.
 */
const patience = 60_000;

/**
 * Maximum age of the statistics (private.value_groups) for a request. The request first computes older statistics
 * again, and so takes longer.
 */
const requestAge = "48 hours";
/**
 * Maximum age of the statistics for a health check, which computes older statistics again in the background. The age is
 * below `requestAge`, so that requests rarely have to compute the statistics themselves.
 */
const backgroundAge = "20 hours";

/** Computes the unusual values of offices whose rows were written since the last refresh. */
async function refresh(age: string): Promise<void> {
  await gateway().begin((tx) => tx`select private.refresh_unusual_values(now() - ${age}::text::interval)`, {
    mode: "read write",
    patience,
  });
}

/** Refreshes the unusual values for a request. Concurrent requests share a refresh. */
export const refreshUnusualValues = shareRuns(() => refresh(requestAge));
/** Refreshes the unusual values for a health check. */
export const refreshUnusualInBackground = (): Promise<void> => refresh(backgroundAge);

/**
 * Checks whether a request reads unusual values. Either its endpoint shows them, or its body has the filter `unusual`
 * at any depth.
 */
export const readsUnusualValues = ({ unusual }: Pick<Call, "unusual">, body: string): boolean =>
  unusual === true || body.includes('"unusual"');
