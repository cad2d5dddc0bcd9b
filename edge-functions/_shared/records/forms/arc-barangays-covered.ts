/** Barangays of an ARC, one row per barangay (spec section 3). The barangay must be in the ARC's province. */
import {
  editedStatusField,
  locationFields,
  locationGroup,
  remarksField,
  remarksGroup,
} from "../vocabulary/groups.ts";
import { defineRecord } from "../vocabulary/types.ts";

export const arcBarangaysCovered = defineRecord<"arc_barangays_covered">({
  table: "arc_barangays_covered",
  path: "arc-barangays-covered",
  route: "ARC_Barangays",
  section: "Masterlists",
  label: "ARC Barangays Covered",
  noun: { one: "ARC barangay", many: "ARC barangays" },
  window: "accomplishment",
  scoped: true,
  approval: false,
  groups: [{ key: "identity", label: "Community" }, locationGroup, remarksGroup],
  fields: [
    {
      name: "arc_id",
      label: "ARC",
      kind: "text",
      group: "identity",
      maxLength: 60,
      options: { from: "record", path: "arc-masterlist", value: "arc_id", label: "arc_name" },
      required: true,
    },
    // Region and province are optional here, because the database copies them from the ARC.
    ...locationFields.map((field) => ({
      ...field,
      required: field.name === "muncity_name" || field.name === "barangay_name",
    })),
    remarksField,
    editedStatusField,
  ],
  filters: ["region_name", "province_name", "arc_id", "muncity_name"],
  keys: [["arc_id", "muncity_name", "barangay_name"]],
  uniqueKeys: [["arc_id", "muncity_name", "barangay_name"]],
  columns: ["arc_id", "muncity_name", "province_name", "region_name"],
  title: "barangay_name",
  defaultSort: { field: "barangay_name", dir: "asc" },
});
