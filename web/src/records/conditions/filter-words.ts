/** Describes the conditions of a filter in short sentences, such as "Volume is at least 10". */
import type {
  FieldCondition,
  FilterGrammar,
  RelatedCondition,
} from "#shared/contracts/filters/conditions.ts";
import { recordByPath } from "#shared/records/index.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { valueLabel } from "#shared/records/vocabulary/value-labels.ts";
import { formatDate } from "#shared/rules/dates.ts";
import { roundTo } from "#shared/rules/decimals.ts";
import { formatNumber, parseNumber } from "#shared/rules/numbers.ts";
import { withArticle } from "#shared/rules/text.ts";
import { stageField } from "../common/screen-fields.ts";
import { alternativesOf, itemsOf } from "./filter-items.ts";
import { nounOf } from "./related-records.ts";

/** Words for each comparison, for numbers and for dates. */
export const comparisonWords = {
  lt: { number: "is less than", day: "is before" },
  lte: { number: "is at most", day: "is on or before" },
  gt: { number: "is more than", day: "is after" },
  gte: { number: "is at least", day: "is on or after" },
} as const;

/** True if the values of a field are dates or times. Users filter such a field by a date, typed as MM-DD-YYYY. */
export const hasDays = ({ kind, moment }: Field): boolean => kind === "date" || moment === true;

/** Finds a field of a record type by its name. Includes fields that only the database sets. */
export const fieldNamed = (record: AnyRecord, name: string): Field | undefined =>
  [...record.fields, ...(record.serverFields ?? []), stageField].find((field) => field.name === name);

/** Returns the label of a field. Adds the group of the field if another field of the record type has the same label. */
export function labelOf(record: AnyRecord, { label, group }: Field): string {
  const isShared = record.fields.filter((other) => other.label === label).length > 1;
  const section = record.groups.find(({ key }) => key === group)?.label;
  return isShared && section ? `${label} (${section})` : label;
}

function valueWords(field: Field | undefined, value: unknown): string {
  if (value === null || value === "") return "blank";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (!field) return String(value);
  if (hasDays(field)) return formatDate(String(value)) || String(value);
  if (field.kind !== "integer" && field.kind !== "decimal") return valueLabel(field, value);
  const { ok, ...read } = parseNumber(value);
  const number = ok && "value" in read ? read.value : null;
  if (number === null) return String(value);
  return field.percentage ? `${formatNumber(roundTo(number * 100, 2))}%` : formatNumber(number);
}

const oneOf = (field: Field | undefined, value: unknown): string =>
  [value]
    .flat()
    .map((one) => valueWords(field, one))
    .join(" or ");

function operatorWords(field: Field | undefined, operator: string, operand: unknown): string {
  switch (operator) {
    case "not":
      return `is not ${oneOf(field, operand)}`;
    case "blank":
      return operand === false ? "is not blank" : "is blank";
    case "not_blank":
      return operand === false ? "is blank" : "is not blank";
    case "contains":
      return `contains ${String(operand)}`;
    case "between": {
      const [low, high] = operand as unknown[];
      return `is between ${valueWords(field, low)} and ${valueWords(field, high)}`;
    }
    default: {
      const words = comparisonWords[operator as keyof typeof comparisonWords];
      return `${words[field && hasDays(field) ? "day" : "number"]} ${valueWords(field, operand)}`;
    }
  }
}

function fieldWords(record: AnyRecord, name: string, value: FieldCondition | unknown): string {
  const field = fieldNamed(record, name);
  const label = field ? labelOf(record, field) : name.replaceAll("_", " ");
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return `${label} is ${oneOf(field, value)}`;
  const parts = Object.entries(value).map(([operator, operand]) => operatorWords(field, operator, operand));
  return `${label} ${parts.join(" and ")}`;
}

function relatedWords(has: boolean, { record: path, where }: RelatedCondition): string {
  const other = recordByPath(path);
  const noun = other ? nounOf(other) : { one: path, many: path };
  const conditions = other && where ? joinedWords(other, where) : "";
  const narrowed = conditions === "" ? "" : ` where ${conditions}`;
  if (!has) return `Has no ${noun.one}${narrowed}`;
  return narrowed === "" ? `Has ${noun.many}` : `Has ${withArticle(noun.one)}${narrowed}`;
}

/** Returns all conditions of a filter as one phrase, such as "A and (B, or C)". */
const joinedWords = (record: AnyRecord, filter: FilterGrammar): string =>
  itemsOf(filter)
    .map((item) => (item.any ? `(${wordsOf(record, item)})` : wordsOf(record, item)))
    .join(" and ");

/**
 * Returns one condition as a sentence. Conditions in `any` are joined with "or".
 * @param item A single condition, as `itemsOf` returns it.
 */
export function wordsOf(record: AnyRecord, item: FilterGrammar): string {
  if (item.any)
    return alternativesOf(item)
      .map((one) => (one.all ? `(${wordsOf(record, one)})` : wordsOf(record, one)))
      .join(", or ");
  if (item.all) return joinedWords(record, item);
  const [name = "", value] = Object.entries(item)[0] ?? [];
  if (name === "has" || name === "has_no") {
    const [related] = value as RelatedCondition[];
    return related ? relatedWords(name === "has", related) : "";
  }
  return fieldWords(record, name, value);
}

/** Returns one sentence per condition of a filter. */
export const filterWords = (record: AnyRecord, filter: FilterGrammar | undefined): string[] =>
  itemsOf(filter).map((item) => wordsOf(record, item));
