/**
 * Responses of the chart endpoints (spec section 7). A dashboard is one request. Every figure is a count or sum over
 * rows of one record type in the caller's scope. Each figure has a link (`drill`) to the list of exactly the rows that
 * it counts, so the total of the list equals the figure.
 */

/** The four chart endpoints, `POST /charts/<name>`. */
export const dashboardNames = ["main-dashboard", "form-5", "form-7", "form-11"] as const;
export type DashboardName = (typeof dashboardNames)[number];

/**
 * Filters of all chart endpoints. Empty filters are left out. A filter with a list of values selects the rows that
 * have any of these values.
 */
export interface ChartFilters {
  /** First year (year reported, or else year funded). The range includes the first and last year. */
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

/** Value of a filter of a list endpoint. If the value is an array, "" in the array matches empty fields. */
export type FilterValue = string | number | (string | number)[];

/** Link to the rows behind a figure: the route of the screen, and the body fields that filter its list. */
export interface Drill {
  /** Route of the record screen, such as "ARBO_Masterlist". */
  route: string;
  /** Path of the list endpoint, such as "arbo-masterlist". */
  path: string;
  /**
   * Filters of the list endpoint, such as `{ current_arbo_status: "Operational" }`. If `figure` is set, there can also
   * be chart filters that are not fields of the record. Such filters limit the activities from which the figure is
   * computed.
   */
  filters: Record<string, FilterValue>;
  /** Key of a set of rows, such as "form-5.arbos_trained"; sent as the body field `figure`. */
  figure?: string;
  /**
   * If set, the figure is the total of this column instead of the number of rows. The list endpoint returns the total
   * in `sums` if the body has `sums: [column]`.
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

/** Pending rows of a form, in total and by office. */
export interface FormToReview {
  label: string;
  noun: { one: string; many: string };
  /**
   * Link to the form's list. Clients add the filters `review` and `unusual`, to list only the rows that one of the
   * numbers counts.
   */
  drill: Drill;
  /** Number of rows that wait for review. Returned rows do not wait. */
  to_review: number;
  /** Number of waiting rows with an unusual value. */
  unusual: number;
  returned: number;
  offices: {
    region_name: string | null;
    province_name: string | null;
    to_review: number;
    unusual: number;
    returned: number;
  }[];
}

/** Display of a chart. Users can also switch to a table. */
export type ChartShape = "numbers" | "bars" | "stacked" | "donut";

/**
 * A group of a chart. If the group is a place, it also has the names of its region, province and municipality, for
 * maps.
 */
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
   * Unit of the series, such as "arbs". Stacked series of different units get separate bars, because amounts in
   * different units are never added.
   */
  counts?: string;
  /** True if the total in the chart's title leaves out this series, such as participants who are not trained. */
  rest?: boolean;
}

export interface Chart {
  key: string;
  title: string;
  /** Definition of the figures, as text. */
  help: string;
  shape: ChartShape;
  /** Name of the counted items: "ARBOs", "participants", "units". */
  unit: string;
  groups: ChartGroup[];
  series: ChartSeries[];
  /** Figures, sorted by group and then by series. A missing pair of group and series means zero. */
  figures: Figure[];
  /**
   * True if figures of different groups must not be added: a record may be in several groups, or each group has its
   * own unit.
   */
  overlapping?: boolean;
  /**
   * Number of groups that the chart leaves out, because it has only the groups with the largest figures. Missing if the
   * chart has all groups.
   */
  omitted?: number;
  /** Filters that apply to the chart. Filters by year do not apply to the masterlists, for example. */
  dimensions: (keyof ChartFilters)[];
  /** Reason why there are no figures: the caller lacks the right that the chart requires. */
  withheld?: string;
}

/** Type of `data` in the response of a chart endpoint. */
export interface Dashboard {
  name: DashboardName;
  charts: Chart[];
}

/** One row of the target-versus-accomplishment report: place, and one number per column `<group>_<series>`. */
export interface TargetReportRow {
  region_name: string | null;
  province_name: string | null;
  [column: string]: string | number | null;
}

/**
 * Type of `data` of `POST /api/targetaccompfme`. To open the list behind a number, clients add the place of its row to
 * the filters of the link. If the region or province of the row is null, clients send [""] for it.
 */
export interface TargetReport {
  targetAccompDataRegion: TargetReportRow[];
  targetAccompDataProvince: TargetReportRow[];
  /** One row with the totals of everything that the caller can see. */
  targetAccompDataCentral: TargetReportRow[];
  columns: { groups: { key: string; label: string }[]; series: { key: string; label: string }[] };
  /** Links to the lists behind the numbers of each column. */
  drills: Record<string, Drill>;
}

/**
 * One work queue in `data` of `POST /api/work-queues`. `total` is the sum of the parts, and each part links to its
 * list.
 */
export interface WorkQueue {
  key: string;
  label: string;
  help: string;
  total: number;
  /**
   * Empty for the queue of offices that have not reported, because a separate endpoint returns the list of these
   * offices.
   */
  parts: { label: string; value: number; drill: Drill }[];
}
