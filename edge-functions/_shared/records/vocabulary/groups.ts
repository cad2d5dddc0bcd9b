/** Field groups that nearly all record types have (spec section 3). */
import type { Fact, Field, FieldGroup } from "./types.ts";

type LocationColumn = "region_name" | "province_name" | "muncity_name" | "barangay_name" | "cd";
type ArcColumn = "arc_id" | "arc_name" | "arc_type" | "arc_cluster_name";
type ArboColumn = "arboPrimaryKey" | "arbo_id" | "arbo_name";
type ReportingColumn = "reporting_year" | "reporting_quarter" | "reporting_month";
type ProgrammeColumn =
  | "year_funded"
  | "fund_source"
  | "psp_category"
  | "subpsp_name"
  | "subpsp_abbreviation"
  | "subpsp_status";

export const locationGroup: FieldGroup = { key: "location", label: "Location" };
export const arcGroup: FieldGroup = { key: "arc", label: "ARC" };
export const programmeGroup: FieldGroup = { key: "programme", label: "Programme" };
export const reportingGroup: FieldGroup = { key: "reporting", label: "Reporting" };
export const remarksGroup: FieldGroup = { key: "remarks", label: "Remarks" };
export const arboGroup: FieldGroup = { key: "arbo", label: "Organization" };

/**
 * Largest amount in pesos. It is above the default limit of an integer field, because amounts are stored as bigint and
 * counts as integer.
 */
export const largestAmount = 999_999_999_999;

/**
 * Location fields: region, province, town, barangay and congressional district. Region and province determine the
 * office of a row.
 */
export const locationFields: readonly Field<LocationColumn>[] = [
  {
    name: "region_name",
    label: "Region",
    kind: "text",
    group: "location",
    options: { from: "place", level: "region" },
    required: true,
  },
  {
    name: "province_name",
    label: "Province",
    kind: "text",
    group: "location",
    options: { from: "place", level: "province" },
  },
  {
    name: "muncity_name",
    label: "Municipality/City",
    headings: ["Town"],
    kind: "text",
    group: "location",
    options: { from: "place", level: "muncity" },
  },
  {
    name: "barangay_name",
    label: "Barangay",
    kind: "text",
    group: "location",
    options: { from: "place", level: "barangay" },
  },
  { name: "cd", label: "Congressional district", kind: "text", group: "location" },
];

/** Link to the agrarian reform community. */
export const arcFields: readonly Field<ArcColumn>[] = [
  { name: "arc_id", label: "ARC ID", kind: "text", group: "arc", maxLength: 60 },
  { name: "arc_name", label: "ARC name", kind: "text", group: "arc" },
  {
    name: "arc_type",
    label: "ARC type",
    kind: "text",
    group: "arc",
    options: { from: "dropdown", list: "arc-type" },
  },
  { name: "arc_cluster_name", label: "ARC cluster", kind: "text", group: "arc" },
];

/** The programme (PSP category) and the project within it (sub-PSP) that fund what the row describes. */
export const programmeFields: readonly Field<ProgrammeColumn>[] = [
  {
    name: "year_funded",
    label: "Year funded",
    kind: "year",
    group: "programme",
    options: { from: "years" },
  },
  {
    name: "fund_source",
    label: "Fund source",
    kind: "text",
    group: "programme",
    options: { from: "dropdown", list: "fund-source" },
  },
  { name: "psp_category", label: "PSP category", kind: "text", group: "programme" },
  { name: "subpsp_name", label: "Sub-PSP", kind: "text", group: "programme" },
  { name: "subpsp_abbreviation", label: "Sub-PSP abbreviation", kind: "text", group: "programme" },
  {
    name: "subpsp_status",
    label: "Sub-PSP status",
    kind: "text",
    group: "programme",
    options: { from: "dropdown", list: "subpsp-status" },
  },
];

/** Free text, the last field of every record type. */
export const remarksField = {
  name: "remarks",
  label: "Remarks",
  kind: "long_text",
  group: "remarks",
} as const satisfies Field<"remarks">;

/** Returns some of the fields of a group, in the order of the group. */
export function only<Column extends string, Wanted extends Column>(
  fields: readonly Field<Column>[],
  ...wanted: readonly Wanted[]
): Field<Wanted>[] {
  const isWanted = (field: Field<Column>): field is Field<Column> & { name: Wanted } =>
    wanted.some((name) => name === field.name);
  return fields.filter(isWanted);
}

/**
 * Parent of rows that belong to an ARBO. Rows refer to the ARBO by its primary key. The ARBO ID and name in the rows
 * change together with the masterlist.
 */
export const arboParent = {
  name: "arbo",
  path: "arbo-masterlist",
  key: "arboPrimaryKey",
  identifier: "arbo_id",
  title: "arbo_name",
  former: "former_names",
  instead: ["arc_id", "arc_name"],
} as const;

/** Link to the ARBO masterlist: primary key, ARBO ID and name. */
export const arboFields: readonly Field<ArboColumn>[] = [
  {
    name: "arboPrimaryKey",
    label: "ARBO record",
    kind: "integer",
    group: "arbo",
    options: { from: "record", path: arboParent.path, value: "id", label: arboParent.title },
    min: 1,
    help: "Links the row to the masterlist, even if the ARBO has no ARBO ID yet.",
  },
  {
    name: "arbo_id",
    label: "ARBO ID",
    kind: "text",
    group: "arbo",
    maxLength: 60,
    options: { from: "record", path: arboParent.path, value: "arbo_id", label: arboParent.title },
  },
  {
    name: "arbo_name",
    label: "ARBO name",
    headings: ["Organization name"],
    kind: "text",
    group: "arbo",
  },
];

