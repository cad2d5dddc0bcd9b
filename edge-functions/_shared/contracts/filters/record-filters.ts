/**
 * Filters of list requests:
 * - any column of the record, with one value or a list of values
 * - `q`: a search over all values
 * - `tab`: one of the two tabs of the screens
 * - `incomplete`: rows that lack required content, such as the year
 * - `with_reason`: rows saved with a reason for an unusual value
 * - `unusual`: rows with an unusual value (public.unusual_values)
 * - `review`: pending rows by their review state
 * - `import`: rows that one of the caller's imports saved
 * - the name of the parent (`arbo`): rows of one parent, limited to one year by `arbo_year`
 * - `figure`: rows that a figure of a chart counts, together with the filters of that chart
 * - `filter`: conditions in the filter grammar (conditions.ts)
 * - wrapper objects that contain filters (spec section 7)
 *
 * Unknown filters are refused. Null and "" mean that a filter is not set, because empty filter fields send these
 * values. In process_stage, null and "Pending" both select the rows of the tab New/Pending: all rows that are not
 * approved (spec section 4).
 */
import { z } from "zod";
import { extraFilters } from "../../charts/figures/extra-filters.ts";
import { type FigureKey, type FigureSet, figureNamed } from "../../charts/figures/index.ts";
import {
  type ChartFilterName,
  chartFilterTypes,
  type Subject,
  subjects,
} from "../../charts/figures/subjects.ts";
import { type Column, listedColumns } from "../../records/columns.ts";
import { recordByPath } from "../../records/index.ts";
import { yearFilter } from "../../records/vocabulary/parent.ts";
import { type ReviewFilter, reviewFilters } from "../../records/vocabulary/review-filters.ts";
import type { AnyRecord, Parent } from "../../records/vocabulary/types.ts";
import { hasUnusualValues } from "../../records/vocabulary/unusual-values.ts";
import { enumerate } from "../../rules/text.ts";
import { fields } from "../base/call.ts";
import { unknownFieldMessage } from "../base/problems.ts";
import {
  describedBy,
  fieldIssue,
  isUnset,
  isUuid,
  named,
  type Reading,
  read,
  refused,
  right,
  uuid,
} from "../base/values.ts";
import { chartFilter, type Filters, filtersIn } from "./chart-filters.ts";
import { type ColumnCondition, columnFilter, isEmptyList, noValues } from "./column-values.ts";
import {
  type Conditions,
  conditions,
  type FilterGrammar,
  filterKeywords,
  isEntries,
  noConditions,
  type ReadConditions,
} from "./conditions.ts";
import { readFilter } from "./filter-values.ts";
import { allOfFilters } from "./join-filters.ts";

/** A figure of a chart. `filters` are the chart's filters that are not columns of the listed record type. */
export interface FigureFilter {
  key: FigureKey;
  set: FigureSet;
  subject: Subject;
  filters: Filters;
}

/** The filters that a list request sets. */
export interface RecordFilter {
  columns: ReadonlyMap<string, ColumnCondition>;
  q: string | null;
  tab: "pending" | "approved" | null;
  incomplete: boolean | null;
  withReason: boolean | null;
  unusual: boolean | null;
  review: ReviewFilter | null;
  /** Id of one of the caller's imports. */
  imported: string | null;
  /** Id of the parent row. */
  parent: number | null;
  parentYear: ColumnCondition | null;
  figure: FigureFilter | null;
  /** Conditions in the filter grammar. */
  conditions: Conditions;
  /** Names of the sensitive fields in `conditions`. A caller without the Sensitive right gets 403. */
  sensitive: readonly string[];
}

/** Filters of a request in which no filter is set. */
export const noFilters: RecordFilter = {
  columns: new Map(),
  q: null,
  tab: null,
  incomplete: null,
  withReason: null,
  unusual: null,
  review: null,
  imported: null,
  parent: null,
  parentYear: null,
  figure: null,
  conditions: [],
  sensitive: [],
};

const aFilter = "a filter of this list";

/** Names of wrapper objects that contain filters (spec section 7). */
export const wrappers = ["searchData", "FMEData", "Form7AnnualTargetData"];
/** Maximum length of a search value in characters. Equal to the maximum length of a long text field. */
const longestSearch = 4000;

const search = read(z.string().max(longestSearch), (input): Reading<string | null> => {
  if (typeof input !== "string" && typeof input !== "number") return refused("The search must be a text.");
  const text = String(input).trim();
  if (text.length > longestSearch) return refused(`The search is longer than ${longestSearch} characters.`);
  return right(text === "" ? null : text);
})
  .nullish()
  .describe("Words. A row must contain all of them.");

const tab = z
  .enum(["pending", "approved", ""], 'The tab is either "pending" or "approved".')
  .nullish()
  .transform((input) => input || null);

