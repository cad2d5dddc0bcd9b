/**
 * Support provided in kind, and the FME annual updating (spec section 3): two screens over one table, because the spec
 * gives the entity both names and its rows the statuses Accomplished (as provided) and Updated (as found each year).
 */
import {
  formFields,
  formFilters,
  formGroups,
  remarksField,
  remarksGroup,
  reportingFields,
  reportingFilters,
  reportingGroup,
  statusField,
} from "./groups.ts";
import { anotherScreen, defineRecord } from "./types.ts";

export const inventoryStatusMonitoring = defineRecord<"inventory_status_monitoring">({
  table: "inventory_status_monitoring",
  path: "inventory-status-monitoring",
  route: "InventoryandStatusMonitoring",
  section: "Machinery and equipment",
  label: "Inventory and Status Monitoring",
  noun: { one: "inventory record", many: "inventory records" },
  window: "accomplishment",
  scoped: true,
  approval: true,
  fixed: { status: "Accomplished" },
  groups: [reportingGroup, ...formGroups, { key: "support", label: "Support provided" }, remarksGroup],
  fields: [
    ...reportingFields,
    ...formFields,
    {
      name: "support_provided",
      label: "Support provided",
      kind: "text",
      group: "support",
      options: { from: "dropdown", list: "support-provided" },
      shown: true,
    },
    { name: "hard_component", label: "Hard component", kind: "text", group: "support", shown: true },
    { name: "description", label: "Description", kind: "long_text", group: "support" },
    { name: "quantity", label: "Quantity", kind: "integer", group: "support", shown: true },
    {
      name: "unit_hard",
      label: "Unit",
      kind: "text",
      group: "support",
      options: { from: "dropdown", list: "unit-measure" },
    },
    remarksField,
    statusField,
  ],
  filters: [...formFilters, ...reportingFilters, "support_provided", "hard_component"],
  keys: [
    [
      "arbo_name",
      "region_name",
      "province_name",
      "muncity_name",
      "reporting_year",
      "reporting_quarter",
      "year_funded",
      "subpsp_name",
      "support_provided",
      "hard_component",
      "description",
      "status",
    ],
  ],
  title: "arbo_name",
  defaultSort: { field: "arbo_name", dir: "asc" },
});

export const fmeAnnualUpdating = anotherScreen(inventoryStatusMonitoring, {
  route: "FMEAnnualUpdating",
  label: "FMEAnnualUpdating",
  fixed: { status: "Updated" },
});
