/** The ARC masterlist: one row per agrarian reform community (spec section 3). */
import { locationFields, locationGroup, remarksField, remarksGroup } from "../vocabulary/groups.ts";
import { defineRecord } from "../vocabulary/types.ts";

export const arcMasterlist = defineRecord<"arc_masterlist">({
  table: "arc_masterlist",
  path: "arc-masterlist",
  route: "ARC_Masterlist",
  section: "Masterlists",
  label: "ARC Masterlist",
  noun: { one: "ARC", many: "ARCs" },
  window: "accomplishment",
  scoped: true,
  approval: true,
  groups: [{ key: "identity", label: "Community" }, locationGroup, remarksGroup],
  fields: [
    {
      name: "arc_id",
      label: "ARC ID",
      kind: "text",
      group: "identity",
      maxLength: 60,
      required: true,
    },
    { name: "arc_name", label: "ARC name", kind: "text", group: "identity", required: true },
    {
      name: "arc_type",
      label: "ARC type",
      kind: "text",
      group: "identity",
      options: { from: "dropdown", list: "arc-type" },
    },
    {
      name: "year_launched",
      label: "Year launched",
      kind: "year",
      group: "identity",
      options: { from: "years" },
    },
    {
      name: "arc_classification",
      label: "Classification",
      kind: "text",
      group: "identity",
      options: { from: "dropdown", list: "arc-classification" },
    },
    ...locationFields,
    remarksField,
  ],
  filters: ["region_name", "province_name", "muncity_name", "arc_type", "arc_classification"],
  keys: [["arc_id"]],
  uniqueKeys: [["arc_id"]],
  columns: [
    "arc_type",
    "arc_classification",
    "year_launched",
    "muncity_name",
    "province_name",
    "region_name",
    "arc_id",
  ],
  title: "arc_name",
  defaultSort: { field: "arc_name", dir: "asc" },
});
