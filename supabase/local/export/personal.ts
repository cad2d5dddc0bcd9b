/**
 * Classifies columns for the data dictionary, by kind of personal data (RA 10173), or as `no` for a text column without
 * personal data. A class applies to all columns of that name, unless `table.column` has its own class. A test fails if
 * a text column has no class. Columns in private.sensitive_columns need no class here: their class is `sensitive`.
 */
import { type ExportColumn, type ExportTable, nameOf } from "./catalog.ts";

/** Columns with personal data, by the kind of data. */
const personal = {
  "name of a person": ["participant_name", "buyer_name", "name_buyer", "users.name"],
  account: [
    ...["user_id", "user_name", "username", "users.id", "approved_by", "answered_by", "subject", "api_token"],
  ],
  contact: ["email"],
  address: ["sitio_purok_street"],
  position: ["latitude", "longitude", "accuracy"],
  "photo or document": [
    ...["file_name", "file_path", "thumbnail_path", "sha256", "thumbnail_sha256", "uploadFile", "upload_id"],
    ...["picture_trust_agreement", "picture_deed_donation", "coc_cgs_attachment_link"],
  ],
  "free text": [
    ...[
      "remarks",
      "text",
      "reason",
      "answer",
      "caption",
      "description",
      "soft_check_reason",
      "saved_views.name",
    ],
    ...["nonfunctional_reason", "nonutilized_reason", "om_training_not_done_reason", "darpo_assistance"],
    ...["conducted_by", "users.position"],
  ],
  "values of other columns": ["changes", "before", "view"],
} as const;

/**
 * Text columns that are not about a person: places, organizations, programmes, products, values of lists, and technical
 * names.
 */
const other: readonly string[] = [
  ...[
    "office",
    "region_name",
    "province_name",
    "muncity_name",
    "barangay_name",
    "cd",
    "coverage",
    "outside_province",
  ],
  ...[
    "arbo_id",
    "arbo_name",
    "former_names",
    "arc_id",
    "arc_name",
    "arc_type",
    "arc_cluster_name",
    "arc_classification",
  ],
  ...["fund_source", "psp_category", "subpsp_name", "subpsp_abbreviation", "subpsp_status", "dar_projects"],
  ...["prj_assistance_category", "prj_title", "supplier_name", "registering_agency", "registration_number"],
  ...["coc_or_cgs_number", "source_of_loans", "org_type", "arbo_service_coverage", "current_arbo_status"],
  ...["oma_level_2013", "itema_status_2019", "itema_level_2019", "it_easy_status_2024", "it_easy_level_2024"],
  ...["training_id", "wo_training_id", "training_title", "training_category", "agri_inputs"],
  ...["agri_technology_inputs_provided", "current_it_status", "current_it_level", "milestone_activity"],
  ...[
    "participant_category",
    "participant_sub_category",
    "sex",
    "arb_nonarb",
    "clusters_involved",
    "crop_sold",
  ],
  ...[
    "crop_product",
    "crop_commodity",
    "commodity",
    "special_commodity",
    "type_commodity",
    "target_commodity",
  ],
  ...[
    "type_product",
    "raw_materials",
    "service_developed",
    "product_developed",
    "product_name",
    "registration",
  ],
  ...[
    "process_product",
    "process_product_type",
    "product_brand_name",
    "fda_lto_certificate",
    "cpr_registration",
  ],
  ...["halal_registration", "npk_certificate", "environment_certificate", "marketing_instrument"],
  ...[
    "type_buyer",
    "buying_arrangement",
    "term_payment",
    "trader_arrangement",
    "unit",
    "unit_measure",
    "unit_hard",
  ],
  ...["fme_inventory_id", "ownership_update", "inventory_conducted", "om_training_conducted"],
  ...["enterprise_established", "acceptance_cert_received", "specific_fme_rented", "type_enterprise"],
  ...["scale_production", "type_livelihood", "support_provided", "hard_component", "functional", "utilized"],
  ...["credit_services", "kind", "location_source", "outside_confirmed", "status", "process_stage", "state"],
  ...[
    "reporting_quarter",
    "reporting_month",
    "form",
    "window_name",
    "action",
    "source",
    "form_name",
    "table_name",
  ],
  ...[
    "record_table",
    "evidence_table",
    "field",
    "fields_asked",
    "screen",
    "entry",
    "sent_entries",
    "content_type",
  ],
  ...[
    "import_id",
    "list",
    "type",
    "category",
    "sub_category",
    "code",
    "parent_code",
    "psgc_places.name",
    "level",
  ],
  ...["shared_with", "user_role", "roles", "rolename", "roletype", "route", "access_controls"],
];

const marks = new Map<string, string>([
  ...Object.entries(personal).flatMap(([kind, names]) => names.map((name): [string, string] => [name, kind])),
  ...other.map((name): [string, string] => [name, "no"]),
]);

/** Types of columns that must have a class. A number, date or boolean needs a class only if it is about a person. */
const texts = /^(text|json|uuid)/;

/**
 * Returns the kind of personal data in a column, or `no` for a column without personal data. Returns undefined if the
 * column must have a class (see `texts`) but has none.
 */
export function personalDataIn(
  table: ExportTable,
  { name, type, sensitive }: ExportColumn,
): string | undefined {
  if (sensitive) return "sensitive";
  return marks.get(`${nameOf(table)}.${name}`) ?? marks.get(name) ?? (texts.test(type) ? undefined : "no");
}

/** Columns that have a mark, as `column` or `table.column`. */
export const markedColumns: readonly string[] = [...marks.keys()];
