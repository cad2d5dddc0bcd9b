/** Converts the answer to an Explore question to a chart with bars or lines, or to a table for a slide. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { DrawnChart, DrawnFigure } from "../../charts/figures/figures.ts";
import type { Question } from "../question/question.ts";
import { isPeriod } from "../question/question-fields.ts";
import type { AnswerCell, AnswerTable } from "./answer-table-model.ts";
import { isAdditive } from "./answer-table-model.ts";

/** Maximum number of series whose colours are distinguishable. */
export const mostSeries = 8;

/** Key of the series with the sums of all columns that don't have a series of their own. */
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

/** Content of a drawing: groups along its axis, and series. */
interface Sides {
  groups: Member[];
  series: Series[];
  /** True if the series are successive periods. */
  isTime: boolean;
}

const rowMembers = ({ rows }: AnswerTable): Member[] =>
  rows.map(({ id, labels }) => ({ key: id, label: labels.join(" · ") || "All" }));

const columnMembers = ({ columns }: AnswerTable): Member[] =>
  columns.map(({ id, label }) => ({ key: id, label }));

/**
 * Makes a group of each row and a series of each column. The keys of the series are their labels, because series with
 * certain labels have fixed colours.
 */
function byRows({ question, table }: Asked): Sides {
  const { rows, columns } = table;
  const groups = rowMembers(table);
  if (question.columns === null) {
    const cells = rows.map(({ total }) => total);
    return { groups, series: [{ key: "value", label: table.title, cells }], isTime: false };
  }
  const isTime = isPeriod(question.columns);
  const series = columns.map(({ label }, at) => ({
    key: label,
    label,
    cells: rows.map((row) => row.cells[at]),
  }));
  return { groups, isTime, series: fewSeries(series, { question, table, isTime }) };
}

/**
 * Makes the drawing of a question without row fields. The answer to such a question has only totals: one total per
 * column, or a single total if the question has no column field.
 */
function ofTotals({ question, table }: Asked): Sides {
  const isSingle = question.columns === null;
  return {
    groups: isSingle ? [{ key: "all", label: "All" }] : columnMembers(table),
    series: [{ key: "value", label: table.title, cells: isSingle ? [table.total] : table.totals }],
    isTime: false,
  };
}

/** Makes a group of each column, and a series of each of the first `mostSeries` rows. */
function byColumns({ table }: Asked): Sides {
  const series = table.rows.slice(0, mostSeries).map(({ labels, cells }) => {
    const label = labels.join(" · ") || "All";
    return { key: label, label, cells };
  });
  return { groups: columnMembers(table), series, isTime: false };
}

/**
 * Limits the number of series to `mostSeries`. If the series are periods, keeps the last periods; otherwise, keeps the
 * series with the greatest totals. If the numbers can be added, one of the `mostSeries` places goes to a series with
 * the sums of all dropped series, so that the values of a row still add up to its total.
 */
function fewSeries(
  all: readonly Series[],
  { question, table, isTime }: Pick<Asked, "question" | "table"> & { isTime: boolean },
): Series[] {
  if (all.length <= mostSeries) return [...all];
  const size = (at: number) => table.totals[at]?.value ?? 0;
  const places = all.map((_, at) => at);
  const byImportance = isTime ? places.reverse() : places.sort((one, other) => size(other) - size(one));
  const canAdd = isAdditive(question);
  const kept = new Set(byImportance.slice(0, canAdd ? mostSeries - 1 : mostSeries));
  const shown = all.filter((_, at) => kept.has(at));
  if (!canAdd) return shown;
  const columns = table.columns.filter((_, at) => !kept.has(at));
  const left = all.filter((_, at) => !kept.has(at));
  const rest: Series = {
    key: restSeries,
    label: isTime ? `Before ${shown[0]?.label}` : `${left.length} others`,
    cells: table.rows.map(({ total }, row) => ({
      value: left.reduce((sum, { cells }) => sum + (cells[row]?.value ?? 0), 0),
      text: "",
      filter: { all: [total.filter, { any: columns.map(({ filter }) => filter) }] },
    })),
  };
  return isTime ? [rest, ...shown] : [...shown, rest];
}

/**
 * Rounds a value for the drawing, because a large amount with decimals takes too much space. Fractions are drawn as
 * percentages.
 */
function drawnValue({ isPercentage }: AnswerTable, value: number): number {
  const drawn = isPercentage ? value * 100 : value;
  return Math.abs(drawn) >= 1000 ? Math.round(drawn) : Math.round(drawn * 10) / 10;
}

function sidesOf(asked: Asked, shape: "bars" | "lines"): Sides {
  const { rows, columns } = asked.question;
  if (rows.length === 0) return ofTotals(asked);
  return shape === "lines" && columns !== null ? byColumns(asked) : byRows(asked);
}

export function answerChart(asked: Asked, shape: "bars" | "lines"): DrawnChart {
  const { question } = asked;
  const { groups, series, isTime } = sidesOf(asked, shape);
  const order = groups.map((_, at) => at);
  // The points of a line are in chronological order, even if the rows are ranked by value.
  if (shape === "lines" && question.columns === null && isPeriod(question.rows[0] ?? ""))
    order.sort((one, other) => (groups[one]?.key ?? "").localeCompare(groups[other]?.key ?? ""));
  const figures = order.flatMap((at) =>
    series.flatMap(({ key, cells }): DrawnFigure[] => {
      const cell = cells[at];
      if (!cell || cell.value === null) return [];
      const value = drawnValue(asked.table, cell.value);
      return [{ ...figureOf(asked, cell), group: groups[at]?.key ?? "", series: key, value }];
    }),
  );
  const isStacked = isAdditive(question) && series.length > 1 && figures.every(({ value }) => value >= 0);
  return {
    ...frame(asked),
    shape: shape === "lines" ? "lines" : isStacked ? "stacked" : "bars",
    periods: isTime,
    groups: order.flatMap((at) => groups[at] ?? []),
    series: series.map(({ key, label }) => ({ key, label })),
    figures,
    overlapping: !isAdditive(question),
  };
}

/** Returns the number of series in the table that a chart with bars or lines leaves out. */
export function leftOutSeries(
  { question, table }: Asked,
  chart: DrawnChart,
  shape: "bars" | "lines",
): number {
  const isComplete =
    question.columns === null ||
    question.rows.length === 0 ||
    chart.series.some(({ key }) => key === restSeries);
  const members = shape === "lines" ? table.rows : table.columns;
  return isComplete ? 0 : Math.max(0, members.length - chart.series.length);
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
  unit: table.isShare || table.isPercentage ? "%" : table.title,
  dimensions: [],
});
