/**
 * What every new row of a form names: its ARBO or ARC, its period and the fact that it is about. Rows that were stored
 * without stay, and are not made emptier. `private.required_facts` says the same in the database.
 */
import type { AnyRecord, TableName } from "./types.ts";

/** One of the fields must have a value. */
export interface Fact {
  label: string;
  anyOf: readonly string[];
  /** Rows of this status do without: targets are of a year. */
  notFor?: "Target";
}

const organization: Fact = {
  label: "The ARBO or the ARC",
  anyOf: ["arbo_name", "arbo_id", "arboPrimaryKey", "arc_name", "arc_id"],
};
const year: Fact = { label: "Year reported", anyOf: ["reporting_year"] };
const quarter: Fact = { label: "Quarter reported", anyOf: ["reporting_quarter"], notFor: "Target" };
const about = (label: string, ...anyOf: string[]): Fact[] => [organization, year, quarter, { label, anyOf }];

const facts: Partial<Record<TableName, readonly Fact[]>> = {
  form_5_accomps: about("Crop or product", "crop_product"),
  form7_accomps: about(
    "The product or service",
    "product_name",
    "product_developed",
    "service_developed",
    "type_product",
  ),
  qtr_sales_reports: about("Sales or volume", "sales_generated", "volume_produced"),
  form_10: about(
    "The training, enterprise or milestone",
    "training_title",
    "training_id",
    "type_enterprise",
    "milestone_activity",
    "credit_services",
  ),
  form11_accomps: about("The support", "support_provided", "hard_component", "description"),
  form11_farm_infos: about(
    "The support, crop or livelihood",
    "support_provided",
    "hard_component",
    "description",
    "crop_commodity",
    "type_livelihood",
    "type_enterprise",
  ),
  inventory_status_monitoring: about("The support", "support_provided", "hard_component", "description"),
  fme_rental_monitoring: about("The machine", "specific_fme_rented", "fme_inventory_id"),
  farmers_tracking_income: about("Crop sold", "crop_sold"),
};

/** The facts of a record type, their fields as far as it has them. */
export function factsOf(record: AnyRecord): readonly Fact[] {
  const known = new Set(record.fields.map((field) => field.name));
  return (facts[record.table] ?? []).map((fact) => ({
    ...fact,
    anyOf: fact.anyOf.filter((name) => known.has(name)),
  }));
}

/** The facts that a row lacks. */
export const missingFacts = (record: AnyRecord, row: Readonly<Record<string, unknown>>): readonly Fact[] =>
  factsOf(record).filter(
    ({ anyOf, notFor }) =>
      !(notFor !== undefined && row.status === notFor) &&
      anyOf.every((name) => row[name] === null || row[name] === undefined || row[name] === ""),
  );
