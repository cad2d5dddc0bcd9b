/** The answer to a question as a chart: bars or lines, or a table for slides. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { DrawnChart, DrawnFigure } from "../charts/figures/figures.ts";
import type { AnswerCell, AnswerTable } from "./answer-table-model.ts";
import { isAdditive } from "./answer-table-model.ts";
import type { Question } from "./question.ts";
import { isPeriod } from "./question-fields.ts";

/** Maximum number of series that can be told apart by colour. */
export const mostSeries = 8;

interface Member {
  key: string;
  label: string;
}

interface Asked {
  record: AnyRecord;
  question: Question;
  table: AnswerTable;
}

/** The parts of a table that a drawing shows: members of both sides, and a function that finds their cell. */
interface Sides {
  groups: Member[];
  series: Member[];
  cellOf: (group: number, series: number) => AnswerCell | undefined;
}

const rowMembers = ({ rows }: AnswerTable): Member[] =>
  rows.map(({ id, labels }) => ({ key: id, label: labels.join(" · ") || "All" }));

/** Series are named by their labels, because some labels have a colour of their own on all charts. */
const columnMembers = ({ columns }: AnswerTable): Member[] =>
  columns.map(({ label }) => ({ key: label, label }));

const valueMember = ({ title }: AnswerTable): Member[] => [{ key: "value", label: title }];

/** Groups are the rows, and series are the columns. */
function byRows(table: AnswerTable): Sides {
  const hasColumns = table.columnLabel !== null;
  return {
    groups: rowMembers(table),
    series: hasColumns ? columnMembers(table) : valueMember(table),
    cellOf: (group, series) => {
      const row = table.rows[group];
      return hasColumns ? row?.cells[series] : row?.total;
    },
  };
}

/** Groups are the columns, and series are the rows. */
const byColumns = (table: AnswerTable): Sides => ({
  groups: columnMembers(table),
  series: rowMembers(table).map(({ label }) => ({ key: label, label })),
  cellOf: (group, series) => table.rows[series]?.cells[group],
});

/** Returns the positions of the series that are drawn: the last periods, or the greatest of the others. */
function drawnSeries(sides: Sides, totals: readonly AnswerCell[], isTime: boolean): number[] {
  const all = sides.series.map((_, at) => at);
  if (all.length <= mostSeries) return all;
  if (isTime) return all.slice(-mostSeries);
  const size = (at: number) => totals[at]?.value ?? 0;
  return [...all]
    .sort((one, other) => size(other) - size(one))
    .slice(0, mostSeries)
    .sort((one, other) => one - other);
}

/** Large amounts are rounded to whole numbers, because their decimals would fill the drawing. */
const drawnValue = (value: number): number =>
  Math.abs(value) >= 1000 ? Math.round(value) : Math.round(value * 10) / 10;

export function answerChart(asked: Asked, shape: "bars" | "lines"): DrawnChart {
  const { question, table } = asked;
  const { columns, rows } = question;
  const isTurned = shape === "lines" && columns !== null;
  const sides = isTurned ? byColumns(table) : byRows(table);
  const isTime = !isTurned && columns !== null && isPeriod(columns);
  const totals = isTurned ? table.rows.map(({ total }) => total) : table.totals;
  const shown = isTurned
    ? sides.series.map((_, at) => at).slice(0, mostSeries)
    : drawnSeries(sides, totals, isTime);
  const series = shown.flatMap((at) => sides.series[at] ?? []);
  const order = sides.groups.map((_, at) => at);
  // A line runs through time, even if the rows are ranked by value.
  if (shape === "lines" && !isTurned && rows[0] !== undefined && isPeriod(rows[0]))
    order.sort((one, other) => (sides.groups[one]?.key ?? "").localeCompare(sides.groups[other]?.key ?? ""));
  const figures = order.flatMap((group) =>
    shown.flatMap((at): DrawnFigure[] => {
      const cell = sides.cellOf(group, at);
      if (!cell || cell.value === null) return [];
      const [groupKey, seriesKey] = [sides.groups[group]?.key ?? "", sides.series[at]?.key ?? ""];
      return [
        { ...figureOf(asked, cell), group: groupKey, series: seriesKey, value: drawnValue(cell.value) },
      ];
    }),
  );
  const isStacked = isAdditive(question) && series.length > 1 && figures.every(({ value }) => value >= 0);
  return {
    ...frame(asked),
    shape: shape === "lines" ? "lines" : isStacked ? "stacked" : "bars",
    periods: isTime,
    groups: order.flatMap((at) => sides.groups[at] ?? []),
    series,
    figures,
    overlapping: !isAdditive(question),
  };
}

/** Returns the whole table with its totals, as a slide shows it. */
export function tableChart(asked: Asked): DrawnChart {
  const { table } = asked;
  const total = { key: "\u0000total", label: table.totalLabel };
  const hasColumns = table.columnLabel !== null;
  const columns = hasColumns ? table.columns.map(({ id, label }) => ({ key: id, label })) : [];
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
  unit: table.isShare ? "%" : table.title,
  dimensions: [],
});
