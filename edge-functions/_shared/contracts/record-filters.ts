/**
 * Filters of a list call: any column of the record with a value or a list of values, `q` for a search over all values,
 * `tab` for the two tabs of the screens, `incomplete` for rows that lack a fact, `with_reason` for rows saved with a word
 * of reason, `review` for pending rows by where they stand in their review, `import` for the rows that an import of the
 * caller's saved, what the record belongs to (`arbo`, `arbo_year`) for the rows of one parent, `figure` for the rows that a figure of a chart counts, with
 * the filters of the charts that it follows, and the wrappers that the spec names. Whatever is not known is refused.
 *
 * Null and "" mean that the filter is not set, as an untouched filter field sends them. In process_stage, null and
 * "Pending" both mean what the tab New/Pending shows: everything that is not approved (spec section 4).
 */
import { z } from "zod";
import { extraFilters } from "../charts/figures/extra-filters.ts";
import { type FigureKey, type FigureSet, figureNamed } from "../charts/figures/index.ts";
import {
  type ChartFilterName,
  chartFilterTypes,
  type Subject,
  subjects,
} from "../charts/figures/subjects.ts";
import { type Column, listedColumns } from "../records/columns.ts";
import { recordByPath } from "../records/index.ts";
import { yearFilter } from "../records/vocabulary/parent.ts";
import { type ReviewFilter, reviewFilters } from "../records/vocabulary/review-filters.ts";
import type { AnyRecord, Parent } from "../records/vocabulary/types.ts";
import { enumerate, tidyText } from "../rules/text.ts";
import { fields } from "./call.ts";
import { chartFilter, type Filters, filtersIn } from "./chart-filters.ts";
import { readFilter } from "./filter-values.ts";
import { notAField } from "./problems.ts";
import {
  describedBy,
  isUnset,
  isUuid,
  named,
  type Reading,
  read,
  refused,
  right,
  uuid,
  wrongField,
} from "./values.ts";

/** The values of which one must fit; `empty`: or none is stored. */
export interface Wanted {
  values: readonly (string | number | boolean)[];
  empty: boolean;
}

/** A figure of a chart, with the filters that it follows and that are no columns of the record. */
export interface AskedFigure {
  key: FigureKey;
  set: FigureSet;
  subject: Subject;
  filters: Filters;
}

/** The filters of a list call that are set. */
export interface RecordFilter {
  columns: ReadonlyMap<string, Wanted>;
  q: string | null;
  tab: "pending" | "approved" | null;
  incomplete: boolean | null;
  withReason: boolean | null;
  review: ReviewFilter | null;
  /** The id of an import of the caller's. */
  imported: string | null;
  /** The id of the row that the rows belong to. */
  parent: number | null;
  parentYear: Wanted | null;
  figure: AskedFigure | null;
}

const aFilter = "a filter of this list";

/** Objects of filters in a filter (spec section 7). */
const wrappers = ["searchData", "FMEData", "Form7AnnualTargetData"];
const mostValues = 1000;
/** As long as the longest text of a cell. */
const longestSearch = 4000;

/** What a column is filtered by. Null where the filter is not set. */
function readWanted({ name, type }: Column, input: unknown): Reading<Wanted | null> {
  const list = Array.isArray(input);
  const all: unknown[] = list ? input : [input];
  if (all.length === 0) return refused(`Give at least one value for the filter ${name}.`);
  if (all.length > mostValues) return refused(`The filter ${name} takes at most ${mostValues} values.`);
  const values: Wanted["values"][number][] = [];
  for (const one of all) {
    if (isUnset(one)) continue;
    const reading = readFilter(name, type, one);
    if (!reading.ok) return reading;
    values.push(reading.value);
  }
  const empty = values.length < all.length;
  return right(!list && empty ? null : { values, empty });
}

const stages = ["Pending", "Approved"];

/** The stage of rows: not set, it is Pending. */
function readStage(column: Column, input: unknown): Reading<Wanted | null> {
  const reading = readWanted(column, [input].flat());
  if (!reading.ok || !reading.value) return reading;
  const other = reading.value.values.some((stage) => !stages.includes(String(stage)));
  return other ? refused(`process_stage is one of ${enumerate(stages)}.`) : reading;
}

