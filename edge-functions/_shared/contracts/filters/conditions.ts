/**
 * The filter grammar of lists, exports, bulk actions and explorations (`filter` in a body). A filter is an object. A
 * row must match all its parts:
 * - `{field: value}` or `{field: [values]}`: the field has one of the values
 * - `{field: {not, blank, not_blank, contains, lt, lte, gt, gte, between: [a, b]}}`: all given operators match
 * - `{any: [filter…]}`: at least one of the filters matches
 * - `{all: [filter…]}`: all filters match
 * - `{has: [{record, where?}]}`: the row has related rows of the record type that match `where` (records/relations.ts)
 * - `{has_no: [{record, where?}]}`: the row has no such related rows
 *
 * `{not: value}` selects all rows that `value` does not select, including rows in which the field is empty.
 */
import { z } from "zod";
import { type Column, type Columns, listedColumns } from "../../records/columns.ts";
import { recordByPath } from "../../records/index.ts";
import { type Relation, relationBetween } from "../../records/relations.ts";
import { sensitiveAmong } from "../../records/sensitive-among.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { inexactNumber, isExactNumber } from "../../rules/numbers.ts";
import { enumerate, tidyText } from "../../rules/text.ts";
import { unknownFieldMessage } from "../base/problems.ts";
import { describedBy, isUnset, named, type Reading, read, refused, right } from "../base/values.ts";
import { type ColumnCondition, columnReader } from "./column-values.ts";
import { mostFilterLevels } from "./filter-levels.ts";
import { isWholeDay, readFilter } from "./filter-values.ts";

/** A validated condition of a filter. */
export type Condition =
  | { kind: "values"; column: Column; wanted: ColumnCondition; not: boolean }
  | { kind: "blank"; column: Column; blank: boolean }
  | { kind: "contains"; column: Column; text: string }
  | { kind: "compare"; column: Column; operator: Operator; value: string | number; isDay: boolean }
  | { kind: "any"; filters: readonly Conditions[] }
  | { kind: "related"; record: AnyRecord; relation: Relation; where: Conditions; has: boolean };

/** Conditions that must all hold. */
export type Conditions = readonly Condition[];

/** A validated filter, with the names of the sensitive fields in it. */
export interface ReadConditions {
  all: Conditions;
  sensitive: readonly string[];
}

export const noConditions: ReadConditions = { all: [], sensitive: [] };

