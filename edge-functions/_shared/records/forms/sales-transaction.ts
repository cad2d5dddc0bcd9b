/**
 * Sales that were entered for a marketing assistance record (spec section 3). Like other records, a sale has a status.
 */
import {
  arboFields,
  arboGroup,
  arboParent,
  copiedFields,
  editedStatusField,
  locationFields,
  locationGroup,
  remarksField,
  remarksGroup,
} from "../vocabulary/groups.ts";
import { grossSales } from "../vocabulary/income-rules.ts";
import { defineRecord } from "../vocabulary/types.ts";

const table = "sales_transactions";

export const salesTransaction = defineRecord<typeof table>({
  table,
  path: "sales-transaction",
  route: "Sales_Transactions",
  section: "Marketing",
  label: "Sales Transactions",
  noun: { one: "sales transaction", many: "sales transactions" },
  window: "accomplishment",
  scoped: true,
  parent: arboParent,
  approval: false,
  groups: [arboGroup, locationGroup, { key: "sale", label: "Sale" }, remarksGroup],
  fields: [
    {
      name: "mark_assist_id",
      label: "Marketing assistance record",
      kind: "integer",
      group: "arbo",
      options: {
        from: "record",
        path: "arb-marketing-assistance-monitoring",
        value: "id",
        label: "arbo_name",
      },
      min: 1,
      required: true,
    },
    ...arboFields,
    ...locationFields,
    { name: "transaction_date", label: "Transaction date", kind: "date", group: "sale" },
    { name: "commodity", label: "Commodity", kind: "text", group: "sale" },
    {
      name: "type_buyer",
      label: "Type of buyer",
      kind: "text",
      group: "sale",
      options: { from: "dropdown", list: "type-buyer" },
    },
    { name: "buyer_name", label: "Buyer", kind: "text", group: "sale" },
    {
      name: "buying_arrangement",
      label: "Buying arrangement",
      kind: "text",
      group: "sale",
      options: { from: "dropdown", list: "buying-arrangement" },
    },
    {
      name: "term_payment",
      label: "Terms of payment",
      kind: "text",
      group: "sale",
      options: { from: "dropdown", list: "term-payment" },
    },
    { name: "volume", label: "Volume", kind: "decimal", group: "sale", min: 0, unitIn: "unit_measure" },
    {
      name: "unit_measure",
      label: "Unit",
      kind: "text",
      group: "sale",
      options: { from: "dropdown", list: "unit-measure" },
    },
    {
      name: "price_per_unit",
      label: "Price per unit (PHP)",
      kind: "decimal",
      group: "sale",
      min: 0,
      unitIn: "unit_measure",
    },
    {
      name: "gross_sales",
      label: "Gross sales (PHP)",
      kind: "decimal",
      group: "sale",
      min: 0,
      summed: true,
    },
    remarksField,
    // New forms start with a status, because a form sends every field and an empty status would replace the column's
    // default.
    { ...editedStatusField, preset: "Accomplished" },
  ],
  filters: ["region_name", "province_name", "arbo_id", "arbo_name", "mark_assist_id", "status"],
  comparisons: [
    { kind: "outlier", field: "gross_sales", group: ["commodity"] },
    { kind: "outlier", field: "price_per_unit", group: ["commodity", "unit_measure"] },
  ],
  computed: [grossSales(table, "gross_sales", "volume", "price_per_unit")],
  keys: [["mark_assist_id", "transaction_date", "commodity", "buyer_name", "volume"]],
  enteredFrom: [
    {
      path: "arb-marketing-assistance-monitoring",
      takes: { mark_assist_id: "id", ...copiedFields(arboFields), ...copiedFields(locationFields) },
    },
  ],
  columns: [
    "transaction_date",
    "arbo_name",
    "gross_sales",
    "volume",
    "unit_measure",
    "price_per_unit",
    "buyer_name",
    "muncity_name",
    "province_name",
    "region_name",
  ],
  title: "commodity",
  defaultSort: { field: "transaction_date", dir: "desc" },
});