/** A value as it is saved: tidy, and the usual one of several spellings. */
function spelt(synonyms: Readonly<Record<string, string>>, input: unknown): unknown {
  if (Array.isArray(input)) return input.map((one) => spelt(synonyms, one));
  if (typeof input !== "string") return input;
  const text = tidyText(input);
  return Object.hasOwn(synonyms, text) ? synonyms[text] : text;
}

function described({ type }: Column): z.ZodType {
  const bare = type.replace(/\[\]$/, "");
  if (bare === "boolean") return z.boolean();
  if (bare === "smallint" || bare === "integer" || bare === "bigint") return z.int();
  return bare === "numeric" || bare === "double precision" ? z.number() : z.string();
}

function columnFilter(record: AnyRecord, column: Column) {
  const one = z.union([described(column), z.literal("")]).nullable();
  const synonyms = record.fields.find(({ name }) => name === column.name)?.synonyms ?? {};
  const reader = column.name === "process_stage" ? readStage : readWanted;
  return read(z.union([one, z.array(one).min(1).max(mostValues)]), (input) =>
    reader(column, spelt(synonyms, input)),
  ).optional();
}

const search = read(z.string().max(longestSearch), (input): Reading<string | null> => {
  if (typeof input !== "string" && typeof input !== "number") return refused("The search must be a text.");
  const text = String(input).trim();
  if (text.length > longestSearch) return refused(`The search is longer than ${longestSearch} characters.`);
  return right(text === "" ? null : text);
})
  .nullish()
  .describe("Words, all of which a row must hold.");

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
    "Pending rows by their review: not returned, returned, resubmitted, or changed since the caller, who was the last to, approved them.",
  );

/** A filter that is true, false, or not set. */
const yesOrNo = (name: string) =>
  read(z.union([z.boolean(), z.enum(["true", "false", ""])]), (input): Reading<boolean | null> => {
    if (isUnset(input)) return right(null);
    if (input === true || input === "true") return right(true);
    if (input === false || input === "false") return right(false);
    return refused(`The filter ${name} is either true or false.`);
  }).nullish();

const importMessage = "The filter import is the id of an import.";
const importId = read(z.union([uuid, z.literal("")]), (input): Reading<string | null> => {
  if (isUnset(input)) return right(null);
  return isUuid(input) ? right(input) : refused(importMessage);
})
  .nullish()
  .describe("The id of an import of the caller's: the rows that it saved.");

const parentId = ({ name, path }: Parent) =>
  read(z.union([z.int(), z.literal("")]), (input): Reading<number | null> => {
    if (isUnset(input)) return right(null);
    const reading = readFilter(name, "bigint", input);
    return reading.ok ? right(Number(reading.value)) : reading;
  })
    .nullish()
    .describe(`The id of a row of ${path}, to which the rows belong.`);

/** The rows of one parent, and those of a year of it. */
function parentFilters(record: AnyRecord) {
  const { parent } = record;
  if (!parent) return {};
  const year: Column = { name: yearFilter(parent), type: "integer", nullable: true, hasDefault: false };
  return {
    [parent.name]: parentId(parent),
    [year.name]: columnFilter(record, year).describe(`The year of a row, with \`${parent.name}\`.`),
  };
}

/** Filters of the charts that figures of the record follow and that are no columns of it. */
function extrasOf(record: AnyRecord): ChartFilterName[] {
  const counted = Object.values(subjects).some(({ path }) => recordByPath(path)?.path === record.path);
  const columns = listedColumns(record);
  const names = Object.keys(chartFilterTypes) as ChartFilterName[];
  return counted ? names.filter((name) => !columns.has(name)) : [];
}

