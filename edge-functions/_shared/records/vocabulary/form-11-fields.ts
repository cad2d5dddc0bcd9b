/** Fields and rules shared by the record types of Form 11: support given to ARBOs and their farms (spec section 3). */
import {
  contentFact,
  formFilters,
  formGroups,
  remarksGroup,
  reportingFilters,
  reportingGroup,
} from "./groups.ts";
import type { Comparison, Field, SumRule } from "./types.ts";

type SupportColumn =
  | "type_enterprise"
  | "crop_commodity"
  | "scale_production"
  | "unit_measure"
  | "type_livelihood"
  | "support_provided"
  | "hard_component"
  | "description"
  | "quantity_hard"
  | "unit_hard"
  | "total_cost"
  | "date_distributed"
  | "functional"
  | "utilized"
  | "num_arbs"
  | "male_arbs"
  | "female_arbs"
  | "uploadFile";

/** Fields for support given in kind. Each record type adds its own fields for quantity and unit. */
export const inKindFields: readonly Field<"support_provided" | "hard_component" | "description">[] = [
  {
    name: "support_provided",
    label: "Support provided",
    kind: "text",
    group: "support",
    options: { from: "dropdown", list: "support-provided" },
  },
  { name: "hard_component", label: "Hard component", kind: "text", group: "support" },
  { name: "description", label: "Description", kind: "long_text", group: "support" },
];

/** A row must state which support was given. */
export const supportFact = contentFact("The support", ...inKindFields.map(({ name }) => name));

export const unitHardField: Field<"unit_hard"> = {
  name: "unit_hard",
  label: "Unit",
  kind: "text",
  group: "support",
  options: { from: "dropdown", list: "unit-measure" },
};

export const supportFields: readonly Field<SupportColumn>[] = [
  { name: "type_enterprise", label: "Type of enterprise", kind: "text", group: "enterprise" },
  { name: "crop_commodity", label: "Crop or commodity", kind: "text", group: "enterprise" },
  { name: "scale_production", label: "Scale of production", kind: "text", group: "enterprise" },
  {
    name: "unit_measure",
    label: "Unit of production",
    kind: "text",
    group: "enterprise",
    options: { from: "dropdown", list: "unit-measure" },
  },
  { name: "type_livelihood", label: "Type of livelihood", kind: "text", group: "enterprise" },
  ...inKindFields,
  { name: "quantity_hard", label: "Quantity", kind: "integer", group: "support", unitIn: "unit_hard" },
  unitHardField,
  {
    name: "total_cost",
    label: "Total cost (PHP)",
    kind: "decimal",
    group: "support",
    min: 0,
    summed: true,
  },
  { name: "date_distributed", label: "Date distributed", kind: "date", group: "support" },
  { name: "functional", label: "Functional", kind: "yes_no", group: "support" },
  { name: "utilized", label: "Utilized", kind: "yes_no", group: "support" },
  { name: "num_arbs", label: "All ARBs", kind: "integer", group: "beneficiaries" },
  { name: "male_arbs", label: "Male ARBs", kind: "integer", group: "beneficiaries" },
  { name: "female_arbs", label: "Female ARBs", kind: "integer", group: "beneficiaries" },
  {
    name: "uploadFile",
    label: "Attached files",
    kind: "list",
    group: "support",
    attached: true,
    help: "Links to attached files, and names of other files.",
  },
];

/** Sections, filters and rules shared by the tables of Form 11. */
export const form11Groups = [
  reportingGroup,
  ...formGroups,
  { key: "enterprise", label: "Enterprise" },
  { key: "support", label: "Support provided" },
  { key: "beneficiaries", label: "Beneficiaries" },
  remarksGroup,
] as const;

export const form11Filters = [
  ...formFilters,
  ...reportingFilters,
  "psp_category",
  "subpsp_name",
  "support_provided",
] as const;

/** Columns that identify a row about support: ARBO, place, period, project and the support itself. */
export const form11Key = [
  "arbo_name",
  "region_name",
  "province_name",
  "muncity_name",
  "reporting_year",
  "year_funded",
  "subpsp_name",
  "support_provided",
  "hard_component",
  "description",
  "date_distributed",
] as const;

/** Soft check: finds rows with only the number of men or only the number of women. */
export const bothSexes = {
  kind: "one_side",
  field: "num_arbs",
  parts: ["male_arbs", "female_arbs"],
} as const;

/** Sum rule: the number of agrarian reform beneficiaries (ARBs) is the number of men plus the number of women. */
export const arbsBySex = (table: string): SumRule<"num_arbs" | "male_arbs" | "female_arbs"> => ({
  total: "num_arbs",
  parts: ["male_arbs", "female_arbs"],
  constraint: `${table}_num_arbs_agrees`,
});

const measuredFields = ["quantity_hard", "total_cost"] as const;
const supportKind = ["support_provided", "hard_component"] as const;

/**
 * Comparisons that find unusual quantities and costs. Each value is compared with the ARBO's previous report of the
 * same support, and with all reports of the same support in the country.
 * @param more Further fields that must have equal values in the compared previous report.
 */
export const supportComparisons = <Column extends string>(
  ...more: readonly Column[]
): readonly Comparison<Column | "arbo_name" | (typeof measuredFields | typeof supportKind)[number]>[] => [
  ...measuredFields.map((field) => ({
    kind: "tenfold" as const,
    field,
    same: ["arbo_name" as const, ...supportKind, ...more],
  })),
  ...measuredFields.map((field) => ({ kind: "outlier" as const, field, group: supportKind })),
];
