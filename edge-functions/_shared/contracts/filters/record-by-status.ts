/**
 * Bodies of requests that list rows of one of several record types (registry: `listsByStatus`). The record types have
 * different fields, so the status in the body is read first. The status selects the record type.
 */
import { z } from "zod";
import { recordByPath } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { describedBy, fieldIssue, isUnset, type Reading, refused, right } from "../base/values.ts";
import { isEntries } from "./conditions.ts";
import { wrappers } from "./record-filters.ts";

/** Returns the other record types whose rows the endpoint of this record type can list. */
export const otherRecords = ({ listsByStatus = {} }: AnyRecord): AnyRecord[] =>
  Object.values(listsByStatus).flatMap((path) => recordByPath(path) ?? []);

/** Maximum depth of a status in the body: in a `filter`, within a wrapper object, within the `filter` of the body. */
const deepestFilter = 3;

/** Returns the statuses by which a request filters, from the body, its `filter` and its wrapper objects. */
function statusesIn(input: unknown, levels = deepestFilter): unknown[] {
  if (!isEntries(input)) return [];
  const { status } = input;
  const own = isUnset(status) || isEntries(status) ? [] : [status].flat();
  if (levels === 0) return own;
  return [...own, ...[...wrappers, "filter"].flatMap((name) => statusesIn(input[name], levels - 1))];
}

/** Finds the record type that the status in a body selects. Refuses a body with statuses of different record types. */
function recordByStatus(record: AnyRecord, input: unknown): Reading<AnyRecord> {
  const paths = new Map<unknown, string>(Object.entries(record.listsByStatus ?? {}));
  const wanted = new Set(statusesIn(input).map((status) => paths.get(status)));
  const [path] = [...wanted].filter((one) => one !== undefined);
  if (path === undefined) return right(record);
  return wanted.size > 1
    ? refused("Rows of this status are in a separate list. Request one status at a time.")
    : right(recordByPath(path) ?? record);
}

/**
 * Returns the schema of a body with filters. If the record type has `listsByStatus`, the status in the body selects the
 * record type whose schema reads the body. The result contains the selected record type as `record`.
 * @param bodyOf Creates the schema for one record type.
 */
export function bodyByStatus<Body extends z.ZodType>(
  record: AnyRecord,
  bodyOf: (record: AnyRecord) => Body,
): Body {
  const others = otherRecords(record);
  if (others.length === 0) return bodyOf(record);
  const bodies = new Map([record, ...others].map((one) => [one, bodyOf(one)]));
  const byStatus = z.unknown().transform((input, context): object => {
    const chosen = recordByStatus(record, input);
    if (!chosen.ok) {
      context.issues.push(fieldIssue(statusesIn(input), "status", chosen.message));
      return z.NEVER;
    }
    const reading = bodies.get(chosen.value)?.safeParse(input);
    if (reading?.success) return { ...(reading.data as object), record: chosen.value };
    context.issues.push(...((reading?.error.issues ?? []) as z.core.$ZodRawIssue[]));
    return z.NEVER;
  });
  return describedBy(z.union([...new Set(bodies.values())]), byStatus) as unknown as Body;
}
