/**
 * Subjects of figures: the record types whose rows are counted.
 *
 * Rows can have marks, which are computed true/false values. For example, `trained` is true for an ARBO with a
 * training. Conditions refer to a mark as `@mark`. The kind of the subject, such as `marked` or `outcome`, determines
 * the SQL of a mark. SQL and column names in this file are constants. Values of a request are never inserted into SQL.
 */
import type { ChartFilters } from "./types.ts";

export type ChartFilterName = keyof ChartFilters | "support_provided";

/** Data type of each filter's values. */
export const chartFilterTypes: Readonly<Record<ChartFilterName, "integer" | "text">> = {
  year_from: "integer",
  year_to: "integer",
  year_funded: "integer",
  reporting_year: "integer",
  reporting_quarter: "text",
  reporting_month: "text",
  region_name: "text",
  province_name: "text",
  muncity_name: "text",
  fund_source: "text",
  psp_category: "text",
  subpsp_abbreviation: "text",
  arbo_id: "text",
  support_provided: "text",
};

/** Filters by topic: place, programme (funding), reported period, and range of years. */
const place = ["region_name", "province_name", "muncity_name"] as const;
const programme = ["year_funded", "fund_source", "psp_category", "subpsp_abbreviation"] as const;
const period = ["reporting_year", "reporting_quarter", "reporting_month"] as const;
const years = ["year_from", "year_to"] as const;

interface Base {
  /** Path of the record type whose rows are counted. `route` is the route of the screen that lists them. */
  path: string;
  route: string;
  unit: string;
  /** Chart filters that are fields of the record type. */
  fields: readonly ChartFilterName[];
  /** SQL condition that selects the counted rows. If it is absent, all rows of the table are counted. */
  only?: string;
}

/**
 * ARBOs or ARCs with marks that are computed from their activities (private.activity_marks), such as `targeted` and
 * `trained`. Filters by year, quarter, month and programme select the activities.
 */
export interface MarkedSubject extends Base {
  kind: "marked";
  subject: "arbo" | "arc";
  /**
   * SQL that applies the filter `arbo_id` to a table without this column. `{condition}` is replaced by a comparison of
   * arbo_id with the values of the filter.
   */
  ofArbo?: string;
}

/**
 * Rows of a form in public.activities. The mark `matched` is true for a target with an accomplishment, and for an
 * accomplishment with a target, if the caller can see both rows. If a record type has no fields for the period, filters
 * use the period of the activity, such as the day of a training.
 */
export interface OutcomeSubject extends Base {
  kind: "outcome";
  form: string;
  side: "target" | "accomplishment" | "training";
  /**
   * Column names in public.activities and in the tables of counts, by field. Contains only fields whose column has a
   * different name.
   */
  renamed?: Readonly<Record<string, string>>;
}

/** Participants, with the marks `trained` (attended a training) and `programmed` (has a sub-PSP). */
export interface PeopleSubject extends Base {
  kind: "people";
}

/** Rows of a table or view that are counted without marks such as `trained` or `matched`. */
export interface PlainSubject extends Base {
  kind: "plain";
}

export type Subject = MarkedSubject | OutcomeSubject | PeopleSubject | PlainSubject;

/**
 * Chart filters that apply to a row's activities, by kind of subject. They remove no rows from the count. They limit
 * the activities from which a row's marks (yes/no properties such as `trained`) are computed. Filters on the row's own
 * fields (`fields` of the subject) do remove rows.
 */
export const markFilters = {
  marked: [...years, ...programme, ...period, "support_provided"],
  people: [...years, ...period],
} as const satisfies Record<string, readonly ChartFilterName[]>;

/** Filters by the year of a row, which is the year reported, or else the year funded. */
export const rowYears = years;

/**
 * Returns the column that a filter is compared with: `column` for a filter by range of years, or else the column with
 * the name of the filter.
 */
export const withYearsAs = (column: string, name: string): string =>
  rowYears.some((one) => one === name) ? column : name;

/** Filters by the period of an activity. */
export const activityPeriod = [...years, ...period] as const;

/** True if the counted rows have a column for the reported year. */
export const namesItsPeriod = ({ fields }: Base): boolean => fields.includes("reporting_year");