const review = z
  .enum([...reviewFilters, ""], `review is one of ${enumerate([...reviewFilters])}.`)
  .nullish()
  .transform((input) => input || null)
  .optional()
  .describe(
    "Pending rows by review state: to_review: not returned. returned: returned to the office. resubmitted: sent back after a return. changed: the caller approved them last, and they were changed since.",
  );

/** Schema of a filter that is true, false or not set. */
const yesOrNo = (name: string) =>
  read(z.union([z.boolean(), z.enum(["true", "false", ""])]), (input): Reading<boolean | null> => {
    if (isUnset(input)) return right(null);
    if (input === true || input === "true") return right(true);
    if (input === false || input === "false") return right(false);
    return refused(`The filter ${name} must be true or false.`);
  }).nullish();

const importMessage = "The filter import is the id of an import.";
const importId = read(z.union([uuid, z.literal("")]), (input): Reading<string | null> => {
  if (isUnset(input)) return right(null);
  return isUuid(input) ? right(input) : refused(importMessage);
})
  .nullish()
  .describe("Id of one of the caller's imports. Selects the rows that the import saved.");

const parentId = ({ name, path }: Parent) =>
  read(z.union([z.int(), z.literal("")]), (input): Reading<number | null> => {
    if (isUnset(input)) return right(null);
    const reading = readFilter(name, "bigint", input);
    return reading.ok ? right(Number(reading.value)) : reading;
  })
    .nullish()
    .describe(`Id of the parent row in ${path}.`);

/**
 * Returns the filter `<parent>`, which selects the rows of one parent, and `<parent>_year`, which limits them to one
 * year.
 */
function parentFilters(record: AnyRecord) {
  const { parent } = record;
  if (!parent) return {};
  const year: Column = { name: yearFilter(parent), type: "integer", nullable: true, hasDefault: false };
  return {
    [parent.name]: parentId(parent),
    [year.name]: columnFilter(record, year).describe(
      `Year of the rows. Used together with \`${parent.name}\`.`,
    ),
  };
}

/**
 * Returns the names of chart filters that are not columns of the record type. Empty if no figure counts rows of the
 * record type.
 */
function extrasOf(record: AnyRecord): ChartFilterName[] {
  const counted = Object.values(subjects).some(({ path }) => recordByPath(path)?.path === record.path);
  const columns = listedColumns(record);
  const names = Object.keys(chartFilterTypes) as ChartFilterName[];
  return counted ? names.filter((name) => !columns.has(name)) : [];
}

/** Schemas of the list filters of the record type, by name. */
export function filterShape(record: AnyRecord) {
  const columns = listedColumns(record);
  return {
    ...Object.fromEntries([...columns].map(([name, column]) => [name, columnFilter(record, column)])),
    ...Object.fromEntries(extrasOf(record).map((name) => [name, chartFilter(name)])),
    q: search,
    filter: conditions(record).describe("Conditions that the rows must meet, besides the other filters."),
    figure: z
      .union([z.string(), z.null()], "There is no such figure.")
      .optional()
      .describe("Key of a figure. Selects the rows that the figure counts."),
    ...(record.approval ? { tab: tab.optional(), review } : {}),
    ...(record.scoped ? { import: importId } : {}),
    ...(record.facts ? { incomplete: yesOrNo("incomplete").describe("Rows that lack a fact.") } : {}),
    ...(record.softChecks
      ? { with_reason: yesOrNo("with_reason").describe("Rows saved with a reason for an unusual value.") }
      : {}),
    ...(hasUnusualValues(record)
      ? { unusual: yesOrNo("unusual").describe("Rows with an unusual value.") }
      : {}),
    ...parentFilters(record),
  };
}

type Input = Readonly<Record<string, unknown>>;

/** Filters as a client sends them: columns by their names, and named filters such as `q`. */
export interface FilterInput {
  q?: string;
  [filter: string]: unknown;
}

/**
 * Moves filters out of their wrapper objects. Reports a filter that is given twice, because the two values could
 * differ.
 */
function withoutWrappers(input: unknown, context: z.RefinementCtx): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const entries = new Map<string, unknown>();
  const take = (source: object, wrapped: boolean) => {
    for (const [name, value] of Object.entries(source)) {
      if (!wrapped && wrappers.includes(name)) {
        if (typeof value === "object" && !Array.isArray(value)) take(value ?? {}, true);
        else context.issues.push(fieldIssue(value, name, `${name} must be an object of filters.`));
      } else if (entries.has(name)) {
        context.issues.push(fieldIssue(value, name, `The filter "${name.slice(0, 60)}" is given twice.`));
      } else entries.set(name, value);
    }
  };
  take(input, false);
  return Object.fromEntries(entries);
}

