/** Monthly monitoring of marketing assistance (spec section 3): numbers of people by group and sex, and sales. */
import {
  accomplishmentFacts,
  arboGroup,
  arboParent,
  arcGroup,
  contentFact,
  formFields,
  formFilters,
  formGroups,
  largestAmount,
  mustBeInReportedYear,
  remarksField,
  remarksGroup,
  reportingFields,
  reportingFilters,
  reportingGroup,
  softCheckReason,
} from "../vocabulary/groups.ts";
import { defineRecord, type Field, type SumRule } from "../vocabulary/types.ts";

const table = "arb_marketing_assistance_monitoring";

const kinds = { arb: "ARBs", nonarb: "Non-ARBs" } as const;
const sections = { raw: "Raw", farmer: "Farmers", total: "All" } as const;
type Kind = keyof typeof kinds;
type Section = keyof typeof sections;
type Count = `${Kind}_${"male" | "female" | "total"}_${Section}`;

const each = <Item>(use: (section: Section, kind: Kind) => Item[]): Item[] =>
  (["raw", "farmer", "total"] as const).flatMap((section) =>
    (["arb", "nonarb"] as const).flatMap((kind) => use(section, kind)),
  );

const counts = each<Field<Count>>((section, kind) => [
  { name: `${kind}_male_${section}`, label: `Male ${kinds[kind]}`, kind: "integer", group: section },
  { name: `${kind}_female_${section}`, label: `Female ${kinds[kind]}`, kind: "integer", group: section },
  { name: `${kind}_total_${section}`, label: `All ${kinds[kind]}`, kind: "integer", group: section },
]);

const sum = (total: Count, ...parts: Count[]): SumRule<Count> => ({
  total,
  parts,
  constraint: `${table}_${total}_agrees`,
});

/**
 * Rules for totals. In each group, the total is male plus female. In the group "total", male and female are the sums of
 * the groups "raw" and "farmer".
 */
const sums = each<SumRule<Count>>((section, kind) => [
  ...(section === "total"
    ? [
        sum(`${kind}_male_total`, `${kind}_male_raw`, `${kind}_male_farmer`),
        sum(`${kind}_female_total`, `${kind}_female_raw`, `${kind}_female_farmer`),
      ]
    : []),
  sum(`${kind}_total_${section}`, `${kind}_male_${section}`, `${kind}_female_${section}`),
]);

export const arbMarketingAssistanceMonitoring = defineRecord<typeof table>({
  table,
  path: "arb-marketing-assistance-monitoring",
  route: "ARBO_MarketingAssistanceReport",
  section: "Marketing",
  label: "ARBO Marketing Assistance Report",
  noun: { one: "marketing assistance report", many: "marketing assistance reports" },
  window: "accomplishment",
  scoped: true,
  parent: arboParent,
  approval: true,
  groups: [
    reportingGroup,
    ...formGroups.filter((group) => group !== arboGroup && group !== arcGroup),
    arboGroup,
    arcGroup,
    { key: "assistance", label: "Assistance" },
    ...(["raw", "farmer", "total"] as const).map((key) => ({ key, label: sections[key] })),
    { key: "sales", label: "Commodity and sales" },
    remarksGroup,
  ],
  fields: [
    ...reportingFields,
    ...formFields,
    {
      name: "prj_assistance_category",
      label: "Assistance category",
      kind: "text",
      group: "assistance",
      options: { from: "dropdown", list: "type-intervention" },
    },
    {
      name: "dar_projects",
      label: "DAR projects",
      kind: "text",
      group: "assistance",
      options: { from: "dropdown", list: "program-covered" },
    },
    { name: "transaction_from", label: "Transactions from", kind: "date", group: "assistance" },
    { name: "transaction_to", label: "Transactions to", kind: "date", group: "assistance" },
    { name: "darpo_assistance", label: "DARPO assistance", kind: "long_text", group: "assistance" },
    ...counts,
    { name: "overall_total", label: "Overall total", kind: "integer", group: "total" },
    { name: "special_commodity", label: "Special commodity", kind: "text", group: "sales" },
    { name: "type_commodity", label: "Type of commodity", kind: "text", group: "sales" },
    { name: "total_volume", label: "Total volume", kind: "decimal", group: "sales", min: 0 },
    {
      name: "total_gross",
      label: "Total gross (PHP)",
      kind: "integer",
      group: "sales",
      max: largestAmount,
      summed: true,
    },
    remarksField,
  ],
  filters: [...formFilters, ...reportingFilters, "type_commodity"],
  facts: accomplishmentFacts(
    contentFact(
      "The assistance or commodity",
      "prj_assistance_category",
      "dar_projects",
      "darpo_assistance",
      "special_commodity",
      "type_commodity",
    ),
  ),
  serverFields: [softCheckReason],
  softChecks: [
    ...(["raw", "farmer"] as const).flatMap((section) =>
      (["arb", "nonarb"] as const).map((kind) => ({
        kind: "one_side" as const,
        field: `${kind}_total_${section}` as const,
        parts: [`${kind}_male_${section}`, `${kind}_female_${section}`] as const,
      })),
    ),
    mustBeInReportedYear("transaction_from"),
    mustBeInReportedYear("transaction_to"),
  ],
  comparisons: [
    { kind: "tenfold", field: "total_gross", same: ["arbo_name", "type_commodity"] },
    { kind: "outlier", field: "total_gross", group: ["type_commodity"] },
  ],
  sums: [
    ...sums,
    {
      total: "overall_total",
      parts: ["arb_total_total", "nonarb_total_total"],
      constraint: `${table}_overall_total_agrees`,
    },
  ],
  dateOrders: [
    {
      from: "transaction_from",
      to: "transaction_to",
      constraint: `${table}_transaction_to_in_order`,
    },
  ],
  keys: [
    [
      "arbo_name",
      "region_name",
      "province_name",
      "muncity_name",
      "reporting_year",
      "reporting_month",
      "subpsp_name",
      "type_commodity",
      "transaction_from",
    ],
  ],
  columns: [
    "reporting_year",
    "reporting_quarter",
    "type_commodity",
    "total_gross",
    "status",
    "total_volume",
    "overall_total",
    "muncity_name",
    "province_name",
    "region_name",
  ],
  title: "arbo_name",
  defaultSort: { field: "arbo_name", dir: "asc" },
});
