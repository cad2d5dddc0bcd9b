/**
 * What the chart calls answer (spec section 7): figures that name the list behind them.
 *
 * A dashboard is one call and one round trip. Every figure is a count or sum over rows of one record type in the
 * caller's scope; `drill` opens exactly those rows, so a list's total equals the number that was clicked.
 */

/** The four chart calls, `POST /charts/<name>`. */
export const dashboardNames = ["main-dashboard", "form-5", "form-7", "form-11"] as const;
export type DashboardName = (typeof dashboardNames)[number];

/** The filters of every chart call; empty ones are left out. A list means any of its values. */
export interface ChartFilters {
  /** First and last year of the record (year reported, else year funded), both included. */
  year_from?: number;
  year_to?: number;
  year_funded?: number | number[];
  reporting_year?: number | number[];
  reporting_quarter?: string | string[];
  reporting_month?: string | string[];
  region_name?: string | string[];
  province_name?: string | string[];
  muncity_name?: string | string[];
  fund_source?: string | string[];
  psp_category?: string | string[];
  subpsp_abbreviation?: string | string[];
  arbo_id?: string | string[];
}

/** A value of a list filter. In a list, "" means that the field is empty. */
export type FilterValue = string | number | (string | number)[];

/** Opens the rows behind a figure: the screen's route, and the body fields that its list is filtered by. */
export interface Drill {
  /** Route of the record screen, e.g. "ARBO_Masterlist". */
  route: string;
  /** Path of its list call, e.g. "arbo-masterlist". */
  path: string;
  /**
   * Filters of the list call, e.g. `{ current_arbo_status: "Operational" }`. With a figure they may be filters of the
   * charts that are no field of the record: those narrow the records that the figure looks at.
   */
  filters: Record<string, FilterValue>;
  /** A set of rows that the database defines, e.g. "form-5.arbos_trained"; sent as the body field `figure`. */
  figure?: string;
  /**
   * The number is the total of this column over the list, not the number of its rows. The list call answers it under
   * `sums` when the body asks for `sums: [column]`.
   */
  sum?: string;
}

/** One number of a chart. `group` and `series` are keys of the chart's groups and series. */
export interface Figure {
  group: string;
  series: string;
  value: number;
  drill: Drill;
}

/** How a chart is drawn when the reader has not asked for its table. */
export type ChartShape = "numbers" | "bars" | "stacked" | "donut";

/** Places carry their names, for maps. */
export interface ChartGroup {
  key: string;
  label: string;
  region_name?: string;
  province_name?: string;
  muncity_name?: string;
}

/** One figure of each group. */
export interface ChartSeries {
  key: string;
  label: string;
  /** What it counts, such as "arbs". Stacked series of different units have a bar each; a unit is never added to another. */
  counts?: string;
  /** Part of the whole bar that the title doesn't count, such as those not trained. */
  rest?: boolean;
}

export interface Chart {
  key: string;
  title: string;
  /** The definition of the figures, in words. */
  help: string;
  shape: ChartShape;
  /** What is counted: "ARBOs", "participants", "units". */
  unit: string;
  groups: ChartGroup[];
  series: ChartSeries[];
  /** In the order of groups, then series; a missing pair is zero. */
  figures: Figure[];
  /** The figures of its groups must not be added: a record may be in several groups, or each group has its own unit. */
  overlapping?: boolean;
  /** The filters that the chart follows; the status of a masterlist follows no year, for example. */
  dimensions: (keyof ChartFilters)[];
  /** Why there are no figures: the caller's role may not see what they count. */
  withheld?: string;
}

/** `data` of a chart call. */
export interface Dashboard {
  name: DashboardName;
  charts: Chart[];
}

/** One row of the target-versus-accomplishment report: places, and a number for each column `<group>_<series>`. */
export interface TargetReportRow {
  region_name: string | null;
  province_name: string | null;
  [column: string]: string | number | null;
}

/** `data` of `POST /api/targetaccompfme`. A row's place is added to the filters of its drills (null as [""]). */
export interface TargetReport {
  targetAccompDataRegion: TargetReportRow[];
  targetAccompDataProvince: TargetReportRow[];
  /** One row: everything that the caller sees. */
  targetAccompDataCentral: TargetReportRow[];
  columns: { groups: { key: string; label: string }[]; series: { key: string; label: string }[] };
  /** By column. */
  drills: Record<string, Drill>;
}

/** One of `data` of `POST /api/work-queues`. Its total is the sum of its parts; each part opens its list. */
export interface WorkQueue {
  key: string;
  label: string;
  help: string;
  total: number;
  /** Empty for offices that have not reported, whose list is a call of its own. */
  parts: { label: string; value: number; drill: Drill }[];
}
