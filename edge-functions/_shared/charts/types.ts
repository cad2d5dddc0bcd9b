/**
 * What the chart calls answer (spec section 7): figures that name the list behind them.
 *
 * A dashboard is one call and one round trip. Every figure is a count or sum over rows of one record type in the
 * caller's scope; `drill` opens exactly those rows, so a list's total equals the number that was clicked.
 */

/** The four chart calls, `POST /charts/<name>`. */
export type DashboardName = "main-dashboard" | "form-5" | "form-7" | "form-11";

/** The filters of every chart call; empty ones are left out. A list means any of its values. */
export interface ChartFilters {
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

/** Opens the rows behind a figure: the screen's route, and the body fields that its list is filtered by. */
export interface Drill {
  /** Route of the record screen, e.g. "ARBO_Masterlist". */
  route: string;
  /** Path of its list call, e.g. "arbo-masterlist". */
  path: string;
  /** Plain filters of the list call, e.g. `{ current_arbo_status: ["Operational"] }`. */
  filters: Record<string, string | number | (string | number)[]>;
  /** A set of rows that the database defines, e.g. "form-5.arbos_trained"; sent as the body field `figure`. */
  figure?: string;
}

/** One number of a chart. `group` and `series` are keys of the chart's groups and series. */
export interface Figure {
  group: string;
  series: string;
  value: number;
  /** Missing where the figure counts something that is no row of a list (then `Chart.help` says what). */
  drill?: Drill;
}

/** How a chart is drawn when the reader has not asked for its table. */
export type ChartShape = "numbers" | "bars" | "stacked" | "donut";

export interface Chart {
  key: string;
  title: string;
  /** The definition of the figures, in words. */
  help: string;
  shape: ChartShape;
  /** What is counted: "ARBOs", "participants", "units". */
  unit: string;
  groups: { key: string; label: string }[];
  series: { key: string; label: string }[];
  /** In the order of groups, then series; a missing pair is zero. */
  figures: Figure[];
}

/** `data` of a chart call. */
export interface Dashboard {
  name: DashboardName;
  charts: Chart[];
}