const operators = { lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;
type Operator = (typeof operators)[keyof typeof operators];

/** Condition on one field, as a client sends it. */
export interface FieldCondition {
  not?: Plain | Plain[];
  blank?: boolean;
  not_blank?: boolean;
  contains?: string;
  lt?: string | number;
  lte?: string | number;
  gt?: string | number;
  gte?: string | number;
  between?: [string | number, string | number];
}
type Plain = string | number | boolean | null;

/** Condition on related rows of another record type, as a client sends it. */
export interface RelatedCondition {
  record: string;
  where?: FilterGrammar;
}

/** A filter as a client sends it. */
export interface FilterGrammar {
  any?: FilterGrammar[];
  all?: FilterGrammar[];
  has?: RelatedCondition[];
  has_no?: RelatedCondition[];
  [field: string]: Plain | Plain[] | FieldCondition | FilterGrammar[] | RelatedCondition[] | undefined;
}

/** Keys of a filter that are operators and not names of fields. */
export const filterKeywords = ["any", "all", "has", "has_no"] as const;

const mostConditions = 100;
const longestText = 500;
/** Types of columns whose values have an order, so that comparisons such as `lt` and `between` are possible. */
const ordered = /^(smallint|integer|bigint|numeric|double precision|date|timestamp with time zone)$/;

/** Error about an invalid part of a filter. `field` is the name of the wrong field. */
class WrongFilter extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

type Entries = Readonly<Record<string, unknown>>;

export const isEntries = (input: unknown): input is Entries =>
  typeof input === "object" && input !== null && !Array.isArray(input);

/**
 * Reads one filter, and counts its conditions. Their number is limited, because each condition costs the database time.
 */
class FilterReader {
  private conditions = 0;
  readonly sensitive = new Set<string>();

  filter(record: AnyRecord, input: unknown, depth = 1): Condition[] {
    if (!isEntries(input)) throw new WrongFilter("filter", "A filter must be an object.");
    if (depth > mostFilterLevels)
      throw new WrongFilter("filter", `A filter has at most ${mostFilterLevels} levels.`);
    const columns = listedColumns(record);
    return Object.entries(input).flatMap(([name, value]): Condition[] => {
      switch (name) {
        case "any":
          return [{ kind: "any", filters: this.filters(record, name, value, depth) }];
        case "all":
          return this.filters(record, name, value, depth).flat();
        case "has":
        case "has_no":
          return itemsOf(name, value).map((one) => this.related(record, name, one, depth));
        default:
          return this.field(record, columns, name, value);
      }
    });
  }

  private filters(record: AnyRecord, name: string, value: unknown, depth: number): Condition[][] {
    return itemsOf(name, value).map((one) => this.filter(record, one, depth + 1));
  }

  private related(record: AnyRecord, name: "has" | "has_no", input: unknown, depth: number): Condition {
    this.count();
    const { record: path, where, ...rest } = isEntries(input) ? input : {};
    const other = typeof path === "string" ? recordByPath(path) : undefined;
    const unknown = Object.keys(rest)[0];
    if (unknown !== undefined || !isEntries(input))
      throw new WrongFilter(name, `Each item of ${name} is {record, where}.`);
    if (!other) throw new WrongFilter(name, `${name}: there is no record type "${named(path)}".`);
    const relation = relationBetween(record, other);
    if (!relation) {
      const message = `${name}: ${other.noun.many} do not belong to ${record.noun.many}.`;
      throw new WrongFilter(name, message);
    }
    const conditions = isUnset(where) ? [] : this.filter(other, where, depth + 1);
    return { kind: "related", record: other, relation, where: conditions, has: name === "has" };
  }

  private field(record: AnyRecord, columns: Columns, name: string, value: unknown): Condition[] {
    const column = columns.get(name);
    if (!column) throw new WrongFilter(name, unknownFieldMessage(name, `a field of ${record.noun.many}`));
    for (const one of sensitiveAmong(record, [name])) this.sensitive.add(one);
    const wanted = (input: unknown, not: boolean): Condition[] => {
      const values = must(name, columnReader(record, column)(input));
      if (values) this.count();
      return values ? [{ kind: "values", column, wanted: values, not }] : [];
    };
    if (!isEntries(value)) return wanted(value, false);
    const parts = Object.entries(value);
    if (parts.length === 0) throw new WrongFilter(name, `The filter ${name} has no condition.`);
    return parts.flatMap(([operator, operand]) => {
      if (operator === "not") return wanted(isUnset(operand) ? [operand] : operand, true);
      this.count();
      return comparison(column, operator, operand);
    });
  }

  private count(): void {
    this.conditions += 1;
    if (this.conditions > mostConditions)
      throw new WrongFilter("filter", `A filter has at most ${mostConditions} conditions.`);
  }
}

function itemsOf(name: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value) && value.length > 0) return value;
  throw new WrongFilter(name, `${name} must be a list with at least one item.`);
}

function must<Value>(field: string, reading: Reading<Value>): Value {
  if (reading.ok) return reading.value;
  throw new WrongFilter(field, reading.message);
}

