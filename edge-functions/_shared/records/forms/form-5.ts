/** Form 5, capacity building (spec section 3): the annual target by person and training, and the accomplishment. */
import {
  aboutFact,
  accomplishmentFactsWithKey,
  formFields,
  formFieldsWithKey,
  formFilters,
  formGroups,
  only,
  remarksField,
  remarksGroup,
  reportingFields,
  reportingFilters,
  reportingGroup,
  targetFacts,
} from "../vocabulary/groups.ts";
import {
  ageRules,
  bornBefore,
  participantFields,
  participantGroup,
  sensitiveFields,
  trainingDays,
  trainingFields,
  trainingGroup,
  trainingOrder,
} from "../vocabulary/training-fields.ts";
import { defineRecord } from "../vocabulary/types.ts";

const targets = "form_5_annualtargets";

export const form5AnnualTarget = defineRecord<typeof targets>({
  table: targets,
  reads: "personal.form_5_annualtargets_in_full",
  path: "form-5-annualtarget",
  route: "Form5AnnualTarget",
  section: "Form 5",
  label: "Annual Target",
  noun: { one: "target", many: "targets" },
  window: "target",
  scoped: true,
  approval: true,
  groups: [
    reportingGroup,
    ...formGroups,
    { key: "maturity", label: "Product and maturity" },
    trainingGroup,
    participantGroup,
    remarksGroup,
  ],
  fields: [
    ...only(reportingFields, "reporting_year"),
    ...formFields,
    { name: "crop_product", label: "Crop or product", kind: "text", group: "maturity", shown: true },
    {
      name: "current_it_status",
      label: "Current IT status",
      kind: "text",
      group: "maturity",
      options: { from: "dropdown", list: "current-it-status" },
    },
    {
      name: "current_it_level",
      label: "Current IT level",
      kind: "text",
      group: "maturity",
      options: { from: "dropdown", list: "current-it-level" },
    },
    ...trainingFields,
    ...participantFields,
    ...sensitiveFields,
    remarksField,
  ],
  filters: [...formFilters, "reporting_year", "training_id", "participant_category"],
  facts: targetFacts(
    aboutFact(
      "The product, training or participant",
      "crop_product",
      "training_title",
      "training_id",
      "participant_name",
    ),
  ),
  computed: [trainingDays(targets), ...ageRules(targets)],
  dateOrders: [trainingOrder(targets)],
  pastDates: [bornBefore(targets)],
  keys: [
    [
      "arbo_name",
      "region_name",
      "province_name",
      "muncity_name",
      "reporting_year",
      "year_funded",
      "subpsp_name",
      "training_title",
      "start_date",
      "participant_name",
    ],
  ],
  title: "arbo_name",
  defaultSort: { field: "arbo_name", dir: "asc" },
});

export const form5Accomp = defineRecord<"form_5_accomps">({
  table: "form_5_accomps",
  path: "form-5-accomp",
  // The call is used for targets, too (spec section 7); the products of either are their crop_product.
  listsByStatus: { Target: form5AnnualTarget.path },
  route: "Form5Accomplishment",
  section: "Form 5",
  label: "Annual Accomplishment (Form 5)",
  noun: { one: "accomplishment", many: "accomplishments" },
  window: "accomplishment",
  scoped: true,
  approval: true,
  groups: [reportingGroup, ...formGroups, { key: "product", label: "Product" }, remarksGroup],
  fields: [
    ...reportingFields,
    ...formFieldsWithKey.map((field) =>
      field.name === "fund_source" || field.name === "subpsp_abbreviation"
        ? { ...field, shown: true }
        : field,
    ),
    { name: "crop_product", label: "Crop or product", kind: "text", group: "product", shown: true },
    remarksField,
  ],
  filters: [...formFilters, ...reportingFilters, "psp_category", "subpsp_name", "arboPrimaryKey"],
  facts: accomplishmentFactsWithKey(aboutFact("Crop or product", "crop_product")),
  keys: [
    [
      "arbo_name",
      "region_name",
      "province_name",
      "muncity_name",
      "reporting_year",
      "reporting_quarter",
      "reporting_month",
      "year_funded",
      "fund_source",
      "subpsp_name",
      "crop_product",
    ],
  ],
  title: "arbo_name",
  defaultSort: { field: "arbo_name", dir: "asc" },
});