/** Builds the record filter from a body whose fields have been read. */
export function filterIn(record: AnyRecord, input: Input, context: z.RefinementCtx): RecordFilter {
  const columns = [...listedColumns(record).keys()].flatMap((name) =>
    input[name] ? [[name, input[name] as ColumnCondition] as const] : [],
  );
  const { q = null, tab: shown = null, incomplete = null, with_reason: withReason = null } = input;
  const { review: stands = null, import: imported = null, unusual = null } = input;
  const { parent: of } = record;
  const parent = (of && input[of.name]) ?? null;
  const parentYear = (of && input[yearFilter(of)]) ?? null;
  const { all, sensitive } = (input.filter as ReadConditions | null | undefined) ?? noConditions;
  return {
    columns: new Map(columns),
    figure: figureIn(record, input, context),
    conditions: all,
    sensitive,
    ...({
      q,
      tab: shown,
      incomplete,
      withReason,
      unusual,
      review: stands,
      imported,
      parent,
      parentYear,
    } as Omit<RecordFilter, "columns" | "figure" | "conditions" | "sensitive">),
  };
}

function figureIn(record: AnyRecord, input: Input, context: z.RefinementCtx): FigureFilter | null {
  const refuse = (name: string, message: string) =>
    context.issues.push(fieldIssue(input[name], name, message));
  const { figure: key } = input;
  const figure = typeof key === "string" && key !== "" ? figureNamed(key) : undefined;
  const extras = extrasOf(record);
  const followed = figure ? extraFilters(figure.set, figure.subject) : [];
  for (const name of extras)
    if (input[name] !== undefined && !followed.includes(name))
      refuse(name, unknownFieldMessage(name, aFilter));
  if (isUnset(key)) return null;
  if (!figure) {
    refuse("figure", `There is no figure "${named(key)}".`);
    return null;
  }
  // Compare the main paths of both record types, because the figure may name its record type by an alias path.
  if (recordByPath(figure.subject.path)?.path !== record.path)
    refuse("figure", `The figure "${key}" counts other records than ${record.noun.many}.`);
  const own = extras.filter((name) => followed.includes(name));
  return { key: key as FigureKey, ...figure, filters: filtersIn(own, input) };
}

/**
 * Schema of an object with filters and further fields.
 * @param read Builds the result after all fields of the body have been read.
 */
export function filtered<More extends z.ZodRawShape, Value>(
  record: AnyRecord,
  more: More,
  read: (
    input: z.output<z.ZodObject<ReturnType<typeof filterShape> & More>>,
    context: z.RefinementCtx,
  ) => Value,
  notObject?: string,
) {
  const shape = { ...filterShape(record), ...more };
  const body = fields(shape, aFilter, notObject);
  return describedBy(
    body as unknown as z.ZodType<unknown, FilterInput & z.input<z.ZodObject<More>>>,
    z.preprocess(withoutWrappers, body).transform((input, context) => read(input as never, context)),
  );
}

/**
 * Schema of the field `filter` in a body that selects rows for an action. It contains filters of a list, mixed with
 * conditions such as `any` or `{gte: 5}`. Refuses an empty list of values, so that an action can't change all rows by
 * mistake.
 */
export function filters(record: AnyRecord, notObject?: string): z.ZodType<RecordFilter, FilterInput> {
  const body = asFilters(
    filtered(record, {}, (input, context) => filterIn(record, input, context), notObject),
  );
  return describedBy(
    body,
    z.preprocess((input, context) => {
      refuseEmptyLists(input, context);
      return withConditionsApart(input);
    }, body),
  );
}

function refuseEmptyLists(input: unknown, context: z.RefinementCtx): void {
  if (!isEntries(input)) return;
  for (const [name, value] of Object.entries(input)) {
    if (isEmptyList(value)) context.issues.push(fieldIssue(value, name, noValues(name)));
    if (wrappers.includes(name)) refuseEmptyLists(value, context);
  }
}

/** Moves conditions, such as `any` or `{gte: 5}`, from among the plain filters into the field `filter`. */
function withConditionsApart(input: unknown): unknown {
  if (!isEntries(input)) return input;
  const isCondition = ([name, value]: [string, unknown]) =>
    filterKeywords.some((word) => word === name) ||
    (isEntries(value) && ![...wrappers, "filter"].includes(name));
  const moved = Object.entries(input).filter(isCondition);
  if (moved.length === 0) return input;
  const { filter = null, ...others } = input;
  const plain = Object.entries(others).filter((entry) => !isCondition(entry));
  const both = [filter ?? {}, Object.fromEntries(moved)] as FilterGrammar[];
  return { ...Object.fromEntries(plain), filter: allOfFilters(both) };
}

/** Gives a body only the TypeScript type of its filters, because clients do not use the other fields. */
export const asFilters = (schema: z.ZodType<RecordFilter>) =>
  schema as unknown as z.ZodType<RecordFilter, FilterInput>;
