/** Names of the record types whose rows can belong to a row, for the conditions "has" and "has no". */
import { recordByPath, records, withoutScreen } from "#shared/records/index.ts";
import { relatedRecords } from "#shared/records/relations.ts";
import { fullLabel } from "#shared/records/vocabulary/full-label.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";

const paths = [...new Set([...records, ...withoutScreen].map(({ path }) => path))];

/** One record type per path, without a screen's `fixed` values. */
const everyRecord = paths.flatMap((path) => recordByPath(path) ?? []);

/** Returns the record types that the conditions "has" and "has no" can name for rows of the given record type. */
export const relatedTo = (record: AnyRecord): AnyRecord[] =>
  relatedRecords(recordByPath(record.path) ?? record, everyRecord).filter(({ path }) => path !== record.path);

/** Returns the noun of a record type. If several record types have an identical noun, adds the section. */
export function nounOf({ noun, section }: AnyRecord): { one: string; many: string } {
  const isShared = everyRecord.filter((other) => other.noun.one === noun.one).length > 1;
  return isShared ? { one: `${section} ${noun.one}`, many: `${section} ${noun.many}` } : noun;
}

/**
 * Returns the name of the screen that shows the rows of a record type. Adds the section if other screens have the same
 * name or noun. If several screens show the rows, returns the section alone.
 */
export function screenNameOf(record: AnyRecord): string {
  if (records.filter(({ path }) => path === record.path).length > 1) return record.section;
  const isShared = records.filter(({ label }) => label === record.label).length > 1;
  return isShared || nounOf(record) !== record.noun ? fullLabel(record) : record.label;
}
