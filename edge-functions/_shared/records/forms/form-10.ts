/**
 * Form 10, annual accomplishment: trainings, the enterprise that resulted from them, and its milestones (spec section
 * 3).
 */
import {
  accomplishmentFacts,
  arboParent,
  contentFact,
  formFields,
  formFilters,
  formGroups,
  only,
  remarksField,
  remarksGroup,
  reportingFields,
  reportingFilters,
  reportingGroup,
} from "../vocabulary/groups.ts";
import { trainingFields, trainingGroup } from "../vocabulary/training-fields.ts";
import { defineRecord } from "../vocabulary/types.ts";

export const form10 = defineRecord<"form_10">({
  table: "form_10",
  path: "form-10",
  route: "Form10",
  section: "Form 10",
  label: "Annual Accomplishment (Form 10)",
  noun: { one: "accomplishment", many: "accomplishments" },
  window: "accomplishment",
  scoped: true,
  parent: arboParent,
  approval: true,
  groups: [
    reportingGroup,
    ...formGroups,
    trainingGroup,
    { key: "enterprise", label: "Enterprise and milestone" },
    remarksGroup,
  ],
  fields: [
    ...reportingFields,
    ...formFields,
    {
      name: "training_title",
      label: "Training titles",
      kind: "list",
      group: "training",
      options: {
        from: "record",
        path: "arbo-training",
        value: "training_title",
        label: "training_title",
      },
    },
    ...only(trainingFields, "training_id"),
    {
      name: "num_arb_participants",
      label: "ARB participants",
      kind: "integer",
      group: "training",
    },
    { name: "type_enterprise", label: "Type of enterprise", kind: "text", group: "enterprise" },
    {
      name: "credit_services",
      label: "Credit services",
      kind: "text",
      group: "enterprise",
      options: { from: "dropdown", list: "credit-services" },
    },
    {
      name: "milestone_activity",
      label: "Milestone activity",
      kind: "text",
      group: "enterprise",
      options: { from: "dropdown", list: "milestone-activity" },
    },
    { name: "start_date", label: "Start date", kind: "date", group: "enterprise" },
    { name: "duration", label: "Duration (days)", kind: "integer", group: "enterprise" },
    remarksField,
  ],
  filters: [...formFilters, ...reportingFilters, "milestone_activity", "training_id"],
  facts: accomplishmentFacts(
    contentFact(
      "The training, enterprise or milestone",
      "training_title",
      "training_id",
      "type_enterprise",
      "milestone_activity",
      "credit_services",
    ),
  ),
  keys: [
    [
      "arbo_name",
      "region_name",
      "province_name",
      "muncity_name",
      "reporting_year",
      "year_funded",
      "subpsp_name",
      "type_enterprise",
      "milestone_activity",
      "start_date",
    ],
  ],
  columns: [
    "reporting_year",
    "reporting_quarter",
    "training_title",
    "num_arb_participants",
    "type_enterprise",
    "milestone_activity",
    "muncity_name",
    "province_name",
    "region_name",
  ],
  title: "arbo_name",
  defaultSort: { field: "arbo_name", dir: "asc" },
});
