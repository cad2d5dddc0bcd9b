/** People who attend or plan to attend trainings (spec section 3). A person can attend many trainings. */
import {
  arboParent,
  copiedFields,
  formFields,
  formFilters,
  formGroups,
  organizationFact,
  remarksField,
  remarksGroup,
} from "../vocabulary/groups.ts";
import {
  ageRules,
  birthdayByEntryDay,
  participantFields,
  participantGroup,
  sensitiveFields,
} from "../vocabulary/training-fields.ts";
import { defineRecord } from "../vocabulary/types.ts";

const table = "participants";

export const participant = defineRecord<typeof table>({
  table,
  reads: "personal.participants_in_full",
  path: "participant",
  route: "Participants",
  section: "Form 5",
  label: "Participants",
  noun: { one: "participant", many: "participants" },
  window: "accomplishment",
  scoped: true,
  parent: arboParent,
  approval: false,
  groups: [participantGroup, { key: "trainings", label: "Trainings" }, ...formGroups, remarksGroup],
  fields: [
    ...participantFields.map((field) =>
      field.name === "participant_name" ? { ...field, required: true } : field,
    ),
    ...sensitiveFields,
    {
      name: "training_id",
      label: "Trainings attended",
      kind: "list",
      group: "trainings",
      maxLength: 60,
      options: { from: "record", path: "arbo-training", value: "training_id", label: "training_title" },
    },
    {
      name: "wo_training_id",
      label: "Trainings not attended yet",
      kind: "list",
      group: "trainings",
      options: { from: "record", path: "arbo-training", value: "training_id", label: "training_title" },
      help: "Trainings planned for this person. Attended trainings are in the other list.",
    },
    ...formFields,
    remarksField,
  ],
  filters: [
    ...formFilters,
    "participant_name",
    "sex",
    "participant_category",
    "arbo_id",
    "training_id",
    "arboPrimaryKey",
  ],
  facts: [
    {
      label: "The ARBO, the ARC or a training",
      message: "Choose an ARBO, an ARC or a training",
      anyOf: [...organizationFact.anyOf, "training_id", "wo_training_id"],
    },
  ],
  computed: ageRules(table),
  pastDates: [birthdayByEntryDay(table)],
  // The birthday and the barangay distinguish people with the same name. Users who may not read birthdays need the
  // barangay.
  keys: [
    ["participant_name", "birthday", "region_name", "province_name"],
    ["participant_name", "sex", "region_name", "province_name", "muncity_name", "barangay_name"],
  ],
  likelySame: [["participant_name", "birthday"]],
  enteredFrom: [
    {
      path: "arbo-training",
      // The barangay is not copied from the training, because participants of one training come from many barangays.
      takes: {
        training_id: "training_id",
        ...copiedFields(formFields.filter(({ name }) => name !== "barangay_name")),
      },
    },
  ],
  columns: [
    "sex",
    "participant_category",
    "arbo_name",
    "participant_sub_category",
    "training_id",
    "muncity_name",
    "province_name",
    "region_name",
  ],
  title: "participant_name",
  defaultSort: { field: "participant_name", dir: "asc" },
});
