/** Record types that the conditions "has" and "has no" can name, such as the trainings of an ARBO, and their names. */
import { recordByPath, records, withoutScreen } from "#shared/records/index.ts";
import { relatedRecords } from "#shared/records/relations.ts";
import { fullLabel } from "#shared/records/vocabulary/full-label.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";

const paths = [...new Set([...records, ...withoutScreen].map(({ path }) => path))];

/**
 * All record types, one per API path. A record type that several screens share has no `fixed` values, because these
 * values distinguish the screens.
 */
const everyRecord = paths.flatMap((path) => recordByPath(path) ?? []);

/** Returns the record types that "has" and "has no" can name in conditions on the given record type. */
export const relatedTo = (record: AnyRecord): AnyRecord[] =>
  relatedRecords(recordByPath(record.path) ?? record, everyRecord).filter(({ path }) => path !== record.path);

/** Returns the noun of a record type. If other record types have the same noun, the menu section is added. */
export function nounOf({ noun, section }: AnyRecord): { one: string; many: string } {
  const isShared = everyRecord.filter((other) => other.noun.one === noun.one).length > 1;
  return isShared ? { one: `${section} ${noun.one}`, many: `${section} ${noun.many}` } : noun;
}

/**
 * Returns the name of the screen of a record type. Adds the menu section if the name or noun is not unique. Returns
 * only the section if several screens show the record type.
 */
export function screenNameOf(record: AnyRecord): string {
  if (records.filter(({ path }) => path === record.path).length > 1) return record.section;
  const isShared = records.filter(({ label }) => label === record.label).length > 1;
  return isShared || nounOf(record) !== record.noun ? fullLabel(record) : record.label;
}
