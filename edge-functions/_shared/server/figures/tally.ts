/**
 * Counts rows in as few passes as possible. One query with `group by grouping sets` computes all counts in the same
 * table with the same filters (a tally). One statement runs all tallies of a dashboard.
 */
import { type FigureKey, type FigureSet, figureNamed } from "../../charts/figures/index.ts";
import type { Subject } from "../../charts/figures/subjects.ts";
import type { Parameters } from "../db/database.ts";
import { type Filters, pick } from "./chart-filters.ts";
import { dimensionsOf } from "./marks.ts";
import type { Source } from "./question.ts";
import { sourceOf } from "./sources.ts";

/**
 * One count: the rows of a set (`FigureSet`) whose columns have the values in `where`, grouped by the columns in `by`.
 */
export interface Count {
  set: FigureKey;
  where: Readonly<Record<string, string>>;
  by: readonly string[];
  /** Right that the caller needs. For a caller without the right, nothing is counted. */
  right?: string;
}

/** One number of a count, with the values of its grouping columns. */
export interface Counted {
  values: readonly (string | null)[];
  value: number;
}

interface Tally {
  source: Source;
  right: string | undefined;
  columns: string[];
  counts: { place: number; count: Count; set: FigureSet }[];
}

export interface Statement {
  text: string;
  parameters: Parameters;
  /** Reads the numbers of each count from the single result row. Returns them in the order of the counts. */
  read(row: Readonly<Record<string, unknown>>): Counted[][];
}

/**
 * Finds a set of rows by its key, such as "form-5.arbos_trained", and the record type of these rows (the subject).
 * @throws Error for an unknown key, which is a mistake in a chart.
 */
export function setNamed(key: FigureKey): { set: FigureSet; subject: Subject } {
  const found = figureNamed(key);
  if (!found) throw new Error(`There is no set of rows ${key}.`);
  return found;
}

/**
 * Builds the statement that runs all `counts` with the given filters.
 * @param more Further columns of the single result row.
 */
export function countStatement(
  counts: readonly Count[],
  filters: Filters,
  parameters: Parameters,
  more: readonly string[] = [],
): Statement {
  const tallies = new Map<string, Tally>();
  const ctes = new Map<string, string>();
  const wheres = (chart: string, subject: Subject) =>
    counts
      .filter(({ set }) => set.startsWith(`${chart}.`) && setNamed(set).subject === subject)
      .map(({ set }) => setNamed(set).set.where);
  counts.forEach((count, place) => {
    const { set, subject } = setNamed(count.set);
    const [chart = ""] = count.set.split(".");
    const followed = pick(filters, dimensionsOf(set, subject));
    const source = sourceOf(subject, {
      chart,
      allFilters: filters,
      filters: followed,
      set,
      count,
      wheres: wheres(chart, subject),
      parameters,
      ctes,
    });
    const key = `${source.key}/${count.right ?? ""}`;
    const tally = tallies.get(key) ?? { source, right: count.right, columns: [], counts: [] };
    tallies.set(key, tally);
    for (const column of count.by) if (!tally.columns.includes(column)) tally.columns.push(column);
    tally.counts.push({ place, count, set });
  });
  const list = [...tallies.values()].map((tally) => ({ tally, ...numbersOf(tally, parameters) }));
  const selected = [
    ...list.map(({ tally, numbers }, index) => `(${tallyQuery(tally, numbers, parameters)}) as t${index}`),
    ...more,
  ];
  const before = [...ctes].map(([name, query]) => `${name} as materialized (${query})`);
  return {
    text: `${before.length > 0 ? `with ${before.join(", ")} ` : ""}select ${selected.join(", ")}`,
    parameters,
    read(row) {
      const answers: Counted[][] = counts.map(() => []);
      for (const [index, { tally, at }] of list.entries())
        readTally(tally, at, row[`t${index}`] as Line[], answers);
      return answers;
    },
  };
}

