/** Required columns of the import template, each with a sentence for the note on its heading. */
import { scopeOf } from "#shared/access/levels.ts";
import type { AnyRecord, Fact } from "#shared/records/vocabulary/types.ts";
import { enumerate } from "#shared/rules/text.ts";

/**
 * Returns a sentence for each required column, by field name. Omits fields whose value the screen fixes.
 * @param level Level of the user. The columns of the user's own office are required too, because an import skips rows
 * that do not name this office.
 */
export function requiredColumns(record: AnyRecord, level: string | null): ReadonlyMap<string, string> {
  const labels = new Map(
    record.fields
      .filter(({ name }) => record.fixed?.[name] === undefined)
      .map(({ name, label }) => [name, label]),
  );
  const required = new Map<string, string>();
  for (const fact of record.facts ?? []) {
    if (fact.notFor !== undefined && record.fixed?.status === fact.notFor) continue;
    const names = fact.anyOf.filter((name) => labels.has(name));
    const sentence = sentenceOf(
      fact,
      names.map((name) => labels.get(name) ?? name),
      labels.has("status"),
    );
    for (const name of names) required.set(name, sentence);
  }
  for (const { name, required: isAlways } of record.fields)
    if (isAlways && labels.has(name)) required.set(name, "Required.");
  const ofOffice = record.scoped ? (scopeOf(level) ?? []) : [];
  for (const name of ofOffice) required.set(name, "Required: rows of other offices are skipped.");
  return required;
}

function sentenceOf({ notFor }: Fact, labels: readonly string[], hasStatus: boolean): string {
  const what = labels.length === 1 ? "Required" : `Required: at least one of ${enumerate(labels)}`;
  return notFor === undefined || !hasStatus ? `${what}.` : `${what}. Not required for the status ${notFor}.`;
}
