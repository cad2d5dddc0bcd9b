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

/** Maximum amount in pesos. It exceeds the default limit of integer fields, because amounts are stored as bigint. */
export const largestAmount = 999_999_999_999;

/** Location fields. Region and province determine the office of a row. */
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

/** Fields that link a row to its agrarian reform community (ARC). */
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

/**
 * Fields for the project (sub-PSP) that funded the support or training in the row, and for its programme (PSP
 * category).
 */
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

/** Field for free text, the last field of every record type. */
export const remarksField = {
  name: "remarks",
  label: "Remarks",
  kind: "long_text",
  group: "remarks",
} as const satisfies Field<"remarks">;

/** Returns the fields of a group that have the wanted names, in the order of the group. */
export function only<Column extends string, Wanted extends Column>(
  fields: readonly Field<Column>[],
  ...wanted: readonly Wanted[]
): Field<Wanted>[] {
  const isWanted = (field: Field<Column>): field is Field<Column> & { name: Wanted } =>
    wanted.some((name) => name === field.name);
  return fields.filter(isWanted);
}

/**
 * The ARBO as parent of other rows, which refer to it by its primary key. If the ARBO's ID or name changes in the
 * masterlist, the database also changes it in these rows.
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

/** Fields that link a row to an ARBO of the masterlist: primary key, ARBO ID and name. */
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

/** Fields for the ARC of a row, chosen from the ARC masterlist. */
export const arcLinkFields: readonly Field<ArcColumn>[] = arcFields.map((field) =>
  field.name === "arc_id"
    ? { ...field, options: { from: "record", path: "arc-masterlist", value: "arc_id", label: "arc_name" } }
    : field,
);

/** Fields for the period that a row reports on. The month must be in the quarter. */
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
 * Declares that a form copies the given fields from fields with the same names in a row of another record type. Only
 * the field `arboPrimaryKey` gets the id of that row.
 */
const filledBy = <Column extends string>(path: string, fields: readonly Field<Column>[]): Field<Column>[] =>
  fields.map((field) => ({
    ...field,
    filledFrom: { path, field: field.name === arboParent.key ? "id" : field.name },
  }));

const projectFields = filledBy("project-list", programmeFields);
const placeFields = filledBy(arboParent.path, [...locationFields, ...arcLinkFields]);

/** Field groups and fields that every form of the offices has in addition to its own (spec section 3). */
export const formGroups = [programmeGroup, arboGroup, locationGroup, arcGroup] as const;
export const formFields = [
  ...projectFields,
  ...filledBy(arboParent.path, arboFields),
  ...placeFields,
] as const;

/** Requires that a row has an ARBO (organization) or an ARC (community). */
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

/** Requires a value in at least one of the given fields, so that rows without content are refused. */
export const contentFact = <Column extends string>(
  label: string,
  ...anyOf: readonly Column[]
): Fact<Column> => ({
  label,
  anyOf,
});

/**
 * Values that every accomplishment must have: its ARBO (organization) or ARC (community), year, quarter and content.
 */
export const accomplishmentFacts = <Column extends string>(about: Fact<Column>) =>
  [organizationFact, yearFact, quarterFact, about] as const;

/** Facts that every target must have: its ARBO (organization) or ARC (community), year, and goal. */
export const targetFacts = <Column extends string>(about: Fact<Column>) =>
  [organizationFact, yearFact, about] as const;

/** Filters in the search bar of all forms (spec section 2), apart from year, quarter and month reported. */
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
 * The user's reason for unusual values in a row (`softChecks`). A save request contains this field, but the form does
 * not show it.
 */
export const softCheckReason = {
  name: "soft_check_reason",
  label: "Reason for unusual values",
  kind: "long_text",
  group: "remarks",
} as const satisfies Field<"soft_check_reason">;

/** Soft check: the date should be in the reported year of the row. */
export const mustBeInReportedYear = <Column extends string>(field: Column) =>
  ({ kind: "other_year", field, year: "reporting_year" }) as const;

/** Status of a row. The user chooses it, or the screen sets it (spec section 4). */
export const statusField = {
  name: "status",
  label: "Status",
  kind: "text",
  group: "remarks",
  options: { from: "values", values: ["Target", "Accomplished", "Updated"] },
} as const satisfies Field<"status">;

/**
 * Status of a row, for screens on which the user chooses the status. Only the database sets Updated, when an
 * accomplished row is edited.
 */
export const editedStatusField = {
  ...statusField,
  reserved: {
    values: ["Updated"],
    why: "Updated can't be chosen, because it is set when an accomplished row is edited",
  },
} as const satisfies Field<"status">;

/**
 * Returns a mapping for `EntrySource.takes`: a new row copies each given field from the field with the same name in its
 * source row.
 */
export function copiedFields<Column extends string>(
  fields: readonly Field<Column>[],
): Partial<Record<Column, string>> {
  const taken: Partial<Record<Column, string>> = {};
  for (const { name } of fields) taken[name] = name;
  return taken;
}
