/** Fields of a training and of its participants, shared by several record types (spec section 3). */
import { ageGroup, ageGroups, ageOn, oldestAge } from "../../rules/ages.ts";
import { daysFromTo } from "../../rules/dates.ts";
import { largestAmount } from "./groups.ts";
import type { ComputedRule, DateOrder, Field, FieldGroup, PastDate } from "./types.ts";

type TrainingColumn =
  | "training_title"
  | "training_id"
  | "date_conducted"
  | "start_date"
  | "end_date"
  | "training_days"
  | "training_category"
  | "conducted_by"
  | "training_cost"
  | "agri_inputs";

type SensitiveColumn =
  | "birthday"
  | "age"
  | "age_base_group"
  | "is_4ps_beneficiary"
  | "is_solo_parent"
  | "is_pwd"
  | "is_ip";

type ParticipantColumn =
  | "participant_name"
  | "sex"
  | "participant_category"
  | "participant_sub_category"
  | "agri_technology_inputs_provided";

export const trainingGroup: FieldGroup = { key: "training", label: "Training" };
export const participantGroup: FieldGroup = { key: "participant", label: "Participant" };

/** Fields about the training that a record refers to, without the fund source, which is in the programme group. */
export const trainingFields: readonly Field<TrainingColumn>[] = [
  { name: "training_title", label: "Training title", kind: "text", group: "training" },
  {
    name: "training_id",
    label: "Training ID",
    kind: "text",
    group: "training",
    maxLength: 60,
    options: { from: "record", path: "arbo-training", value: "training_id", label: "training_title" },
  },
  { name: "date_conducted", label: "Date conducted", kind: "date", group: "training" },
  { name: "start_date", label: "Start date", kind: "date", group: "training" },
  { name: "end_date", label: "End date", kind: "date", group: "training" },
  {
    name: "training_days",
    label: "Training days",
    kind: "integer",
    group: "training",
    help: "Both the first and the last day count.",
  },
  {
    name: "training_category",
    label: "Training category",
    kind: "text",
    group: "training",
    options: { from: "dropdown", list: "type-intervention" },
  },
  {
    name: "conducted_by",
    label: "Conducted by",
    kind: "text",
    group: "training",
    options: { from: "dropdown", list: "conducted-by" },
  },
  {
    name: "training_cost",
    label: "Training cost (PHP)",
    kind: "integer",
    group: "training",
    max: largestAmount,
  },
  { name: "agri_inputs", label: "Agricultural inputs", kind: "long_text", group: "training" },
];

/** Headings of columns that contain one part of a name. The import joins the parts. */
const namePartHeadings = [
  "First name",
  "Given name",
  "Middle name",
  "Middle initial",
  "M.I.",
  "MI",
  "Last name",
  "Surname",
  "Family name",
  "Apelyido",
  "Suffix",
  "Name extension",
  "Ext.",
];

/** Fields of a participant that are not sensitive. */
export const participantFields: readonly Field<ParticipantColumn>[] = [
  {
    name: "participant_name",
    label: "Participant name",
    headings: ["Name", "Full name", "Name of participant", ...namePartHeadings],
    kind: "text",
    group: "participant",
  },
  {
    name: "sex",
    label: "Sex",
    headings: ["Gender"],
    kind: "text",
    group: "participant",
    options: { from: "values", values: ["Male", "Female"] },
    synonyms: { m: "Male", f: "Female", lalaki: "Male", babae: "Female" },
  },
  {
    name: "participant_category",
    label: "Participant category",
    headings: ["Category"],
    kind: "text",
    group: "participant",
    options: { from: "dropdown", list: "participant-category", column: "category" },
  },
  {
    name: "participant_sub_category",
    label: "Participant sub-category",
    headings: ["Sub-category"],
    kind: "text",
    group: "participant",
    options: { from: "dropdown", list: "participant-subcategory", column: "sub_category" },
  },
  {
    name: "agri_technology_inputs_provided",
    label: "Agricultural technology or inputs provided",
    kind: "long_text",
    group: "participant",
  },
];

/** Fields of a participant that only users with the Sensitive right can read (RA 10173). */
export const sensitiveFields: readonly Field<SensitiveColumn>[] = [
  {
    name: "birthday",
    label: "Birthday",
    headings: ["Date of birth", "Birthdate"],
    kind: "date",
    group: "participant",
    sensitive: true,
  },
  {
    name: "age",
    label: "Age",
    kind: "integer",
    group: "participant",
    max: oldestAge,
    untotalled: true,
    sensitive: true,
    help: "Full years on the day the row was entered.",
  },
  {
    name: "age_base_group",
    label: "Age group",
    kind: "text",
    group: "participant",
    options: { from: "values", values: ageGroups },
    sensitive: true,
  },
  {
    name: "is_4ps_beneficiary",
    label: "4Ps beneficiary",
    headings: ["4Ps"],
    kind: "yes_no",
    group: "participant",
    sensitive: true,
  },
  { name: "is_solo_parent", label: "Solo parent", kind: "yes_no", group: "participant", sensitive: true },
  {
    name: "is_pwd",
    label: "Person with disability",
    headings: ["PWD"],
    kind: "yes_no",
    group: "participant",
    sensitive: true,
  },
  {
    name: "is_ip",
    label: "Indigenous person",
    headings: ["IP", "Indigenous people"],
    kind: "yes_no",
    group: "participant",
    sensitive: true,
  },
];

/** A training must not end before it starts. */
export const trainingOrder = <Table extends string>(table: Table): DateOrder<"start_date" | "end_date"> => ({
  from: "start_date",
  to: "end_date",
  constraint: `${table}_end_date_in_order`,
});

/** The number of days is computed from the start and end dates. */
export const trainingDays = (table: string): ComputedRule<"training_days" | "start_date" | "end_date"> => ({
  field: "training_days",
  from: ["start_date", "end_date"],
  compute: ([start, end]) =>
    typeof start === "string" && typeof end === "string" ? daysFromTo(start, end) : null,
  formula: "counting from the start date to the end date",
  constraint: `${table}_training_days_agrees`,
});

/** The birthday must not be after the day of entry. */
export const birthdayByEntryDay = (table: string): PastDate<"birthday"> => ({
  field: "birthday",
  constraint: `${table}_birthday_past`,
});

/** The age is computed from the birthday, and the age group from the age. */
export const ageRules = (table: string): ComputedRule<"birthday" | "age" | "age_base_group">[] => [
  {
    field: "age",
    from: ["birthday"],
    compute: ([birthday], entered) => (typeof birthday === "string" ? ageOn(birthday, entered) : null),
    changesWithTime: true,
    formula: "the birthday, on the day of entry,",
    constraint: `${table}_age_agrees`,
  },
  {
    field: "age_base_group",
    from: ["age"],
    compute: ([age]) => (typeof age === "number" ? ageGroup(age) : null),
    changesWithTime: true,
    formula: "the age",
    constraint: `${table}_age_base_group_agrees`,
  },
];
