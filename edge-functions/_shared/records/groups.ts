/** Field groups that nearly every record carries (spec section 3), described once. */
import type { Field, FieldGroup } from "./types.ts";

type LocationColumn = "region_name" | "province_name" | "muncity_name" | "barangay_name" | "cd";
type ArcColumn = "arc_id" | "arc_name" | "arc_type" | "arc_cluster_name";
type ProgrammeColumn =
  | "year_funded"
  | "fund_source"
  | "psp_category"
  | "subpsp_name"
  | "subpsp_abbreviation"
  | "subpsp_status";

export const locationGroup: FieldGroup = { key: "location", label: "Location" };
export const arcGroup: FieldGroup = { key: "arc", label: "ARC" };
export const programmeGroup: FieldGroup = { key: "programme", label: "Programme" };
export const remarksGroup: FieldGroup = { key: "remarks", label: "Remarks" };

/** Region to barangay, and the congressional district. The first two decide the office that a row belongs to. */
export const locationFields: readonly Field<LocationColumn>[] = [
  {
    name: "region_name",
    label: "Region",
    kind: "text",
    group: "location",
    options: { from: "place", level: "region" },
    required: true,
    shown: true,
  },
  {
    name: "province_name",
    label: "Province",
    kind: "text",
    group: "location",
    options: { from: "place", level: "province" },
    shown: true,
  },
  {
    name: "muncity_name",
    label: "Municipality/City",
    kind: "text",
    group: "location",
    options: { from: "place", level: "muncity" },
    shown: true,
  },
  {
    name: "barangay_name",
    label: "Barangay",
    kind: "text",
    group: "location",
    options: { from: "place", level: "barangay" },
  },
  { name: "cd", label: "Congressional district", kind: "text", group: "location" },
];

/** The link to the agrarian reform community. */
export const arcFields: readonly Field<ArcColumn>[] = [
  { name: "arc_id", label: "ARC ID", kind: "text", group: "arc" },
  { name: "arc_name", label: "ARC name", kind: "text", group: "arc", shown: true },
  {
    name: "arc_type",
    label: "ARC type",
    kind: "text",
    group: "arc",
    options: { from: "dropdown", list: "arc-type" },
  },
  { name: "arc_cluster_name", label: "ARC cluster", kind: "text", group: "arc" },
];

/** The funded project programme: a PSP category with its sub-PSP. */
export const programmeFields: readonly Field<ProgrammeColumn>[] = [
  {
    name: "year_funded",
    label: "Year funded",
    kind: "year",
    group: "programme",
    options: { from: "years" },
    shown: true,
  },
  {
    name: "fund_source",
    label: "Fund source",
    kind: "text",
    group: "programme",
    options: { from: "dropdown", list: "fund-source" },
  },
  { name: "psp_category", label: "PSP category", kind: "text", group: "programme", shown: true },
  { name: "subpsp_name", label: "Sub-PSP", kind: "text", group: "programme", shown: true },
  { name: "subpsp_abbreviation", label: "Sub-PSP abbreviation", kind: "text", group: "programme" },
  {
    name: "subpsp_status",
    label: "Sub-PSP status",
    kind: "text",
    group: "programme",
    options: { from: "dropdown", list: "subpsp-status" },
  },
];

/** Free text at the end of every record. */
export const remarksField = {
  name: "remarks",
  label: "Remarks",
  kind: "long_text",
  group: "remarks",
} as const satisfies Field<"remarks">;
