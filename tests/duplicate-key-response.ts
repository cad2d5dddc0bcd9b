/**
 * Builds the error response to a new row whose key is already stored, for any record type. tests/api compares it with
 * real responses; tests/web gives it to the forms.
 */
import type { ProblemDetail } from "#shared/contracts/base/problems.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { enumerate, withArticle } from "#shared/rules/text.ts";

type Values = Readonly<Record<string, unknown>>;

/** @param stored The stored row that has the same key. @param agreed Names of the fields that form the key. */
export function duplicateKeyResponse(
  record: AnyRecord,
  stored: Values & { id: number },
  agreed: readonly string[],
): { status: "error"; message: string; details: ProblemDetail[] } {
  const title = String(stored[record.title] ?? "");
  const labels = agreed
    .filter((name) => stored[name] !== null && stored[name] !== undefined)
    .map((name) => record.fields.find((field) => field.name === name)?.label ?? name);
  const message = `${title || `This ${record.noun.one}`} is stored already: there is ${withArticle(record.noun.one)} with the same ${enumerate(labels)}.`;
  return {
    status: "error",
    message,
    details: [{ index: 0, field: agreed[0], message, same_as: [{ id: stored.id, title, agreed }] }],
  };
}
