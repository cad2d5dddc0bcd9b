/**
 * The order in which people enter rows: whose a row is, of when, and then what it is about. From one row to the next the
 * first two mostly stay, and so do the offices and projects that follow from them.
 */
import { remarksGroup, reportingGroup } from "#shared/records/vocabulary/groups.ts";
import type { AnyRecord, Field, FieldGroup } from "#shared/records/vocabulary/types.ts";
import { demandedFields } from "#shared/validate/facts.ts";
import type { Row } from "../../../lib/http/api.ts";
import { askedFields } from "../../common/asked-fields.ts";
import { type FormValues, valuesOf } from "../fields/form-values.ts";

/** The field by which a form chooses what its rows belong to. */
const parentField = (record: AnyRecord): Field | undefined =>
  askedFields(record).find(({ name }) => name === record.parent?.identifier);

const periodGroup = reportingGroup.key;

/** The path of the record type of which a chosen row fills in the whole section, such as an ARBO's place; null of others. */
export function followedFrom(record: AnyRecord, section: string): string | null {
  const asked = askedFields(record).filter(({ group }) => group === section);
  const [first] = asked;
  if (!first?.filledFrom || section === parentField(record)?.group) return null;
  const { path } = first.filledFrom;
  return asked.every(({ filledFrom }) => filledFrom?.path === path) ? path : null;
}

/**
 * The sections of the form that ask for something: the parent's, the period's, the facts as the registry has them, what
 * follows from the parent and the project, and the remarks.
 */
export function sectionsInOrder(record: AnyRecord): FieldGroup[] {
  const asked = record.groups.filter(({ key }) => askedFields(record).some(({ group }) => group === key));
  const place = ({ key }: FieldGroup): number => {
    if (key === parentField(record)?.group) return 0;
    if (key === periodGroup) return 1;
    if (key === remarksGroup.key) return 4;
    return followedFrom(record, key) === null ? 2 : 3;
  };
  return asked.toSorted((one, other) => place(one) - place(other));
}

/** The fields in the order of the sections. */
export const fieldsInOrder = (record: AnyRecord): Field[] =>
  sectionsInOrder(record).flatMap(({ key }) => askedFields(record).filter(({ group }) => group === key));

/** Where somebody begins in a new row: at the first section, or where its parent is known, at the first fact that lacks. */
export function firstToFill(record: AnyRecord, values: FormValues): Field | undefined {
  const fields = fieldsInOrder(record);
  const parent = parentField(record);
  const known = parent && [parent.name, record.parent?.title ?? ""].some((name) => values[name] != null);
  if (!known) return parent ?? fields[0];
  const lacking = fields.filter(({ name }) => values[name] == null);
  const demanded = demandedFields(record, values);
  return lacking.find(({ name }) => demanded.has(name)) ?? lacking[0] ?? fields[0];
}

const staysForNext = (field: Field): boolean =>
  field.filledFrom !== undefined || field.options?.from === "place" || field.group === periodGroup;

/** What the next row begins with: of whom, where, when, and under which project. */
export const valuesForNext = (record: AnyRecord, values: FormValues): FormValues =>
  Object.fromEntries(
    askedFields(record).flatMap((field) =>
      staysForNext(field) && values[field.name] != null ? [[field.name, values[field.name] ?? null]] : [],
    ),
  );

/** What a row gives to one like it: all but what is a row's own, such as its number, its files and marks of a person. */
export function copiedFrom(record: AnyRecord, row: Row): FormValues {
  const own = new Set(record.keys.flatMap((key) => (key.length === 1 ? key : [])));
  const values = valuesOf(record, row);
  return Object.fromEntries(
    askedFields(record).flatMap(({ name, attached, sensitive }) =>
      own.has(name) || attached || sensitive || values[name] == null ? [] : [[name, values[name] ?? null]],
    ),
  );
}

/** The fields that must be filled in before a row is saved, and the one that chooses what it belongs to. */
export const leastFields = (record: AnyRecord): ReadonlySet<string> =>
  new Set([...demandedFields(record, {}), parentField(record)?.name ?? ""]);
