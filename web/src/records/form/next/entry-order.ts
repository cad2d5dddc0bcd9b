/**
 * Order in which users enter a row: first the parent (such as the ARBO), then the period, then the content. Parent and
 * period come first because they usually stay the same for several rows.
 */
import { remarksGroup, reportingGroup } from "#shared/records/vocabulary/groups.ts";
import type { AnyRecord, Field, FieldGroup } from "#shared/records/vocabulary/types.ts";
import { requiredFieldNames } from "#shared/validate/facts.ts";
import type { Row } from "../../../lib/http/api.ts";
import { screenFields } from "../../common/screen-fields.ts";
import { clearedBy, type FormValues, valuesOf } from "../fields/form-values.ts";
import { chosenParent, parentNames } from "../fill/parent-names.ts";

/**
 * Returns the field with which the user chooses the parent of a row. For a row that is itself a parent, such as an
 * ARBO, returns the field of its identifier.
 */
function parentField(record: AnyRecord): Field | undefined {
  const name = chosenParent(record)?.title ?? record.parent?.identifier;
  return screenFields(record).find((field) => field.name === name);
}

const periodGroup = reportingGroup.key;

/**
 * Returns the path of the record type whose rows can fill in all fields of the section; null if there is none. For
 * example, an ARBO fills in the whole address section.
 */
export function sectionSource(record: AnyRecord, section: string): string | null {
  const asked = screenFields(record).filter(({ group }) => group === section);
  const [first] = asked;
  if (!first?.filledFrom || section === parentField(record)?.group) return null;
  const { path } = first.filledFrom;
  return asked.every(({ filledFrom }) => filledFrom?.path === path) ? path : null;
}

/**
 * Returns the sections in entry order: the parent, the period, other sections in the record type's order, sections that
 * a chosen row fills in, and remarks. Omits sections without fields.
 */
export function sectionsInOrder(record: AnyRecord): FieldGroup[] {
  const asked = record.groups.filter(({ key }) => screenFields(record).some(({ group }) => group === key));
  const place = ({ key }: FieldGroup): number => {
    if (key === parentField(record)?.group) return 0;
    if (key === periodGroup) return 1;
    if (key === remarksGroup.key) return 4;
    return sectionSource(record, key) === null ? 2 : 3;
  };
  return asked.toSorted((one, other) => place(one) - place(other));
}

export const fieldsInOrder = (record: AnyRecord): Field[] =>
  sectionsInOrder(record).flatMap(({ key }) => screenFields(record).filter(({ group }) => group === key));

/**
 * Returns the field to focus in a new row. Without a chosen parent, this is the parent field; otherwise the first empty
 * required field.
 */
export function firstToFill(record: AnyRecord, values: FormValues): Field | undefined {
  const fields = fieldsInOrder(record);
  const parent = parentField(record);
  const named = [parent?.name ?? "", record.parent?.title ?? "", ...parentNames(record)];
  const known = parent && named.some((name) => values[name] != null);
  if (!known) return parent ?? fields[0];
  const empty = fields.filter(({ name }) => values[name] == null);
  const demanded = requiredFieldNames(record, values);
  return empty.find(({ name }) => demanded.has(name)) ?? empty[0] ?? fields[0];
}

const staysForNext = (field: Field): boolean =>
  field.filledFrom !== undefined || field.options?.from === "place" || field.group === periodGroup;

/** Returns the values that the next new row copies from the row just entered: parent, place, period and project. */
export const valuesForNext = (record: AnyRecord, values: FormValues): FormValues =>
  Object.fromEntries(
    screenFields(record).flatMap((field) =>
      staysForNext(field) && values[field.name] != null ? [[field.name, values[field.name] ?? null]] : [],
    ),
  );

/**
 * Returns the values that a copy of a row starts with. Leaves out attached files, sensitive fields, single-column
 * unique keys, and values that only the database sets.
 */
export function valuesToCopy(record: AnyRecord, row: Row): FormValues {
  const own = new Set(record.keys.flatMap((key) => (key.length === 1 ? key : [])));
  const values = valuesOf(record, row);
  return Object.fromEntries(
    screenFields(record).flatMap(({ name, attached, sensitive, reserved }) => {
      const value = values[name] ?? null;
      const isLeftOut = own.has(name) || attached || sensitive || reserved?.values.includes(String(value));
      return isLeftOut || value === null ? [] : [[name, value]];
    }),
  );
}

/**
 * Returns the values of a stored row that fill in the empty fields of a new row. If the parents differ, leaves out the
 * parent and the values that the parent filled in. If the towns differ, leaves out the barangay. If the quarters
 * differ, leaves out the month.
 */
export function valuesToFill(record: AnyRecord, row: Row, values: FormValues): FormValues {
  const copied = valuesToCopy(record, row);
  const others = Object.keys(values).filter(
    (name) => values[name] !== null && values[name] !== (copied[name] ?? null),
  );
  const leftOut = new Set(others.flatMap((changed) => clearedBy(record, changed)));
  const parent = parentNames(record);
  if (parent.some((name) => others.includes(name))) {
    const isTaken = ({ name, filledFrom }: Field) =>
      parent.includes(name) ||
      filledFrom?.path === record.parent?.path ||
      record.enteredFrom?.some(({ takes }) => name in takes);
    for (const field of record.fields) if (isTaken(field)) leftOut.add(field.name);
  }
  return Object.fromEntries(
    Object.entries(copied).filter(([name]) => values[name] === null && !leftOut.has(name)),
  );
}

/** Returns the names of the required fields and of the field that chooses the parent. */
export const requiredOnlyFields = (record: AnyRecord): ReadonlySet<string> =>
  new Set([...requiredFieldNames(record, {}), parentField(record)?.name ?? ""]);
