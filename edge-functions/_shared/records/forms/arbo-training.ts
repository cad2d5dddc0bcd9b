/** Training activities of ARBOs (spec section 3, ARBO training; Form 5). */
import {
  arboParent,
  contentFact,
  formFields,
  formFilters,
  formGroups,
  only,
  organizationFact,
  remarksField,
  remarksGroup,
} from "../vocabulary/groups.ts";
import { trainingDays, trainingFields, trainingGroup, trainingOrder } from "../vocabulary/training-fields.ts";
import { defineRecord } from "../vocabulary/types.ts";

const table = "arbo_trainings";

export const arboTraining = defineRecord<typeof table>({
  table,
  path: "arbo-training",
  route: "ARBO_Training",
  section: "Form 5",
  label: "ARBO Training",
  noun: { one: "training", many: "trainings" },
  window: "accomplishment",
  scoped: true,
  parent: arboParent,
  approval: true,
  groups: [trainingGroup, ...formGroups, remarksGroup],
  fields: [
    ...only(trainingFields, "training_title").map((field) => ({ ...field, required: true })),
    {
      name: "training_id",
      label: "Training ID",
      kind: "text",
      group: trainingGroup.key,
      maxLength: 60,
      help: "Assigned by the system when left empty.",
    },
    ...trainingFields
      .filter(({ name }) => name !== "training_title" && name !== "training_id")
      .map((field) => (field.name === "training_cost" ? { ...field, summed: true } : field)),
    ...formFields,
    remarksField,
  ],
  filters: [...formFilters, "training_title", "training_category", "conducted_by", "arboPrimaryKey"],
  // Title, year and quarter need no entry here: the title is a required field, and year and quarter are taken from the
  // dates.
  facts: [
    organizationFact,
    contentFact("The date of the training", "start_date", "date_conducted", "end_date"),
  ],
  comparisons: [{ kind: "outlier", field: "training_cost", group: ["training_category"] }],
  computed: [trainingDays(table)],
  dateOrders: [trainingOrder(table)],
  keys: [
    ["training_id"],
    ["training_title", "region_name", "province_name", "arbo_name", "start_date", "date_conducted"],
  ],
  uniqueKeys: [["training_id"]],
  columns: [
    "start_date",
    "arbo_name",
    "status",
    "training_category",
    "training_days",
    "conducted_by",
    "training_cost",
    "muncity_name",
    "province_name",
    "region_name",
    "training_id",
  ],
  title: "training_title",
  defaultSort: { field: "training_title", dir: "asc" },
});