/** The ARC of a form, chosen from the ARC masterlist. */
export const arcLinkFields: readonly Field<ArcColumn>[] = arcFields.map((field) =>
  field.name === "arc_id"
    ? { ...field, options: { from: "record", path: "arc-masterlist", value: "arc_id", label: "arc_name" } }
    : field,
);

/** The period that a row reports on. The month is one of the quarter's months. */
export const reportingFields: readonly Field<ReportingColumn>[] = [
  {
    name: "reporting_year",
    label: "Year reported",
    kind: "year",
    group: "reporting",
    options: { from: "years" },
  },
  {
    name: "reporting_quarter",
    label: "Quarter reported",
    kind: "quarter",
    group: "reporting",
  },
  { name: "reporting_month", label: "Month reported", kind: "month", group: "reporting" },
];

/**
 * Declares that the fields of a form are filled in from a row of another record type. Each field takes the value of the
 * field with the same name in that row. The exception is `arboPrimaryKey`, which references a row of the ARBO
 * masterlist: it takes the id of that row.
 */
const filledBy = <Column extends string>(path: string, fields: readonly Field<Column>[]): Field<Column>[] =>
  fields.map((field) => ({
    ...field,
    filledFrom: { path, field: field.name === arboParent.key ? "id" : field.name },
  }));

const projectFields = filledBy("project-list", programmeFields);
const placeFields = filledBy(arboParent.path, [...locationFields, ...arcLinkFields]);

/** Field groups and fields that all forms of offices share, in addition to each form's own fields (spec section 3). */
export const formGroups = [programmeGroup, arboGroup, locationGroup, arcGroup] as const;
export const formFields = [
  ...projectFields,
  ...filledBy(arboParent.path, arboFields),
  ...placeFields,
] as const;

/** Requires that a row names its ARBO (organization) or ARC (community). */
export const organizationFact = {
  label: "The ARBO or the ARC",
  message: "Choose an ARBO or an ARC",
  anyOf: ["arbo_name", "arbo_id", "arboPrimaryKey", "arc_name", "arc_id"],
} as const satisfies Fact;

export const yearFact = { label: "Year reported", anyOf: ["reporting_year"] } as const satisfies Fact;
const quarterFact = {
  label: "Quarter reported",
  anyOf: ["reporting_quarter"],
  notFor: "Target",
} as const satisfies Fact;

/** Requires that a row has content: at least one of the given fields must have a value. */
export const contentFact = <Column extends string>(
  label: string,
  ...anyOf: readonly Column[]
): Fact<Column> => ({
  label,
  anyOf,
});

/** Facts that an accomplishment must state: its ARBO (organization) or ARC (community), year, quarter, and content. */
export const accomplishmentFacts = <Column extends string>(about: Fact<Column>) =>
  [organizationFact, yearFact, quarterFact, about] as const;

/** Facts that a target must state: its ARBO (organization) or ARC (community), year, and goal. */
export const targetFacts = <Column extends string>(about: Fact<Column>) =>
  [organizationFact, yearFact, about] as const;

/** Filters of the search bar that all forms have (spec section 2), besides year, quarter and month reported. */
export const formFilters = [
  "region_name",
  "province_name",
  "muncity_name",
  "arbo_name",
  "year_funded",
  "fund_source",
  "subpsp_abbreviation",
] as const;
export const reportingFilters = ["reporting_year", "reporting_quarter", "reporting_month"] as const;

/**
 * Reason why a row has unusual values (`softChecks`). It is sent with the save request and is not a field of the
 * form.
 */
export const softCheckReason = {
  name: "soft_check_reason",
  label: "Reason for unusual values",
  kind: "long_text",
  group: "remarks",
} as const satisfies Field<"soft_check_reason">;

/** Soft check: the date should be in the year that the row reports on. */
export const mustBeInReportedYear = <Column extends string>(field: Column) =>
  ({ kind: "other_year", field, year: "reporting_year" }) as const;

/** Row status, chosen by the user or set by the screen (spec section 4). */
export const statusField = {
  name: "status",
  label: "Status",
  kind: "text",
  group: "remarks",
  options: { from: "values", values: ["Target", "Accomplished", "Updated"] },
} as const satisfies Field<"status">;

/**
 * Row status on screens that do not fix the status of their rows. Editing an accomplished row sets the status to
 * Updated.
 */
export const editedStatusField = {
  ...statusField,
  reserved: {
    values: ["Updated"],
    why: "Updated can't be chosen, because it is set when an accomplished row is edited",
  },
} as const satisfies Field<"status">;

/**
 * Builds `takes` of an entry source (registry: `enteredFrom`). A new row copies the given fields from its source row,
 * each into the field with the same name.
 */
export function copiedFields<Column extends string>(
  fields: readonly Field<Column>[],
): Partial<Record<Column, string>> {
  const taken: Partial<Record<Column, string>> = {};
  for (const { name } of fields) taken[name] = name;
  return taken;
}
