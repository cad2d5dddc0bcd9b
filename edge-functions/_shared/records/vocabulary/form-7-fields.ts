/** Fields shared by the record types of Form 7: products and services developed, and their sales (spec section 3). */
import { largestAmount } from "./groups.ts";
import type { Field, FieldGroup } from "./types.ts";

type ProductColumn =
  | "type_product"
  | "raw_materials"
  | "service_developed"
  | "product_developed"
  | "product_name"
  | "date_developed"
  | "registration";

type OutputColumn =
  | "volume_produced"
  | "unit_measure"
  | "sales_generated"
  | "marketing_instrument"
  | "name_buyer"
  | "num_arbs"
  | "male_arbs"
  | "female_arbs";

export const productGroup: FieldGroup = { key: "product", label: "Product or service" };
export const outputGroup: FieldGroup = { key: "output", label: "Production and sales" };

export const productFields: readonly Field<ProductColumn>[] = [
  {
    name: "type_product",
    label: "Type of product",
    kind: "text",
    group: "product",
    options: { from: "dropdown", list: "type-product" },
  },
  { name: "raw_materials", label: "Raw materials", kind: "text", group: "product" },
  { name: "service_developed", label: "Service developed", kind: "text", group: "product" },
  { name: "product_developed", label: "Product developed", kind: "text", group: "product" },
  { name: "product_name", label: "Product name", kind: "text", group: "product" },
  { name: "date_developed", label: "Date developed", kind: "date", group: "product" },
  {
    name: "registration",
    label: "Registration",
    kind: "text",
    group: "product",
    options: { from: "dropdown", list: "registration" },
  },
];

export const outputFields: readonly Field<OutputColumn>[] = [
  {
    name: "volume_produced",
    label: "Volume produced",
    kind: "decimal",
    group: "output",
    min: 0,
    unitIn: "unit_measure",
  },
  {
    name: "unit_measure",
    label: "Unit",
    kind: "text",
    group: "output",
    options: { from: "dropdown", list: "unit-measure" },
  },
  {
    name: "sales_generated",
    label: "Sales generated (PHP)",
    kind: "integer",
    group: "output",
    max: largestAmount,
    summed: true,
  },
  {
    name: "marketing_instrument",
    label: "Marketing instrument",
    kind: "text",
    group: "output",
    options: { from: "dropdown", list: "marketing-instrument" },
  },
  { name: "name_buyer", label: "Buyer", kind: "text", group: "output" },
  { name: "num_arbs", label: "All ARBs", kind: "integer", group: "output" },
  { name: "male_arbs", label: "Male ARBs", kind: "integer", group: "output" },
  { name: "female_arbs", label: "Female ARBs", kind: "integer", group: "output" },
];
