/**
 * A draft is the condition that the user is entering in the editor. This module converts filter conditions to drafts,
 * and drafts to filter conditions.
 */
import type { FieldCondition, FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { formatDate, parseDate } from "#shared/rules/dates.ts";
import { parseNumber } from "#shared/rules/numbers.ts";
import { tidyText } from "#shared/rules/text.ts";
import type { NumberValue } from "../../components/fields/number-input.tsx";
import type { Place } from "./filter-items.ts";
import { comparisonWords, fieldNamed, hasDays } from "./filter-words.ts";

export type Operator = keyof FieldCondition | "is" | "one_of" | "not_one_of";

export interface Draft {
  /**
   * Position in the filter of the condition that the draft changes, or of the OR alternative that the draft adds. Null
   * for a new condition.
   */
  at: Place | null;
  /**
   * Subject of the condition: the name of a field, `has <path>` or `has_no <path>` for related rows, or "group" for
   * several conditions that must all hold. Null until the user has chosen a subject.
   */
  target: string | null;
  operator: Operator;
  /** Typed or chosen values, as the inputs hold them. A date is a string in the format MM-DD-YYYY. */
  values: readonly NumberValue[];
  /** Conditions on the related rows, or the conditions of the group. */
  where: FilterGrammar | undefined;
}

export const emptyDraft: Draft = { at: null, target: null, operator: "is", values: [], where: undefined };

const isNumeric = ({ kind }: Field): boolean => kind === "integer" || kind === "decimal" || kind === "year";

/** True if the user chooses the values of the field from a list. */
export const hasChoices = (field: Field, record: AnyRecord): boolean =>
  !hasDays(field) &&
  field.kind !== "integer" &&
  field.kind !== "decimal" &&
  (field.options !== undefined || (field.kind !== "list" && record.fields.includes(field)));

const blanks: Operator[] = ["blank", "not_blank"];
const comparisons: Operator[] = ["gte", "lte", "gt", "lt", "between"];

/** Returns the operators of a field, the most common one first. */
export function operatorsOf(field: Field, record: AnyRecord): Operator[] {
  if (field.moment) return [...comparisons, ...blanks];
  const several: Operator[] = hasChoices(field, record) ? ["one_of", "not", "not_one_of"] : ["not"];
  if (isNumeric(field) || field.kind === "date") return ["is", ...comparisons, ...several, ...blanks];
  const isText = !["yes_no", "quarter", "month"].includes(field.kind);
  const contains: Operator[] = isText ? ["contains"] : [];
  return field.kind === "long_text"
    ? [...contains, "is", ...several, ...blanks]
    : ["is", ...several, ...contains, ...blanks];
}

/** Returns the words for an operator, such as "is at least". */
export function operatorWords(operator: Operator, field: Field): string {
  switch (operator) {
    case "is":
      return "is";
    case "one_of":
      return "is one of";
    case "not":
      return "is not";
    case "not_one_of":
      return "is not one of";
    case "blank":
      return "is blank";
    case "not_blank":
      return "is not blank";
    case "contains":
      return "contains";
    case "between":
      return "is between";
    default:
      return comparisonWords[operator][hasDays(field) ? "day" : "number"];
  }
}

/** True if the operator takes exactly one value. Choosing the value then completes the condition. */
export const takesOneValue = (operator: Operator): boolean =>
  !["one_of", "not_one_of", "between", "blank", "not_blank"].includes(operator);

export const takesNoValue = (operator: Operator): boolean => operator === "blank" || operator === "not_blank";

/**
 * Splits a target such as "has <path>" into "has" or "has_no" and the path of the related record type. Returns null for
 * other targets.
 */
export function relatedTarget(target: string | null): { name: "has" | "has_no"; path: string } | null {
  const [, name, path] = /^(has|has_no) (.+)$/.exec(target ?? "") ?? [];
  return path ? { name: name as "has" | "has_no", path } : null;
}

type Reading = { item: FilterGrammar } | { message: string | null };

const incomplete = { message: null };

/**
 * Converts an entered value to a value of the API, or returns an error message. For an empty value, the message is
 * null.
 */
function readValue(
  field: Field,
  operator: Operator,
  value: NumberValue,
): string | number | { message: string | null } {
  const text = tidyText(String(value ?? ""));
  if (text === "") return incomplete;
  if (operator === "contains") return text;
  if (hasDays(field)) {
    const day = parseDate(text);
    return day.ok && day.value ? day.value : { message: "Enter the date as MM-DD-YYYY." };
  }
  if (!isNumeric(field)) return text;
  const number = parseNumber(value);
  return number.ok && number.value !== null ? number.value : { message: "Enter a number." };
}

function readOperands(
  field: Field,
  { operator, values }: Draft,
): (string | number)[] | { message: string | null } {
  const wanted = operator === "between" ? [values[0] ?? null, values[1] ?? null] : values;
  const read: (string | number)[] = [];
  for (const value of wanted) {
    const operand = readValue(field, operator, value);
    if (typeof operand === "object") return operand;
    read.push(operand);
  }
  const [low = "", high = ""] = read;
  if (operator === "between" && low > high)
    return { message: "The first value must not be greater than the second." };
  return read.length > 0 ? read : incomplete;
}

/** Returns the filter condition of a draft, or an error message. For an incomplete draft, the message is null. */
export function itemOfDraft(record: AnyRecord, draft: Draft): Reading {
  const { target, operator, where } = draft;
  if (target === null) return incomplete;
  if (target === "group") return where ? { item: where } : incomplete;
  const related = relatedTarget(target);
  if (related)
    return {
      item: { [related.name]: [{ record: related.path, ...(where ? { where } : {}) }] } as FilterGrammar,
    };
  const field = fieldNamed(record, target);
  if (!field) return incomplete;
  if (takesNoValue(operator)) return { item: { [target]: { [operator]: true } } };
  const operands = readOperands(field, draft);
  if (!Array.isArray(operands)) return operands;
  const [first = ""] = operands;
  const several = operands.length > 1 ? operands : first;
  if (operator === "is") return { item: { [target]: first } };
  if (operator === "one_of") return { item: { [target]: several } };
  if (operator === "not_one_of") return { item: { [target]: { not: several } } };
  return { item: { [target]: { [operator]: operator === "between" ? operands : first } as FieldCondition } };
}

/** Returns the operator and the operands of a condition on a field. */
function partsOf(value: unknown): { operator: Operator; operands: unknown[] } {
  if (Array.isArray(value)) return { operator: "one_of", operands: value };
  if (typeof value !== "object" || value === null)
    return value === null || value === ""
      ? { operator: "blank", operands: [] }
      : { operator: "is", operands: [value] };
  const [operator = "is", operand] = Object.entries(value)[0] ?? [];
  if (operator === "blank" || operator === "not_blank") {
    const isBlank = (operator === "blank") === (operand !== false);
    return { operator: isBlank ? "blank" : "not_blank", operands: [] };
  }
  if (operator === "not" && Array.isArray(operand)) return { operator: "not_one_of", operands: operand };
  return { operator: operator as Operator, operands: [operand].flat() };
}

/** Returns a draft for changing a condition; null if the editor can't show this condition. */
export function draftOf(record: AnyRecord, item: FilterGrammar, at: Place): Draft | null {
  if (item.all) return { ...emptyDraft, at, target: "group", where: item };
  const [name = "", value] = Object.entries(item)[0] ?? [];
  if (name === "has" || name === "has_no") {
    const [related] = value as { record: string; where?: FilterGrammar }[];
    return related ? { ...emptyDraft, at, target: `${name} ${related.record}`, where: related.where } : null;
  }
  const field = fieldNamed(record, name);
  const { operator, operands } = partsOf(value);
  const isKnown = operands.every((one) => typeof one === "number" || (typeof one === "string" && one !== ""));
  if (!field || !isKnown || !operatorsOf(field, record).includes(operator)) return null;
  const values = (operands as NumberValue[]).map((one) =>
    hasDays(field) ? formatDate(String(one)) || one : hasChoices(field, record) ? String(one) : one,
  );
  return { ...emptyDraft, at, target: name, operator, values };
}