/** The filters of a list of the record type, by name. */
export function filterShape(record: AnyRecord) {
  const columns = listedColumns(record);
  return {
    ...Object.fromEntries([...columns].map(([name, column]) => [name, columnFilter(record, column)])),
    ...Object.fromEntries(extrasOf(record).map((name) => [name, chartFilter(name)])),
    q: search,
    figure: z
      .union([z.string(), z.null()], "There is no such figure.")
      .optional()
      .describe("The key of a figure: the rows that it counts."),
    ...(record.approval ? { tab: tab.optional(), review } : {}),
    ...(record.scoped ? { import: importId } : {}),
    ...(record.facts ? { incomplete: yesOrNo("incomplete").describe("Rows that lack a fact.") } : {}),
    ...(record.softChecks
      ? { with_reason: yesOrNo("with_reason").describe("Rows saved with a reason.") }
      : {}),
    ...parentFilters(record),
  };
}

type Input = Readonly<Record<string, unknown>>;

/** The filters of a list as a client sends them: columns by their names, and what has a name of its own. */
export interface FilterInput {
  q?: string;
  [filter: string]: unknown;
}

/** The filters with the wrappers taken off. A field that is given twice would be ambiguous. */
function unwrapped(input: unknown, context: z.RefinementCtx): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const entries = new Map<string, unknown>();
  const take = (source: object, wrapped: boolean) => {
    for (const [name, value] of Object.entries(source)) {
      if (!wrapped && wrappers.includes(name)) {
        if (typeof value === "object" && !Array.isArray(value)) take(value ?? {}, true);
        else context.issues.push(wrongField(value, name, `${name} must be an object of filters.`));
      } else if (entries.has(name)) {
        context.issues.push(wrongField(value, name, `The filter "${name.slice(0, 60)}" is given twice.`));
      } else entries.set(name, value);
    }
  };
  take(input, false);
  return Object.fromEntries(entries);
}

/** What the filters of a body ask for, once each is read. */
export function filterIn(record: AnyRecord, input: Input, context: z.RefinementCtx): RecordFilter {
  const columns = [...listedColumns(record).keys()].flatMap((name) =>
    input[name] ? [[name, input[name] as Wanted] as const] : [],
  );
  const { q = null, tab: shown = null, incomplete = null, with_reason: withReason = null } = input;
  const { review: stands = null, import: imported = null } = input;
  const { parent: of } = record;
  const parent = (of && input[of.name]) ?? null;
  const parentYear = (of && input[yearFilter(of)]) ?? null;
  return {
    columns: new Map(columns),
    figure: figureIn(record, input, context),
    ...({ q, tab: shown, incomplete, withReason, review: stands, imported, parent, parentYear } as Omit<
      RecordFilter,
      "columns" | "figure"
    >),
  };
}

function figureIn(record: AnyRecord, input: Input, context: z.RefinementCtx): AskedFigure | null {
  const refuse = (name: string, message: string) =>
    context.issues.push(wrongField(input[name], name, message));
  const { figure: key } = input;
  const figure = typeof key === "string" && key !== "" ? figureNamed(key) : undefined;
  const extras = extrasOf(record);
  const followed = figure ? extraFilters(figure.set, figure.subject) : [];
  for (const name of extras)
    if (input[name] !== undefined && !followed.includes(name)) refuse(name, notAField(name, aFilter));
  if (isUnset(key)) return null;
  if (!figure) {
    refuse("figure", `There is no figure "${named(key)}".`);
    return null;
  }
  // Several screens over one table have one path, and aliases of it.
  if (recordByPath(figure.subject.path)?.path !== record.path)
    refuse("figure", `The figure "${key}" counts other records than ${record.noun.many}.`);
  const own = extras.filter((name) => followed.includes(name));
  return { key: key as FigureKey, ...figure, filters: filtersIn(own, input) };
}

/**
 * An object of filters, with what stands beside them.
 * @param read What is made of it, once each of its fields is read.
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
    z.preprocess(unwrapped, body).transform((input, context) => read(input as never, context)),
  );
}

/** An object of filters alone. */
export const filters = (record: AnyRecord, notObject?: string): z.ZodType<RecordFilter, FilterInput> =>
  asFilters(filtered(record, {}, (input, context) => filterIn(record, input, context), notObject));

/** Beside filters, nothing needs to be known by its type. */
export const asFilters = (schema: z.ZodType<RecordFilter>) =>
  schema as unknown as z.ZodType<RecordFilter, FilterInput>;
