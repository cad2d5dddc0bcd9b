/**
 * Every entity of the spec with its fields (section 3) as data. A record type is identified by its API path, another
 * entity by its table or module. Fields of nearly every record are in spec-groups.ts; a record without one of these
 * groups has a reason here.
 */
import { arbo, arc, type GroupName, person, programme, supportGiven, training } from "./spec-groups.ts";

export interface RecordEntity {
  entity: string;
  /** Path segment after /api. */
  path: string;
  /** Fields of the entity besides the groups of spec-groups.ts. */
  fields: readonly string[];
  /** Groups or common fields that the entity does not have, each with the reason. */
  without: Partial<Record<GroupName | "status" | "process_stage" | "remarks", string>>;
  /** Notes on single fields, by field name. */
  notes?: Readonly<Record<string, string>>;
}

/** An entity that is not a record type: a table, or the rows of a file. */
export interface OtherEntity {
  entity: string;
  fields: readonly string[];
  /** Table of the database with its schema, or module that declares the rows. */
  home: { table: string } | { module: string };
  /** Fields that are computed or stored elsewhere, each with a description of where the value comes from. */
  elsewhere?: Readonly<Record<string, string>>;
}

const byPeriod = "not reported by period: the row describes its subject, not a period";
const byYear = "a target is for a year and has only reporting_year";
const approvedNever = "its rows are not approved";
const noProject = "belongs to no funded project";

const counts = ["raw", "farmer", "total"].flatMap((group) =>
  ["arb", "nonarb"].flatMap((kind) => ["male", "female", "total"].map((sex) => `${kind}_${sex}_${group}`)),
);

/** Notes on fields that every record type has. */
export const commonNotes: Readonly<Record<string, string>> = {
  id: "assigned by the database",
  user_id: "the user who entered the row; written by the database",
  time_stamp: "the time when the row was entered; written by the database",
  process_stage: "Pending, Approved or empty; also changed by `POST /api/<path>/approve`",
};

