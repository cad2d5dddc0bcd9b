/**
 * How a chart is described: which sets its cells count, by which columns, and where they stand. Numbers and the lists
 * behind them follow from the description; nothing is counted that no list shows.
 */
import type { FigureKey } from "../figures/index.ts";
import type { ChartSeries, ChartShape, DashboardName } from "../figures/types.ts";

export interface Labelled {
  key: string;
  label: string;
}

/** A fixed place on an axis, or the value of one of the cell's columns; places are named by up to three columns. */
export type Axis = ChartSeries | { column: string } | { places: readonly string[] };

export interface Cells {
  set: FigureKey;
  /** More plain filters of the list, which the cell counts by. */
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
  /** Values that stand on the axis of groups (or series), also where nothing is counted under them. */
  groups?: Known;
  series?: Known;
  /** The groups have an order of their own, such as levels. Others stand by their figures, the largest first. */
  inOrder?: true;
  /** The figures of its groups must not be added: a record may be in several groups, or each group has its own unit. */
  overlapping?: true;
  /** Shows only so many groups, those with the largest figures, unless a filter names a region or province. */
  largest?: number;
  /** The right that the figures need. */
  right?: string;
}

export interface Known {
  /** Values with their labels, or a reference list whose choices they are. */
  values?: readonly Labelled[];
  list?: string;
  /** What an empty value is called. */
  empty?: string;
}

export interface DashboardSpec {
  name: DashboardName;
  charts: readonly ChartSpec[];
}

export const count: Labelled = { key: "count", label: "Number" };

/** Numbers that each have a name of their own. */
export const numbers = (entries: readonly (Labelled & { set: FigureKey })[]): Cells[] =>
  entries.map(({ set, ...group }) => ({ set, group, series: count }));

/** Each set by the values of one column. */
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

/** Municipalities of the whole country are too many to compare at a glance. */
const largestMunicipalities = 50;

/** A chart per level of place, with the same series; stacked, they are parts of one whole per unit. */
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
          help: `${spec.help} Without a region or province chosen, the ${largestMunicipalities} municipalities with the largest figures.`,
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

/** The same of the rows of a form, under one group. */
export const rowOutcomes = (chart: "form-5" | "form-7" | "form-11", group: Labelled): Cells[] =>
  outcomeSeries.map((series, place) => ({ set: `${chart}.${rowSets[place] ?? "targets"}`, group, series }));

/** The words for target, accomplished and matched, the same for every form. */
export const outcomeHelp =
  "An accomplishment meets a target when both are of the same form, the same ARBO and the same year (year reported, else year funded), and of the same project where both name one. " +
  "Matched counts the targets that an accomplishment meets; an ARBO or ARC is matched when at least one of its targets is. " +
  "Targets are annual: filters of quarter and month narrow accomplishments only.";
