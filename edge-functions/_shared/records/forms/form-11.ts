/**
 * Form 11, support to ARBOs (spec section 3). Targets and accomplishments are rows of one table with different
 * statuses, shown on two screens. The path `form-11` is an alias that returns the same rows, because the spec gives
 * `form-11` no fields of its own.
 */
import {
  arbsBySex,
  bothSexes,
  form11Filters,
  form11Groups,
  form11Key,
  supportComparisons,
  supportFact,
  supportFields,
} from "../vocabulary/form-11-fields.ts";
import {
  accomplishmentFacts,
  arboParent,
  contentFact,
  formFields,
  mustBeInReportedYear,
  remarksField,
  reportingFields,
  softCheckReason,
  statusField,
} from "../vocabulary/groups.ts";
import { anotherScreen, defineRecord } from "../vocabulary/types.ts";

export const form11Accomp = defineRecord<"form11_accomps">({
  table: "form11_accomps",
  path: "form11-accomp",
  aliases: ["form-11"],
  route: "Form11Accomp",
  section: "Form 11",
  label: "Annual Accomplishment (Form 11)",
  noun: { one: "support record", many: "support records" },
  window: "status",
  scoped: true,
  parent: arboParent,
  approval: true,
  fixed: { status: "Accomplished" },
  groups: form11Groups,
  fields: [
    ...reportingFields,
    ...formFields,
    ...supportFields,
    remarksField,
    // The status determines which screen lists the row. Form 11 does not use the status "Updated".
    { ...statusField, options: { from: "values", values: ["Target", "Accomplished"] } },
  ],
  filters: form11Filters,
  facts: accomplishmentFacts(supportFact),
  serverFields: [softCheckReason],
  softChecks: [bothSexes, mustBeInReportedYear("date_distributed")],
  comparisons: supportComparisons("status"),
  sums: [arbsBySex("form11_accomps")],
  keys: [[...form11Key, "status"]],
  columns: [
    "reporting_year",
    "reporting_quarter",
    "hard_component",
    "total_cost",
    "status",
    "support_provided",
    "quantity_hard",
    "num_arbs",
    "crop_commodity",
    "muncity_name",
    "province_name",
    "region_name",
  ],
  title: "arbo_name",
  defaultSort: { field: "arbo_name", dir: "asc" },
});

export const form11Target = anotherScreen(form11Accomp, {
  route: "Form11Target",
  label: "Annual Target",
  fixed: { status: "Target" },
});

export const form11FarmInfo = defineRecord<"form11_farm_infos">({
  table: "form11_farm_infos",
  path: "form11-farm-info",
  route: "Form11FarmInfo",
  section: "Form 11",
  label: "Farm Information (Form 11)",
  noun: { one: "farm record", many: "farm records" },
  window: "accomplishment",
  scoped: true,
  parent: arboParent,
  approval: true,
  groups: form11Groups,
  fields: [...reportingFields, ...formFields, ...supportFields, remarksField],
  filters: [...form11Filters, "arboPrimaryKey"],
  facts: accomplishmentFacts(
    contentFact(
      "The support, crop or livelihood",
      ...supportFact.anyOf,
      "crop_commodity",
      "type_livelihood",
      "type_enterprise",
    ),
  ),
  serverFields: [softCheckReason],
  softChecks: [bothSexes, mustBeInReportedYear("date_distributed")],
  comparisons: supportComparisons(),
  sums: [arbsBySex("form11_farm_infos")],
  keys: [form11Key],
  columns: [
    "reporting_year",
    "reporting_quarter",
    "hard_component",
    "total_cost",
    "status",
    "support_provided",
    "quantity_hard",
    "num_arbs",
    "crop_commodity",
    "muncity_name",
    "province_name",
    "region_name",
  ],
  title: "arbo_name",
  defaultSort: { field: "arbo_name", dir: "asc" },
});