export const recordEntities: readonly RecordEntity[] = [
  {
    entity: "ARBO masterlist",
    path: "arbo-masterlist",
    fields: [
      ...["sitio_purok_street", "arbo_service_coverage", "year_organized", "org_type"],
      ...["enterprises_services_count", "oma_level_2013", "itema_status_2019", "itema_level_2019"],
      ...["it_easy_status_2024", "it_easy_level_2024", "current_arbo_status"],
      ...["registering_agency", "registration_number", "date_of_registration", "coc_or_cgs_number"],
      ...["coc_cgs_attachment_link", "latest_date_of_coc_cgs"],
      ...["total_male_baseline_2014", "total_female_baseline_2014", "total_total_baseline_2014"],
      ...["arb_male_baseline_2014", "arb_female_baseline_2014", "arb_total_baseline_2014"],
      ...["total_member_male", "total_member_female", "total_member"],
      ...["no_arb_member_male", "no_arb_member_female", "no_arb_member_total"],
      ...["arb_male_registered_rsbsa", "arb_female_registered_rsbsa", "arb_total_registered_rsbsa"],
      ...["total_members_with_paid_dues", "total_membership_dues_amount"],
      ...["total_members_with_share_capital", "total_share_capital_amount", "members_with_savings"],
      ...["total_savings_generated_amount", "total_asset", "total_liabilities", "total_amount_of_loans"],
      ...["source_of_loans", "latest_audited_fs"],
    ],
    without: { programme: noProject, reporting: byPeriod },
    notes: { registering_agency: "CDA, SEC or DOLE; workers' associations are registered with DOLE" },
  },
  {
    entity: "ARC masterlist",
    path: "arc-masterlist",
    fields: ["arc_id", "arc_name", "arc_type", "year_launched", "arc_classification"],
    without: {
      programme: noProject,
      "organization (ARBO)": "an ARC has many ARBOs",
      "organization (ARC)":
        "its ID, name and type are its own fields; the ARBOs of a cluster name the cluster",
      reporting: byPeriod,
    },
  },
  {
    entity: "ARC barangays covered",
    path: "arc-barangays-covered",
    fields: ["arc_id"],
    without: {
      programme: noProject,
      "organization (ARBO)": "an ARC has many ARBOs",
      "organization (ARC)": "the ARC is identified by its ID; its name and type are in the ARC masterlist",
      reporting: byPeriod,
      process_stage: approvedNever,
    },
  },
  {
    entity: "Project list",
    path: "project-list",
    fields: programme,
    without: {
      location: "a project belongs to no office",
      "organization (ARBO)": "the records of ARBOs name their project",
      "organization (ARC)": "the records of ARCs name their project",
      reporting: byPeriod,
      status: "its status is that of the sub-PSP",
      process_stage: approvedNever,
    },
  },
  {
    entity: "ARB marketing assistance monitoring",
    path: "arb-marketing-assistance-monitoring",
    fields: [
      ...["prj_assistance_category", "dar_projects", "transaction_from", "transaction_to"],
      ...["darpo_assistance", ...counts, "overall_total"],
      ...["special_commodity", "type_commodity", "total_volume", "total_gross"],
    ],
    without: {},
    notes: Object.fromEntries(
      counts.map((name) => [name, "the counts of ARBs and non-ARBs by sex, in three groups"]),
    ),
  },
  {
    entity: "ARBO marketing annual target",
    path: "arbo-marketing-target",
    fields: ["year_funded", "reporting_year", "target_commodity", "training_id"],
    without: { reporting: byYear },
    notes: { training_id: "a search field of the spec; the training that the target belongs to" },
  },
  {
    entity: "Sales transaction",
    path: "sales-transaction",
    fields: ["arbo_id", "mark_assist_id", "status"],
    without: {
      programme: "that of the marketing record (mark_assist_id)",
      "organization (ARC)": "that of the marketing record (mark_assist_id)",
      reporting: "that of the marketing record (mark_assist_id)",
      process_stage: "approved with the marketing record",
    },
  },
  {
    entity: "ARBO training",
    path: "arbo-training",
    fields: [...training, "arboPrimaryKey"],
    without: { reporting: byPeriod },
    notes: { arboPrimaryKey: "a number; its digits are also accepted as text" },
  },
  {
    entity: "Farmers tracking income",
    path: "farmers-tracking-income",
    fields: [
      ...["arb_nonarb", "clusters_involved", "male_arb", "female_arb", "male_non_arb", "female_non_arb"],
      ...["delivery_date", "crop_sold", "buyer_name", "volume_sold", "unit", "price_per_unit"],
      ...["gross_sales", "production_cost_per_unit", "total_production_cost"],
      ...["post_harvest_cost_per_unit", "total_post_harvest_cost", "gross_profit"],
      ...["marketing_cost_per_unit", "total_marketing_cost", "net_income"],
      ...["trader_market_price_per_unit", "gross_sales_trader", "trader_arrangement"],
      ...["trader_marketing_cost_per_unit", "trader_total_marketing_cost", "trader_net_income"],
      ...["percent_difference", "arbo_incentive"],
    ],
    without: {},
    notes: { percent_difference: "stored as a fraction, shown as a percentage with two decimals" },
  },
  {
    entity: "Inventory status monitoring",
    path: "inventory-status-monitoring",
    fields: ["support_provided", "hard_component", "description", "quantity", "unit_hard"],
    without: {},
    notes: { support_provided: "also used by the FME annual updating, whose rows have the status Updated" },
  },
  {
    entity: "FME inventory table",
    path: "fme-inventory-table",
    fields: [
      ...["fme_inventory_id", "ownership_update", "prj_title", "supplier_name", "inventory_conducted"],
      ...["nonfunctional_reason", "nonutilized_reason", "om_training_conducted", "om_training_date"],
      ...["om_trained_total", "om_trained_male", "om_trained_female", "om_training_not_done_reason"],
      ...["enterprise_established", "trust_agreement_date", "picture_trust_agreement"],
      ...["deed_donation_date", "picture_deed_donation", "acceptance_cert_received", "process_product"],
      ...["process_product_type", "product_brand_name", "male_arb_processors", "female_arb_processors"],
      ...["male_nonarb_processors", "female_nonarb_processors", "fda_lto_certificate", "fda_lto_expiry"],
      ...["cpr_registration", "cpr_expiry", "halal_registration", "halal_expiry", "npk_certificate"],
      ...["environment_certificate", "arboPrimaryKey"],
    ],
    without: { reporting: byPeriod },
  },
  {
    entity: "FME rental monitoring",
    path: "fme-rental-monitoring",
    fields: [
      ...["transaction_date", "specific_fme_rented", "no_units_involved", "no_male_arbs_renter"],
      ...["no_female_arbs_renter", "no_male_nonarbs_renter", "no_female_nonarbs_renter"],
      ...["total_rental_fees", "date_rented", "date_returned"],
    ],
    without: {},
    notes: {
      date_rented: "among the date columns of spec section 9",
      date_returned: "among the date columns of spec section 9",
    },
  },
  {
    entity: "Form 10 accomplishment",
    path: "form-10",
    fields: [
      ...["training_title", "training_id", "num_arb_participants", "type_enterprise", "credit_services"],
      ...["milestone_activity", "start_date", "duration"],
    ],
    without: {},
    notes: { training_title: "a list; a comma-separated text is also accepted" },
  },
  { entity: "Form 11 accomplishment", path: "form11-accomp", fields: supportGiven, without: {} },
  {
    entity: "Form 11 farm info",
    path: "form11-farm-info",
    fields: [...supportGiven, "arboPrimaryKey"],
    without: {},
    notes: { uploadFile: "an update without this field leaves it unchanged" },
  },
  {
    entity: "Form 5 accomplishment",
    path: "form-5-accomp",
    fields: ["arboPrimaryKey", "crop_product"],
    without: {},
  },
  {
    entity: "Form 5 annual target",
    path: "form-5-annualtarget",
    fields: [
      "reporting_year",
      "crop_product",
      "current_it_status",
      "current_it_level",
      ...training,
      ...person,
    ],
    without: { reporting: byYear },
  },
  {
    entity: "Form 5 training",
    path: "arbo-training",
    fields: training,
    without: { reporting: byPeriod },
  },
  {
    entity: "Form 7 accomplishment",
    path: "form7-accomp",
    fields: [
      ...["training_title", "training_id", "start_date", "end_date", "type_product", "raw_materials"],
      ...["service_developed", "product_developed", "product_name", "date_developed", "registration"],
      "sales_generated",
    ],
    without: {},
  },
  {
    entity: "Form 7 product development",
    path: "form7-proddev",
    fields: [
      ...training,
      ...["type_product", "raw_materials", "service_developed", "product_developed", "product_name"],
      ...["date_developed", "registration", "sales_generated", "volume_produced", "unit_measure"],
      ...["marketing_instrument", "name_buyer", "num_arbs", "male_arbs", "female_arbs"],
    ],
    without: {},
  },
  {
    entity: "Quarterly sales report",
    path: "qtr-sales-report",
    fields: [
      ...["volume_produced", "unit_measure", "sales_generated", "marketing_instrument", "name_buyer"],
      ...["num_arbs", "male_arbs", "female_arbs", "transaction_date", "proddev_id", "arboPrimaryKey"],
    ],
    without: {},
  },
  {
    entity: "Participant",
    path: "participant",
    fields: [...person, "training_id", "wo_training_id", "arboPrimaryKey", ...arbo, ...arc],
    without: { reporting: byPeriod, process_stage: approvedNever },
    notes: {
      training_id: "a list; also accepted as `traininig_id`, the former spelling",
      wo_training_id: "a list; a comma-separated text is also accepted",
    },
  },
];
