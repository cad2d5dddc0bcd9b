/** Form 7, product development (spec section 3): annual target, annual accomplishment, and sales by quarter. */

import { outputFields, outputGroup, productFields, productGroup } from "../vocabulary/form-7-fields.ts";
import { arbsBySex, bothSexes } from "../vocabulary/form-11-fields.ts";
import {
  aboutFact,
  accomplishmentFacts,
  accomplishmentFactsWithKey,
  formFields,
  formFieldsWithKey,
  formFilters,
  formGroups,
  inReportedYear,
  only,
  remarksField,
  remarksGroup,
  reportingFields,
  reportingFilters,
  reportingGroup,
  softCheckReason,
  takenOver,
  targetFacts,
} from "../vocabulary/groups.ts";
import { trainingDays, trainingFields, trainingGroup, trainingOrder } from "../vocabulary/training-fields.ts";
import { defineRecord } from "../vocabulary/types.ts";

const office = ["arbo_name", "region_name", "province_name", "muncity_name"] as const;

const productFact = aboutFact(
  "The product or service",
  "product_name",
  "product_developed",
  "service_developed",
  "type_product",
);

export const form7Proddev = defineRecord<"form7_proddevs">({
  table: "form7_proddevs",
  path: "form7-proddev",
  route: "Form7ProdDevTarget",
  section: "Form 7",
  label: "Annual Target",
  noun: { one: "target", many: "targets" },
  window: "target",
  scoped: true,
  approval: true,
  groups: [reportingGroup, ...formGroups, trainingGroup, productGroup, outputGroup, remarksGroup],
  fields: [
    ...reportingFields,
    ...formFields,
    ...trainingFields,
    ...productFields,
    ...outputFields,
    remarksField,
  ],
  filters: [...formFilters, ...reportingFilters, "training_id", "type_product"],
  facts: targetFacts(productFact),
  kept: [softCheckReason],
  softChecks: [bothSexes],
  sums: [arbsBySex("form7_proddevs")],
  computed: [trainingDays("form7_proddevs")],
  dateOrders: [trainingOrder("form7_proddevs")],
  keys: [[...office, "reporting_year", "year_funded", "subpsp_name", "training_title", "product_name"]],
  title: "arbo_name",
  defaultSort: { field: "arbo_name", dir: "asc" },
});

export const form7Accomp = defineRecord<"form7_accomps">({
  table: "form7_accomps",
  path: "form7-accomp",
  route: "Form7ProdDevAccomp",
  section: "Form 7",
  label: "Annual Accomplishment (Form 7)",
  noun: { one: "accomplishment", many: "accomplishments" },
  window: "accomplishment",
  scoped: true,
  approval: true,
  groups: [reportingGroup, ...formGroups, trainingGroup, productGroup, outputGroup, remarksGroup],
  fields: [
    ...reportingFields,
    ...formFields,
    ...only(trainingFields, "training_title", "training_id", "start_date", "end_date"),
    ...productFields,
    ...only(outputFields, "sales_generated"),
    remarksField,
  ],
  filters: [...formFilters, ...reportingFilters, "psp_category", "subpsp_name", "type_product"],
  facts: accomplishmentFacts(productFact),
  kept: [softCheckReason],
  softChecks: [inReportedYear("date_developed")],
  dateOrders: [trainingOrder("form7_accomps")],
  keys: [
    [
      ...office,
      "reporting_year",
      "year_funded",
      "subpsp_name",
      "training_title",
      "product_name",
      "date_developed",
    ],
  ],
  title: "arbo_name",
  defaultSort: { field: "arbo_name", dir: "asc" },
});

export const qtrSalesReport = defineRecord<"qtr_sales_reports">({
  table: "qtr_sales_reports",
  path: "qtr-sales-report",
  route: "Form7SalesReport",
  section: "Form 7",
  label: "Quarterly Sales Report",
  noun: { one: "sales report", many: "sales reports" },
  window: "accomplishment",
  scoped: true,
  approval: true,
  groups: [reportingGroup, ...formGroups, productGroup, outputGroup, remarksGroup],
  fields: [
    ...reportingFields,
    ...formFieldsWithKey,
    {
      name: "proddev_id",
      label: "Product",
      kind: "integer",
      group: "product",
      options: { from: "record", path: "form7-proddev", value: "id", label: "product_name" },
      min: 1,
    },
    { name: "transaction_date", label: "Transaction date", kind: "date", group: "output", shown: true },
    ...outputFields,
    remarksField,
  ],
  filters: [
    ...formFilters,
    ...reportingFilters,
    "psp_category",
    "subpsp_name",
    "proddev_id",
    "arboPrimaryKey",
  ],
  facts: accomplishmentFactsWithKey(aboutFact("Sales or volume", "sales_generated", "volume_produced")),
  kept: [softCheckReason],
  softChecks: [
    bothSexes,
    inReportedYear("transaction_date"),
    { kind: "tenfold", field: "sales_generated", same: ["arbo_name"] },
  ],
  sums: [arbsBySex("qtr_sales_reports")],
  keys: [
    [
      ...office,
      "proddev_id",
      "reporting_year",
      "reporting_quarter",
      "reporting_month",
      "transaction_date",
      "name_buyer",
      "volume_produced",
    ],
  ],
  enteredFrom: [{ path: "form7-proddev", takes: { proddev_id: "id", ...takenOver(formFields) } }],
  title: "arbo_name",
  defaultSort: { field: "arbo_name", dir: "asc" },
});
