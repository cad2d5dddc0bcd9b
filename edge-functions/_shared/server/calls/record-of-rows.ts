/**
 * Finds the record type of a request's rows. The path of one record type may also list rows of a second record type
 * with other statuses (registry: `listsByStatus`). The id of a row shows its record type, because the ids of the two
 * record types don't overlap.
 */
import { Problem } from "../../contracts/base/problems.ts";
import { recordByPath } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";

/**
 * Returns the row ids in a request body. The body is an object or a list of objects, each with `id`, `ids` or `item`.
 * The id of a new row is null.
 */
function idsIn(body: unknown): (number | null)[] {
  return [body].flat().flatMap((one) => {
    if (typeof one !== "object" || one === null) return [];
    if ("item" in one) return idsIn(one.item);
    const named = "id" in one ? one.id : "ids" in one ? one.ids : [];
    return [named].flat().filter((id) => id === null || typeof id === "number");
  });
}

/** Returns the record type that the status in the body selects (contracts/filters/record-by-status.ts). */
const recordIn = (body: unknown): AnyRecord | undefined =>
  typeof body === "object" && body !== null && "record" in body ? (body.record as AnyRecord) : undefined;

/**
 * Returns the record type that owns the rows in the body.
 * @throws Problem of kind `malformed` when the rows belong to two record types.
 */
export function recordOfRows(record: AnyRecord, body: unknown): AnyRecord {
  const { firstId, listsByStatus = {} } = record;
  const other = recordByPath(Object.values(listsByStatus)[0] ?? "");
  if (firstId === undefined || !other) return record;
  const selected = recordIn(body);
  if (selected && selected !== record) return selected;
  const ids = idsIn(body);
  const places = ids.flatMap((id, index) => (id !== null && id < firstId ? [index] : []));
  if (places.length === 0) return record;
  if (places.length === ids.length) return other;
  const message = `Send ${other.noun.many} and ${record.noun.many} in separate calls.`;
  throw new Problem(
    "malformed",
    message,
    places.map((index) => ({ index, field: "id", message })),
  );
}