/**
 * One group in the result of a query: the result of grouping(), the values of the grouping columns, and the numbers.
 */
type Line = [number, (string | null)[], ...number[]];

/**
 * Builds the aggregate expressions of one query, without duplicates. `at` has, for each count, the index of its
 * expression in `numbers`.
 */
function numbersOf({ source, counts }: Tally, parameters: Parameters): { numbers: string[]; at: number[] } {
  const texts = new Map<string, string>();
  const textOf = (value: string) => {
    const known = texts.get(value) ?? parameters.add(value, "text");
    texts.set(value, known);
    return known;
  };
  const all = counts.map(({ count, set }) => {
    const plain = Object.entries(count.where).map(
      ([name, value]) => `${source.column(name)} = ${textOf(value)}`,
    );
    const condition = [source.condition(set.where), ...plain].join(" and ");
    const total = set.sum ? `sum(${source.column(set.sum)})` : source.count;
    return `${total} filter (where ${condition})`;
  });
  const numbers = [...new Set(all)];
  return { numbers, at: all.map((number) => numbers.indexOf(number)) };
}

/**
 * Builds the query for all counts in one source (table and filters). The query first reduces the rows to one row per
 * combination of the columns' values, and then groups these rows by each set of columns. So a large table is read and
 * hashed only once.
 */
function tallyQuery(
  { source, right, columns, counts }: Tally,
  numbers: readonly string[],
  parameters: Parameters,
): string {
  const sets = [...new Set(counts.map(({ count }) => grouping(columns, count.by)))];
  const list = (parts: readonly string[]) => parts.join(", ");
  const keys = columns.map((_, at) => `k${at}`);
  const ns = numbers.map((_, at) => `n${at}`);
  const combined = `select ${list([
    ...columns.map((name, at) => `${source.column(name)}::text as k${at}`),
    ...numbers.map((number, at) => `${number} as n${at}`),
  ])} from ${source.from} where ${source.where()}${keys.length > 0 ? ` group by ${list(keys)}` : ""}`;
  const mask = keys.length > 0 ? `grouping(${list(keys)})` : "0";
  const groups = sets.map((one) => `(${list(one.map((at) => `k${at}`))})`);
  const query = `select coalesce(json_agg(json_build_array(mask, keys, ${list(ns)})), '[]')
    from (select ${mask} as mask, array[${list(keys)}]::text[] as keys, ${list(ns.map((n) => `coalesce(sum(${n}), 0)::float8 as ${n}`))}
      from (${combined}) c group by grouping sets (${list(groups)})) g`;
  return right === undefined
    ? query
    : `select case when (select private.caller_has_right(${parameters.add(right, "text")})) then (${query}) else '[]' end`;
}

/**
 * Cache of the positions of grouping columns. Returns the same array object for the same positions, so that a Set
 * removes duplicates.
 */
const groupings = new Map<string, number[]>();
function grouping(columns: readonly string[], by: readonly string[]): number[] {
  const places = by.map((name) => columns.indexOf(name)).sort((a, b) => a - b);
  const key = places.join(",");
  const known = groupings.get(key) ?? places;
  groupings.set(key, known);
  return known;
}

function readTally(
  { columns, counts }: Tally,
  at: readonly number[],
  lines: readonly Line[],
  answers: Counted[][],
): void {
  for (const [mask, keys, ...numbers] of lines) {
    counts.forEach(({ place, count }, index) => {
      // `mask` has one bit per column, the first column in the highest bit. A bit is 1 if the line is not grouped by
      // the column.
      const wanted = columns.reduce((bits, name) => bits * 2 + (count.by.includes(name) ? 0 : 1), 0);
      if (wanted !== mask) return;
      answers[place]?.push({
        values: count.by.map((name) => keys[columns.indexOf(name)] ?? null),
        value: numbers[at[index] ?? 0] ?? 0,
      });
    });
  }
}
