/** The fields and values that an Explore query may use, in the order of the screen. */
import type { Measure } from "#shared/contracts/explore.ts";
import { type DatePart, readDimensionName } from "#shared/explore/date-parts.ts";
import { isTotalled } from "#shared/records/vocabulary/totalled.ts";
import type { AnyRecord, Field, FieldKind } from "#shared/records/vocabulary/types.ts";
import type { Option } from "../../../components/dropdown/dropdown-props.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { mayReadField } from "../../../records/common/rights.ts";
import { screenFields, stageField } from "../../../records/common/screen-fields.ts";
import { hasDays } from "../../../records/conditions/filter-words.ts";

/** Fields of the record type that the user may group by, count and filter. */
export function askedFields(record: AnyRecord, user: CurrentUser): Field[] {
  return [
    ...screenFields(record),
    ...(record.serverFields ?? []),
    ...(record.approval ? [stageField] : []),
  ].filter((field) => mayReadField(record, user, field));
}

const isGroup = ({ kind, attached }: Field): boolean =>
  kind !== "list" && kind !== "long_text" && attached !== true;
const isNumber = ({ kind, options }: Field): boolean =>
  (kind === "integer" || kind === "decimal") && options?.from !== "record";

/**
 * Sorts fields by importance: the columns of the record type's list, then the fields of its filters, then all others.
 */
function byImportance(record: AnyRecord, fields: readonly Field[]): Field[] {
  const first = [record.title, ...record.columns, ...record.filters];
  const place = ({ name }: Field) => {
    const at = first.indexOf(name);
    return at < 0 ? first.length : at;
  };
  return [...fields].sort((one, other) => place(one) - place(other));
}

const partLabel = ({ label }: Field, part: DatePart): string =>
  `${part[0]?.toUpperCase()}${part.slice(1)} (${label})`;

/** Returns the fields for grouping. A date field offers its quarter, month and year. */
export const groupOptions = (record: AnyRecord, user: CurrentUser): Option[] =>
  byImportance(record, askedFields(record, user).filter(isGroup)).flatMap((field) =>
    hasDays(field)
      ? (["quarter", "month", "year"] as const).map((part) => ({
          value: `${field.name}.${part}`,
          label: partLabel(field, part),
        }))
      : [{ value: field.name, label: field.label }],
  );

/** Returns the field and the label of a grouping. Returns undefined if the user can't group by the field. */
export function groupNamed(
  record: AnyRecord,
  user: CurrentUser,
  name: string,
): { field: Field; label: string } | undefined {
  const { field: fieldName, part } = readDimensionName(name);
  const field = askedFields(record, user).find((one) => one.name === fieldName && isGroup(one));
  if (!field || (part !== null && !hasDays(field))) return undefined;
  return { field, label: part ? partLabel(field, part) : field.label };
}

/** True if a grouping is by the year, quarter or month of a date. */
export const isDatePart = (name: string): boolean => readDimensionName(name).part !== null;

const periodKinds: readonly FieldKind[] = ["year", "quarter", "month"];

/** True if the groups are years, quarters or months, from a date or from a field such as Year reported. */
export const isPeriod = ({ fields }: AnyRecord, name: string): boolean =>
  isDatePart(name) || fields.some((field) => field.name === name && periodKinds.includes(field.kind));

export interface AskedValue {
  kind: Measure;
  field?: string;
}

const ofNumbers = [
  ["sum", "Sum"],
  ["average", "Average"],
  ["min", "Minimum"],
  ["max", "Maximum"],
] as const;

/** Returns the value of a measure as it is written in the URL. */
export const valueText = ({ kind, field }: AskedValue): string =>
  field === undefined ? kind : `${kind}.${field}`;

/** Returns plural nouns by field name. A noun names what the field's values identify: "ARCs" for `arc_id`. */
function countedThings({ parent, path, noun }: AnyRecord): Readonly<Record<string, string>> {
  const own = parent && parent.path === path ? { [parent.identifier]: noun.many } : {};
  const ofParent = parent ? { [parent.key]: `${parent.name.toUpperCase()}s` } : {};
  return { ...ofParent, ...own, arc_id: "ARCs", participant_name: "people" };
}

/**
 * Returns the field of a value such as `sum.age` if a sum of the field has no meaning. Older saved questions and links
 * have such values.
 */
export function fieldWithoutSum(
  record: AnyRecord,
  user: CurrentUser,
  text: string | undefined,
): Field | undefined {
  const field = askedFields(record, user).find(
    ({ name }) => text === valueText({ kind: "sum", field: name }),
  );
  return field && isNumber(field) && !isTotalled(field) ? field : undefined;
}

/**
 * Returns the values that the screen offers, in this order: number of rows; sums of the main number fields; numbers of
 * distinct organizations, ARCs or people; all others.
 */
export function valueOptions(record: AnyRecord, user: CurrentUser): Option[] {
  const fields = byImportance(record, askedFields(record, user));
  const things = countedThings(record);
  const numbers = fields.filter(isNumber);
  const option = (kind: Measure, label: string, field?: Field): Option => ({
    value: valueText({ kind, ...(field && { field: field.name }) }),
    label,
  });
  const distinct = (field: Field) =>
    option("distinct", `Number of different ${things[field.name] ?? `values of ${field.label}`}`, field);
  const counted = fields.filter((field) => isGroup(field) && !isNumber(field));
  const important = numbers.filter(({ summed }) => summed);
  const calculations = (from: readonly Field[]) =>
    from.flatMap((field) =>
      ofNumbers
        .filter(([kind]) => kind !== "sum" || isTotalled(field))
        .map(([kind, word]) => option(kind, `${word} of ${field.label}`, field)),
    );
  return [
    option("count", `Number of ${record.noun.many}`),
    ...important.map((field) => option("sum", `Sum of ${field.label}`, field)),
    ...counted.filter(({ name }) => things[name]).map(distinct),
    ...calculations(important).filter(({ value }) => !value.startsWith("sum.")),
    ...calculations(numbers.filter(({ summed }) => !summed)),
    ...counted.filter(({ name }) => !things[name]).map(distinct),
  ];
}
