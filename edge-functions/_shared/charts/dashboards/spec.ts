/**
 * Types and helpers for the descriptions of charts. A chart consists of cells. A cell names the set of rows to count,
 * the columns to group them by, and its position on the axes. Each number of a chart, and the list of the rows behind
 * the number, are derived from its cell.
 */
import type { FigureKey } from "../figures/index.ts";
import type { ChartSeries, ChartShape, DashboardName } from "../figures/types.ts";

export interface Labelled {
  key: string;
  label: string;
}

/**
 * Position of a cell on an axis: a fixed position, the value of a column, or a place. The columns of a place are the
 * region, the region and province, or the region, province and municipality.
 */
export type Axis = ChartSeries | { column: string } | { places: readonly string[] };

export interface Cells {
  set: FigureKey;
  /**
   * Required values by column. Rows of `set` with other values are not counted, and are not in the list that the number
   * opens.
   */
  where?: Readonly<Record<string, string>>;
  group: Axis;
  series: Axis;
}

export interface ChartSpec {
  key: string;
  title: string;
  help: string;
  shape: ChartShape;
  unit: string;
  cells: readonly Cells[];
  /** Groups and series that the chart always shows, even if their figures are zero. */
  groups?: Known;
  series?: Known;
  /**
   * True if the groups have a fixed order, such as the IT-EASY levels. Otherwise, the group with the largest figure is
   * first.
   */
  inOrder?: true;
  /**
   * True if figures of different groups must not be added, because a record may be in several groups or each group has
   * its own unit.
   */
  overlapping?: true;
  /**
   * Maximum number of groups in the chart, which shows those with the largest figures. Ignored if a filter names a
   * region or province.
   */
  largest?: number;
  /** Right that a user needs to see the figures. */
  right?: string;
}

export interface Known {
  /** The values with their labels. If `values` is absent, `list` can name a dropdown list with the values. */
  values?: readonly Labelled[];
  list?: string;
  /** Label of the group for rows without a value. */
  empty?: string;
}

export interface DashboardSpec {
  name: DashboardName;
  charts: readonly ChartSpec[];
}

export const count: Labelled = { key: "count", label: "Number" };

/** Creates one cell per entry. An entry has a label and the set of rows that its cell counts. */
export const numbers = (entries: readonly (Labelled & { set: FigureKey })[]): Cells[] =>
  entries.map(({ set, ...group }) => ({ set, group, series: count }));

/** Creates one cell per value of a column. */
export const byColumn = (set: FigureKey, column: string, series: Labelled = count): Cells => ({
  set,
  group: { column },
  series,
});

const levels = [
  { key: "region", label: "region", places: ["region_name"] },
  { key: "province", label: "province", places: ["region_name", "province_name"] },
  { key: "municipality", label: "municipality", places: ["region_name", "province_name", "muncity_name"] },
] as const;

/** Maximum number of municipalities in a chart, because users can't compare those of the whole country. */
const largestMunicipalities = 50;

/**
 * Creates three charts with the given series: by region, by province and by municipality. In a stacked chart, series
 * with the same unit must be parts of one whole.
 */
export function byPlaces(
  spec: Omit<ChartSpec, "cells" | "shape">,
  series: readonly (ChartSeries & { set: FigureKey })[],
  shape: ChartShape = "stacked",
): ChartSpec[] {
  return levels.map(({ key, label, places }) => ({
    ...spec,
    key: `${spec.key}_by_${key}`,
    title: `${spec.title} by ${label}`,
    shape,
    cells: series.map(({ set, ...one }) => ({ set, group: { places }, series: one })),
    ...(key === "municipality"
      ? {
          largest: largestMunicipalities,
          help: `${spec.help} If no region or province is chosen, only the ${largestMunicipalities} municipalities with the largest figures are shown.`,
        }
      : {}),
  }));
}

export const outcomeSeries = [
  { key: "target", label: "Target" },
  { key: "accomplished", label: "Accomplished" },
  { key: "matched", label: "Matched" },
  { key: "unmet", label: "Target without accomplishment" },
  { key: "unplanned", label: "Accomplishment without target" },
] as const;

const rowSets = [
  "targets",
  "accomplishments",
  "targets_matched",
  "targets_unmet",
  "accomplishments_unplanned",
] as const;

/**
 * Creates one cell per outcome, all in one group of the chart. Outcomes are targets, accomplishments, matched targets,
 * targets without accomplishment, and accomplishments without target.
 */
export const rowOutcomes = (chart: "form-5" | "form-7" | "form-11", group: Labelled): Cells[] =>
  outcomeSeries.map((series, place) => ({ set: `${chart}.${rowSets[place] ?? "targets"}`, group, series }));

/** Help text for the charts of Forms 5, 7 and 11. Explains how accomplishments are matched with targets. */
export const outcomeHelp =
  "An accomplishment matches a target if both have the same form, ARBO and year (year reported, or else year funded), and the same project if both name one. " +
  "Matched counts the targets that an accomplishment matches. An ARBO or ARC is matched if at least one of its targets is matched. " +
  "Targets are annual, so filters by quarter and month apply only to accomplishments.";
