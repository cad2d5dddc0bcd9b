/** Compares the content of two versions of a stored row. */
import { attachedCount, typedEntries } from "../file-links.ts";
import type { Row } from "../http/api.ts";

/**
 * Properties that are not content. Only list responses contain the review of a row; the response to a refused save
 * doesn't.
 */
const ignored = ["row_version", "updated_at", "review"];

/**
 * True if two versions of a row differ at most in their links to attached files. The database writes a link when a file
 * arrives after its row.
 */
export function hasSameContent(one: Row, other: Row): boolean {
  const [a, b]: Record<string, unknown>[] = [one, other];
  const names = Object.keys({ ...a, ...b }).filter((name) => !ignored.includes(name));
  return names.every((name) => isSame(a?.[name], b?.[name]));
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other) ||
  (attachedCount(one) + attachedCount(other) > 0 &&
    JSON.stringify(typedEntries(one)) === JSON.stringify(typedEntries(other)));