const form11 = {
  kind: "outcome",
  path: "form11-accomp",
  unit: "support records",
  form: "form-11",
  renamed: { support_provided: "kind", quantity_hard: "quantity" },
} as const;

export const subjects = {
  arbos: {
    kind: "marked",
    subject: "arbo",
    path: "arbo-masterlist",
    route: "ARBO_Masterlist",
    unit: "ARBOs",
    fields: [...place, "arbo_id"],
  },
  arcs: {
    kind: "marked",
    subject: "arc",
    path: "arc-masterlist",
    route: "ARC_Masterlist",
    unit: "ARCs",
    fields: place,
    // A filter by ARBO selects the ARC that the masterlist gives for the ARBO.
    ofArbo: "arc_id in (select a.arc_id from public.arbo_masterlist a where {condition})",
  },
  participants: {
    kind: "people",
    path: "participant",
    route: "Participants",
    unit: "participants",
    fields: [...place, ...programme, "arbo_id"],
  },
  form5Targets: {
    kind: "outcome",
    path: "form-5-annualtarget",
    route: "Form5AnnualTarget",
    unit: "targets",
    form: "form-5",
    side: "target",
    fields: [...place, ...programme, "reporting_year", "arbo_id"],
  },
  form5Accomplishments: {
    kind: "outcome",
    path: "form-5-accomp",
    route: "Form5Accomplishment",
    unit: "accomplishments",
    form: "form-5",
    side: "accomplishment",
    fields: [...place, ...programme, ...period, "arbo_id"],
  },
  form7Targets: {
    kind: "outcome",
    path: "form7-proddev",
    route: "Form7ProdDevTarget",
    unit: "targets",
    form: "form-7",
    side: "target",
    fields: [...place, ...programme, "reporting_year", "arbo_id"],
    renamed: { type_product: "kind" },
  },
  form7Accomplishments: {
    kind: "outcome",
    path: "form7-accomp",
    route: "Form7ProdDevAccomp",
    unit: "products",
    form: "form-7",
    side: "accomplishment",
    fields: [...place, ...programme, ...period, "arbo_id"],
    renamed: { type_product: "kind" },
  },
  form11Targets: {
    ...form11,
    route: "Form11Target",
    side: "target",
    only: "status = 'Target'",
    fields: [...place, ...programme, "reporting_year", "arbo_id", "support_provided"],
  },
  form11Accomplishments: {
    ...form11,
    route: "Form11Accomp",
    side: "accomplishment",
    only: "status is distinct from 'Target'",
    fields: [...place, ...programme, ...period, "arbo_id", "support_provided"],
  },
  marketingTargets: {
    kind: "outcome",
    path: "arbo-marketing-target",
    route: "ARBO_MarketingAnnualTarget",
    unit: "targets",
    form: "marketing",
    side: "target",
    fields: [...place, ...programme, "reporting_year", "arbo_id"],
  },
  marketingAssistance: {
    kind: "outcome",
    path: "arb-marketing-assistance-monitoring",
    route: "ARBO_MarketingAssistanceReport",
    unit: "reports",
    form: "marketing",
    side: "accomplishment",
    fields: [...place, ...programme, ...period, "arbo_id"],
  },
  form10Accomplishments: {
    kind: "outcome",
    path: "form-10",
    route: "Form10",
    unit: "accomplishments",
    form: "form-10",
    side: "accomplishment",
    fields: [...place, ...programme, ...period, "arbo_id"],
  },
  trainings: {
    kind: "outcome",
    path: "arbo-training",
    route: "ARBO_Training",
    unit: "trainings",
    form: "training",
    side: "training",
    fields: place,
  },
  farmSupport: {
    kind: "plain",
    path: "form11-farm-info",
    route: "Form11FarmInfo",
    unit: "farm records",
    fields: [...place, ...programme, ...period, "arbo_id", "support_provided"],
  },
  machines: {
    kind: "plain",
    path: "fme-inventory-table",
    route: "FME_Inventory",
    unit: "machines",
    fields: place,
  },
} as const satisfies Record<string, Subject>;

export type SubjectName = keyof typeof subjects;

export const subjectNamed = (name: SubjectName): Subject => subjects[name];
