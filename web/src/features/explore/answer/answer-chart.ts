/** Converts the result of an Explore query to a chart, or to a table for a slide. */
import type { GroupKey } from "#shared/explore/cell-filter.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { type Month, months } from "#shared/rules/periods.ts";
import type { DrawnChart, DrawnFigure } from "../../charts/figures/figures.ts";
import type { Question } from "../question/question.ts";
import { isPeriod } from "../question/question-fields.ts";
import type { AnswerCell, AnswerTable } from "./answer-table-model.ts";
import { isAdditive } from "./answer-table-model.ts";

/** Maximum number of series whose colours are distinguishable. */
const mostSeries = 8;

/** Key of the series that sums up all columns without a series of their own. */
export const restSeries = "\u0000rest";

interface Member {
  key: string;
  label: string;
}

interface Asked {
  record: AnyRecord;
  question: Question;
  table: AnswerTable;
}

/** A series with one cell per group, in the order of the groups. */
interface Series extends Member {
  cells: (AnswerCell | undefined)[];
}

/** Content of a drawing: the groups along its axis, and the series with their values. */
interface Sides {
  groups: Member[];
  series: Series[];
  /** True if the series are successive periods. */
  isTime: boolean;
  /** True if the values of one series in several groups can be added. */
  canAddGroups: boolean;
  /** True if the values of several series in one group can be added. */
  canAddSeries: boolean;
}

const rowMembers = ({ rows }: AnswerTable): Member[] =>
  rows.map(({ id, labels }) => ({ key: id, label: labels.join(" · ") || "All" }));

const columnMembers = ({ columns }: AnswerTable): Member[] =>
  columns.map(({ id, label }) => ({ key: id, label }));

/**
 * Returns whether values of several rows, or of several columns, can be added. Numbers of different units are never
 * added; nor are percentages of different totals.
 */
function addableOf({ question, table }: Asked): { rows: boolean; columns: boolean } {
  const isSum = isAdditive(question) && table.mixedUnits === undefined;
  return { rows: isSum && table.share !== "row", columns: isSum && table.share !== "column" };
}

/**
 * Makes a group of each row and a series of each column. The labels are the keys of the series, because some labels
 * have fixed colours.
 */
function byRows(asked: Asked): Sides {
  const { record, question, table } = asked;
  const { rows, columns } = table;
  const groups = rowMembers(table);
  const addable = addableOf(asked);
  const sides = { groups, canAddGroups: addable.rows, canAddSeries: addable.columns };
  if (question.columns === null) {
    const cells = rows.map(({ total }) => total);
    return { ...sides, series: [{ key: "value", label: table.title, cells }], isTime: false };
  }
  const isTime = isPeriod(record, question.columns);
  const series = columns.map(({ label }, at) => ({
    key: label,
    label,
    cells: rows.map((row) => row.cells[at]),
  }));
  return { ...sides, isTime, series: fewSeries(series, { table, isTime, canAdd: addable.columns }) };
}

/** Makes the drawing of a query without row fields, whose result has only totals: one per column, or a single total. */
function ofTotals(asked: Asked): Sides {
  const { question, table } = asked;
  const isSingle = question.columns === null;
  return {
    groups: isSingle ? [{ key: "all", label: "All" }] : columnMembers(table),
    series: [{ key: "value", label: table.title, cells: isSingle ? [table.total] : table.totals }],
    isTime: false,
    canAddGroups: addableOf(asked).columns,
    canAddSeries: false,
  };
}

/** Makes a group of each column, and a series of each of the first `mostSeries` rows. */
function byColumns(asked: Asked): Sides {
  const { table } = asked;
  const series = table.rows.slice(0, mostSeries).map(({ labels, cells }) => {
    const label = labels.join(" · ") || "All";
    return { key: label, label, cells };
  });
  const addable = addableOf(asked);
  return {
    groups: columnMembers(table),
    series,
    isTime: false,
    canAddGroups: addable.columns,
    canAddSeries: addable.rows,
  };
}

/**
 * Reduces the series to at most `mostSeries`: the last periods, or the series with the greatest totals. If values can
 * be added, one series sums up all dropped series, so that the total of each group stays correct.
 * @param canAdd True if the values of several series in one group can be added.
 */
function fewSeries(
  all: readonly Series[],
  { table, isTime, canAdd }: { table: AnswerTable; isTime: boolean; canAdd: boolean },
): Series[] {
  if (all.length <= mostSeries) return [...all];
  const size = (at: number) => table.columns[at]?.total ?? 0;
  const places = all.map((_, at) => at);
  const byImportance = isTime ? places.reverse() : places.sort((one, other) => size(other) - size(one));
  const kept = new Set(byImportance.slice(0, canAdd ? mostSeries - 1 : mostSeries));
  const shown = all.filter((_, at) => kept.has(at));
  if (!canAdd) return shown;
  const columns = table.columns.filter((_, at) => !kept.has(at));
  const left = all.filter((_, at) => !kept.has(at));
  const rest: Series = {
    key: restSeries,
    label: isTime ? `Before ${shown[0]?.label}` : `${left.length} others`,
    cells: table.rows.map(({ total }, row) => ({
      value: sumOfKnown(left.map(({ cells }) => cells[row]?.value ?? null)),
      text: "",
      filter: { all: [total.filter, { any: columns.map(({ filter }) => filter) }] },
    })),
  };
  return isTime ? [rest, ...shown] : [...shown, rest];
}