/** Reads the condition of any operator except `not`, such as {gte: 5}. */
function comparison(column: Column, operator: string, operand: unknown): Condition[] {
  const { name } = column;
  const wrong = (message: string) => new WrongFilter(name, `The filter ${name}: ${message}.`);
  switch (operator) {
    case "blank":
    case "not_blank":
      if (typeof operand !== "boolean") throw wrong(`${operator} must be true or false`);
      return [{ kind: "blank", column, blank: operand === (operator === "blank") }];
    case "contains": {
      if (!/^text(\[\])?$/.test(column.type)) throw wrong("contains can only be used with texts");
      if (typeof operand === "number" && !isExactNumber(operand)) throw wrong(inexactNumber);
      const text =
        typeof operand === "string" || typeof operand === "number" ? tidyText(String(operand)) : "";
      if (text === "" || text.length > longestText || text.includes("\u0000"))
        throw wrong(`contains must be a text of 1 to ${longestText} characters`);
      return [{ kind: "contains", column, text }];
    }
    case "between": {
      if (!Array.isArray(operand) || operand.length !== 2)
        throw wrong("between must be a list of two values");
      const [low, high] = [compared(column, ">=", operand[0]), compared(column, "<=", operand[1])];
      const isInstant = column.type.startsWith("timestamp") && !(low.isDay && high.isDay);
      if (!isInstant && low.value > high.value)
        throw wrong("the first value of between is greater than the second");
      return [low, high];
    }
    case "lt":
    case "lte":
    case "gt":
    case "gte":
      return [compared(column, operators[operator], operand)];
    default:
      throw new WrongFilter(name, `"${named(operator)}" is not an operator of a filter.`);
  }
}

/**
 * Reads a comparison with one value. If a timestamp is compared with a day, `isDay` is true: the value means the whole
 * day in Manila.
 */
function compared(column: Column, operator: Operator, operand: unknown): Condition & { kind: "compare" } {
  const { name, type } = column;
  if (!ordered.test(type))
    throw new WrongFilter(name, `The filter ${name}: only numbers and dates can be compared.`);
  const value = must(name, readFilter(name, type, operand)) as string | number;
  return { kind: "compare", column, operator, value, isDay: isWholeDay(type, value) };
}

/** Reads a filter on rows of the record type. */
export function readConditions(record: AnyRecord, input: unknown): Reading<ReadConditions> {
  if (isUnset(input)) return right(noConditions);
  const reader = new FilterReader();
  try {
    const all = reader.filter(record, input);
    return right({ all, sensitive: [...reader.sensitive] });
  } catch (problem) {
    if (!(problem instanceof WrongFilter)) throw problem;
    return refused(problem.message, problem.field === "filter" ? {} : { path: [problem.field] });
  }
}

const plain = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const comparable = z.union([z.string(), z.number()]);
const ofField = z
  .object({
    not: z.union([plain, z.array(plain)]).describe("Not this value, or none of these values."),
    blank: z.boolean(),
    not_blank: z.boolean(),
    contains: z.string().max(longestText).describe("Upper and lower case and accents are equal."),
    lt: comparable,
    lte: comparable,
    gt: comparable,
    gte: comparable,
    between: z.tuple([comparable, comparable]).describe("Both values are included."),
  })
  .partial()
  .meta({ id: "FieldCondition", description: "All given operators must hold." });

const described: z.ZodType = z.lazy(() =>
  z
    .object({
      any: z.array(described).min(1).describe("At least one of the filters must hold."),
      all: z.array(described).min(1).describe("All filters must hold."),
      has: z.array(related).min(1).describe("The row must have related rows of this record type."),
      has_no: z.array(related).min(1).describe("The row must have no related rows of this record type."),
    })
    .partial()
    .catchall(z.union([plain, z.array(plain), ofField]))
    .meta({
      id: "Filter",
      description: `Conditions by field name, all of which must hold, and ${enumerate([...filterKeywords])}.`,
    }),
);
const related = z
  .object({ record: z.string().describe("Path of a record type."), where: described.optional() })
  .meta({ id: "RelatedCondition" });

const grammar = described as z.ZodType<unknown, FilterGrammar>;

/** Schema of a stored filter. Checks its structure, but not the fields and values. */
export const storedFilter = grammar as z.ZodType<FilterGrammar, FilterGrammar>;

/** Schema of the body field `filter`. */
export const conditions = (record: AnyRecord) =>
  read(grammar, (input) => readConditions(record, input)).nullish();

/** Schema of a filter whose record type is known only when the body is read (`readConditions`). */
export const unreadConditions = describedBy(grammar, z.unknown()).nullish();
