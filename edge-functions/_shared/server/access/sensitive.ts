/**
 * Refuses requests that filter, sort, group or total by sensitive fields, if the caller lacks the Sensitive right. The
 * database hides the sensitive values from such a caller, so a filter by these fields would find no rows.
 */
import { Problem } from "../../contracts/base/problems.ts";
import { enumerate } from "../../rules/text.ts";
import { evaluateAsCaller } from "./as-caller.ts";
import type { Caller } from "./token.ts";

interface UsesFields {
  sensitive?: readonly string[];
  /**
   * Parts of a body: `filter`, an export `job`, and the `list` that the job exports. Each part can list its sensitive
   * fields in the property `sensitive`.
   */
  filter?: unknown;
  job?: unknown;
  list?: unknown;
}

/**
 * Returns the sensitive fields by which a request filters, sorts, groups or totals. They are the names in the property
 * `sensitive` of the parsed body and of its `filter`, `job` and `list`.
 */
function sensitiveFields(body: unknown): string[] {
  if (typeof body !== "object" || body === null) return [];
  const { sensitive = [], filter, job, list } = body as UsesFields;
  return [...[sensitive].flat(), ...[filter, job, list].flatMap(sensitiveFields)];
}

/**
 * Refuses a request whose body uses sensitive fields, if the caller lacks the Sensitive right.
 * @throws Problem of kind `refused`.
 */
export async function admitSensitive(caller: Caller, body: unknown): Promise<void> {
  const names = [...new Set(sensitiveFields(body))];
  if (names.length === 0) return;
  if ((await evaluateAsCaller(caller, "private.caller_has_right('Sensitive')")) === true) return;
  const message = `You need the Sensitive right to filter, sort, group or total by ${enumerate(names)}.`;
  throw new Problem(
    "refused",
    message,
    names.map((field) => ({ field, message })),
  );
}