/** Returns the sum of the known values; null if no value is known. */
function sumOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null;
}

/** Rounds a value for the drawing, where decimals take too much space. Converts a fraction to percent. */
function drawnValue({ isPercentage }: AnswerTable, value: number): number {
  const drawn = isPercentage ? value * 100 : value;
  return Math.abs(drawn) >= 1000 ? Math.round(drawn) : Math.round(drawn * 10) / 10;
}

function sidesOf(asked: Asked, shape: "bars" | "lines"): Sides {
  const { rows, columns } = asked.question;
  if (rows.length === 0) return ofTotals(asked);
  return shape === "lines" && columns !== null ? byColumns(asked) : byRows(asked);
}

/** Returns a key for sorting rows by time. Months have the order of the year, and rows without a period come last. */
const timeOf = (keys: readonly GroupKey[]): string =>
  keys
    .map((key) => {
      const month = months.indexOf(key as Month);
      return month >= 0 ? String(month).padStart(2, "0") : (key?.toString() ?? "\uffff");
    })
    .join("\u0000");

export function answerChart(asked: Asked, shape: "bars" | "lines"): DrawnChart {
  const { record, question, table } = asked;
  const { groups, series, isTime, canAddGroups, canAddSeries } = sidesOf(asked, shape);
  const order = groups.map((_, at) => at);
  // The points of a line are in chronological order, even if the rows are ranked by value.
  if (shape === "lines" && question.columns === null && isPeriod(record, question.rows[0] ?? "")) {
    const times = table.rows.map(({ keys }) => timeOf(keys));
    order.sort((one, other) => ((times[one] ?? "") < (times[other] ?? "") ? -1 : 1));
  }
  const figures = order.flatMap((at) =>
    series.flatMap(({ key, cells }): DrawnFigure[] => {
      const cell = cells[at];
      if (!cell || cell.value === null) return [];
      const value = drawnValue(table, cell.value);
      return [{ ...figureOf(asked, cell), group: groups[at]?.key ?? "", series: key, value }];
    }),
  );
  const isStacked = canAddSeries && series.length > 1 && figures.every(({ value }) => value >= 0);
  return {
    ...frame(asked),
    shape: shape === "lines" ? "lines" : isStacked ? "stacked" : "bars",
    periods: isTime,
    groups: order.flatMap((at) => groups[at] ?? []),
    series: series.map(({ key, label }) => ({ key, label })),
    figures,
    overlapping: !canAddGroups,
    hasGaps: true,
  };
}

/** Returns a sentence that states how many series the chart leaves out; null if the chart shows all. */
export function shownSeries(
  { question, table }: Asked,
  chart: DrawnChart,
  shape: "bars" | "lines",
): string | null {
  const isComplete =
    question.columns === null ||
    question.rows.length === 0 ||
    chart.series.some(({ key }) => key === restSeries);
  const all = (shape === "lines" ? table.rows : table.columns).length;
  return isComplete || all <= chart.series.length
    ? null
    : `The chart shows ${chart.series.length} of ${all} series. The table of this question shows all.`;
}

/** Returns the whole table with its totals, as a slide shows it. */
export function tableChart(asked: Asked): DrawnChart {
  const { table } = asked;
  const total = { key: "\u0000total", label: table.totalLabel };
  const hasColumns = table.columnLabel !== null;
  const columns = hasColumns ? columnMembers(table) : [];
  const series = [...columns, hasColumns ? total : { ...total, label: table.title }];
  const lines = [
    ...table.rows.map(({ id, labels, cells, total: sum }) => ({
      key: id,
      label: labels.join(" · "),
      cells,
      sum,
    })),
    { ...total, cells: table.totals, sum: table.total },
  ];
  return {
    ...frame(asked),
    unit: table.rowLabels.join(" · ") || table.title,
    shape: "bars",
    groups: lines.map(({ key, label }) => ({ key, label })),
    series,
    figures: lines.flatMap(({ key: group, cells, sum }) =>
      [...(hasColumns ? cells : []), sum].map((cell, at) => ({
        ...figureOf(asked, cell),
        group,
        series: series[at]?.key ?? "",
        value: cell.value ?? 0,
      })),
    ),
    overlapping: true,
  };
}

const figureOf = ({ record, question: { value } }: Asked, cell: AnswerCell) => ({
  text: cell.text,
  drill: {
    route: record.route,
    path: record.path,
    filters: {},
    filter: cell.filter,
    ...(value.kind === "sum" && value.field !== undefined ? { sum: value.field } : {}),
  },
});

const frame = ({ table }: Asked) => ({
  key: "exploration",
  title: table.title,
  help: `${table.title} by ${[...table.rowLabels, table.columnLabel].filter(Boolean).join(", ")}.`,
  unit: table.share || table.isPercentage ? "%" : table.title,
  dimensions: [],
});
