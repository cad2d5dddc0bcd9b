/** Groups of fields that nearly every record has, named once in the spec (section 3). */

export const location = ["region_name", "province_name", "muncity_name", "barangay_name", "cd"] as const;

export const programme = [
  "psp_category",
  "subpsp_name",
  "subpsp_abbreviation",
  "subpsp_status",
  "fund_source",
  "year_funded",
] as const;

export const arbo = ["arbo_id", "arbo_name"] as const;
export const arc = ["arc_id", "arc_name", "arc_type", "arc_cluster_name"] as const;
export const reporting = ["reporting_year", "reporting_quarter", "reporting_month"] as const;

/**
 * Fields of a training. Records that belong to a training have these fields, too. The field `fund_source` is also in
 * the programme group.
 */
export const training = [
  "training_title",
  "training_id",
  "date_conducted",
  "start_date",
  "end_date",
  "training_days",
  "training_category",
  "conducted_by",
  "fund_source",
  "training_cost",
  "agri_inputs",
] as const;

/** Fields of a participant of a training. */
export const person = [
  "participant_name",
  "sex",
  "birthday",
  "age",
  "age_base_group",
  "is_4ps_beneficiary",
  "is_solo_parent",
  "is_pwd",
  "is_ip",
  "participant_category",
  "participant_sub_category",
  "agri_technology_inputs_provided",
] as const;

/** Fields of support given to an ARBO or a farm. */
export const supportGiven = [
  "type_enterprise",
  "crop_commodity",
  "scale_production",
  "unit_measure",
  "type_livelihood",
  "support_provided",
  "hard_component",
  "description",
  "quantity_hard",
  "unit_hard",
  "total_cost",
  "date_distributed",
  "functional",
  "utilized",
  "num_arbs",
  "male_arbs",
  "female_arbs",
  "uploadFile",
] as const;

/** The groups that every record can have, by their headings in tests/parity/endpoints.md. */
export const groups = {
  location,
  programme,
  "organization (ARBO)": arbo,
  "organization (ARC)": arc,
  reporting,
} as const;

export type GroupName = keyof typeof groups;
