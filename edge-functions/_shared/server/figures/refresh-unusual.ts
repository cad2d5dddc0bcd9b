/** Brings the unusual values of stored rows up to date before a request reads them. */
import type { Call } from "../../contracts/base/call.ts";
import { gateway } from "../db/database.ts";

/** Timeout in milliseconds. A refresh covers offices with changed rows, and about daily all offices. */
const patience = 60_000;

/** Oldest statistics of groups that requests accept. Older ones are computed again, which takes longer. */
const requestAge = "48 hours";
/** The health check, which runs in the background, computes them earlier, so that requests rarely need to. */
const backgroundAge = "20 hours";

/** Computes the unusual values of offices whose rows were written since the last refresh. */
export async function refreshUnusualValues(from: "request" | "background" = "request"): Promise<void> {
  const age = from === "request" ? requestAge : backgroundAge;
  await gateway().begin((tx) => tx`select private.refresh_unusual_values(now() - ${age}::text::interval)`, {
    mode: "read write",
    patience,
  });
}

/**
 * Checks whether a request reads unusual values: its endpoint shows them, or its body has the filter `unusual`, at any
 * depth.
 */
export const readsUnusualValues = ({ unusual }: Pick<Call, "unusual">, body: string): boolean =>
  unusual === true || body.includes('"unusual"');
