/** Commodities that ARBOs plan to market in a year (spec section 3). */
import {
  arboParent,
  contentFact,
  formFields,
  formFilters,
  formGroups,
  only,
  remarksField,
  remarksGroup,
  reportingFields,
  reportingGroup,
  targetFacts,
} from "../vocabulary/groups.ts";
import { trainingFields } from "../vocabulary/training-fields.ts";
import { defineRecord } from "../vocabulary/types.ts";

export const arboMarketingTarget = defineRecord<"arbo_marketing_targets">({
  table: "arbo_marketing_targets",
  path: "arbo-marketing-target",
  route: "ARBO_MarketingAnnualTarget",
  section: "Marketing",
  label: "Annual Target",
  noun: { one: "marketing target", many: "marketing targets" },
  window: "target",
  scoped: true,
  parent: arboParent,
  approval: true,
  groups: [reportingGroup, ...formGroups, { key: "target", label: "Target" }, remarksGroup],
  fields: [
    ...only(reportingFields, "reporting_year"),
    ...formFields,
    { name: "target_commodity", label: "Target commodity", kind: "text", group: "target" },
    ...only(trainingFields, "training_id").map((field) => ({ ...field, group: "target" })),
    remarksField,
  ],
  filters: [...formFilters, "reporting_year", "target_commodity", "training_id"],
  facts: targetFacts(contentFact("Target commodity", "target_commodity")),
  keys: [
    [
      "arbo_name",
      "region_name",
      "province_name",
      "muncity_name",
      "reporting_year",
      "year_funded",
      "subpsp_name",
      "target_commodity",
    ],
  ],
  columns: [
    "reporting_year",
    "target_commodity",
    "subpsp_name",
    "status",
    "year_funded",
    "muncity_name",
    "province_name",
    "region_name",
  ],
  title: "arbo_name",
  defaultSort: { field: "arbo_name", dir: "asc" },
});
