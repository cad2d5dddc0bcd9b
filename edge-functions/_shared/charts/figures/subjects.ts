/**
 * What figures count: records of one type each, with the marks that tell one row from another. A mark is named in a
 * figure's condition as `@mark`; how it becomes SQL, in a chart and in the list behind it, follows from the subject's kind.
 * Column names and SQL here are the product's own; values of a request never enter them.
 */
import type { ChartFilters } from "./types.ts";

export type ChartFilterName = keyof ChartFilters | "support_provided";

/** What the values of each filter are. */
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

/** Filters of a place, and of what a row was funded by and reported for. */
const place = ["region_name", "province_name", "muncity_name"] as const;
const programme = ["year_funded", "fund_source", "psp_category", "subpsp_abbreviation"] as const;
const period = ["reporting_year", "reporting_quarter", "reporting_month"] as const;
const years = ["year_from", "year_to"] as const;

interface Base {
  /** Path of the record type whose rows are counted, and the route of the screen that shows them. */
  path: string;
  route: string;
  unit: string;
  /** Filters of the charts that are fields of the record. */
  fields: readonly ChartFilterName[];
  /** Which rows of the table the subject is; all when absent. Over the record's columns. */
  only?: string;
}

/**
 * Organizations or communities, marked by their activities (private.activity_marks): targeted, accomplished, matched,
 * trained, programmed. Filters of years, quarters, months and programmes narrow the activities.
 */
export interface MarkedSubject extends Base {
  kind: "marked";
  subject: "arbo" | "arc";
  /** What the filter arbo_id means for a record that has no such field; {condition} is its condition over arbo_id. */
  ofArbo?: string;
}

/**
 * Rows of a form under public.activities, whose mark `matched` is that of public.*_outcomes. Where the record has no field
 * of its period, the period is that of the activity: a training is of the day on which it was held.
 */
export interface OutcomeSubject extends Base {
  kind: "outcome";
  form: string;
  side: "target" | "accomplishment" | "training";
  /** Fields of the record that have another name in the views and in the table of counts. */
  renamed?: Readonly<Record<string, string>>;
}

/** Participants, whose marks are `trained` (attended a training) and `programmed` (of a sub-PSP). */
export interface PeopleSubject extends Base {
  kind: "people";
}

/** Rows as they stand in their table or its view. */
export interface PlainSubject extends Base {
  kind: "plain";
}

export type Subject = MarkedSubject | OutcomeSubject | PeopleSubject | PlainSubject;

/** Filters that narrow what the marks of a subject follow from, beside the fields of its rows. */
export const markFilters = {
  marked: [...years, ...programme, ...period, "support_provided"],
  people: [...years, ...period],
} as const satisfies Record<string, readonly ChartFilterName[]>;

/** The years of a row: year reported, else year funded. */
export const rowYears = years;

/** The name of a column or filter where the filters of years are about a column of their own. */
export const withYearsAs = (column: string, name: string): string =>
  rowYears.some((one) => one === name) ? column : name;

/** The period of an activity. */
export const activityPeriod = [...years, ...period] as const;

/** Whether the rows of a subject name the year that they report on. */
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
    // The community that the masterlist puts the organization in.
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
