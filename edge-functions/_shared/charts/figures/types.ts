/**
 * Responses of the chart endpoints (spec section 7). One request returns a whole dashboard.
 *
 * Every figure is a count or sum over rows of one record type that the caller can see. Its link (`drill`) opens the
 * list of exactly these rows, so the total of the list equals the figure.
 */

/** The four chart endpoints, `POST /charts/<name>`. */
export const dashboardNames = ["main-dashboard", "form-5", "form-7", "form-11"] as const;
export type DashboardName = (typeof dashboardNames)[number];

/**
 * Filters of all chart endpoints. Empty filters are omitted. A list of values selects rows that have one of the values.
 */
export interface ChartFilters {
  /**
   * First year of a range of years, both ends included. The year of a row is the year reported, or else the year
   * funded.
   */
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

/** Value of a filter of a list endpoint. In an array, "" matches empty fields. */
export type FilterValue = string | number | (string | number)[];

/** Link to the list of the rows that a figure counts: the route of the screen, and the filters of its list. */
export interface Drill {
  /** Route of the record screen, such as "ARBO_Masterlist". */
  route: string;
  /** Path of the list endpoint, such as "arbo-masterlist". */
  path: string;
  /**
   * Filters of the list endpoint, such as `{ current_arbo_status: "Operational" }`. With `figure`, a client can add
   * chart filters that are not fields of the record. Such filters limit the activities from which the figure is
   * computed.
   */
  filters: Record<string, FilterValue>;
  /** Key of a set of rows, such as "form-5.arbos_trained"; sent as the body field `figure`. */
  figure?: string;
  /**
   * Column to add up. If set, the figure is the total of this column instead of the number of rows. The list endpoint
   * returns the total in `sums` if the body has `sums: [column]`.
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

/** Number of pending rows of a form, in total and per office. */
export interface FormToReview {
  label: string;
  noun: { one: string; many: string };
  /** Link to the form's list. A client adds the filters `review` and `unusual` to list the rows in a single number. */
  drill: Drill;
  /** Number of rows that wait for review. Excludes rows that were returned to their office. */
  to_review: number;
  /** Number of rows waiting for review that have an unusual value. */
  unusual: number;
  /** Number of waiting rows without an unusual value that the caller entered and may not approve. */
  own: number;
  returned: number;
  offices: {
    region_name: string | null;
    province_name: string | null;
    to_review: number;
    unusual: number;
    own: number;
    returned: number;
  }[];
}

/** Display of a chart. Users can also switch to a table. */
export type ChartShape = "numbers" | "bars" | "stacked" | "donut";

/** A group of a chart. For maps, a group that is a place has the names of its region, province and municipality. */
export interface ChartGroup {
  key: string;
  label: string;
  region_name?: string;
  province_name?: string;
  muncity_name?: string;
}

/** A series of a chart: one figure per group. */
export interface ChartSeries {
  key: string;
  label: string;
  /**
   * Unit of the series, such as "arbs". A stacked chart has one bar per unit, because amounts in different units are
   * never added.
   */
  counts?: string;
  /** True if the total in the chart's title excludes the series, such as the series of untrained participants. */
  rest?: boolean;
}

export interface Chart {
  key: string;
  title: string;
  /** Text that defines the figures of the chart. */
  help: string;
  shape: ChartShape;
  /** Name of the counted items: "ARBOs", "participants", "units". */
  unit: string;
  groups: ChartGroup[];
  series: ChartSeries[];
  /** Figures, sorted by group, then by series. Figures that are zero can be missing. */
  figures: Figure[];
  /**
   * True if figures of different groups must not be added, because a record may be in several groups or each group has
   * its own unit.
   */
  overlapping?: boolean;
  /** Number of groups that the chart omits, because their figures are too small. Absent if the chart has all groups. */
  omitted?: number;
  /** Names of the filters that apply to the chart. For example, filters by year do not apply to the masterlists. */
  dimensions: (keyof ChartFilters)[];
  /** Reason why the chart has no figures: the caller lacks the required right. Absent if the chart has figures. */
  withheld?: string;
}

/** Type of `data` in the response of a chart endpoint. */
export interface Dashboard {
  name: DashboardName;
  charts: Chart[];
}

/**
 * One row of the report that compares targets with accomplishments: a place, and one number per column. A column is
 * named `<group>_<series>`.
 */
export interface TargetReportRow {
  region_name: string | null;
  province_name: string | null;
  [column: string]: string | number | null;
}

/**
 * Type of `data` of `POST /api/targetaccompfme`. To open the list behind a number, clients add the place of the row to
 * the filters of the link. For a region or province that is null, clients send [""].
 */
export interface TargetReport {
  targetAccompDataRegion: TargetReportRow[];
  targetAccompDataProvince: TargetReportRow[];
  /** Contains one row, with the totals of all offices that the caller can see. */
  targetAccompDataCentral: TargetReportRow[];
  columns: { groups: { key: string; label: string }[]; series: { key: string; label: string }[] };
  /** Links to the lists of the rows that the numbers count, by column. */
  drills: Record<string, Drill>;
}

/** A work queue in `data` of `POST /api/work-queues`. Each part links to its list. `total` is the sum of the parts. */
export interface WorkQueue {
  key: string;
  label: string;
  help: string;
  total: number;
  /**
   * Parts of the queue. Empty for the queue of offices that have not reported, because a separate endpoint lists these
   * offices.
   */
  parts: { label: string; value: number; drill: Drill }[];
}
