/**
 * Support given in kind, and the annual update of farm machinery and equipment (FME; spec section 3). Two screens share
 * one table. One lists the support as given (status Accomplished). The other lists its condition in each year (status
 * Updated).
 */
import { inKindFields, supportFact, unitHardField } from "../vocabulary/form-11-fields.ts";
import {
  accomplishmentFacts,
  arboParent,
  formFields,
  formFilters,
  formGroups,
  remarksField,
  remarksGroup,
  reportingFields,
  reportingFilters,
  reportingGroup,
  statusField,
} from "../vocabulary/groups.ts";
import { anotherScreen, defineRecord } from "../vocabulary/types.ts";

export const inventoryStatusMonitoring = defineRecord<"inventory_status_monitoring">({
  table: "inventory_status_monitoring",
  path: "inventory-status-monitoring",
  route: "InventoryandStatusMonitoring",
  section: "Machinery and equipment",
  label: "Inventory and Status Monitoring",
  noun: { one: "inventory record", many: "inventory records" },
  window: "accomplishment",
  scoped: true,
  parent: arboParent,
  approval: true,
  fixed: { status: "Accomplished" },
  groups: [reportingGroup, ...formGroups, { key: "support", label: "Support provided" }, remarksGroup],
  fields: [
    ...reportingFields,
    ...formFields,
    ...inKindFields,
    { name: "quantity", label: "Quantity", kind: "integer", group: "support", unitIn: "unit_hard" },
    unitHardField,
    remarksField,
    statusField,
  ],
  filters: [...formFilters, ...reportingFilters, "support_provided", "hard_component"],
  facts: accomplishmentFacts(supportFact),
  keys: [
    [
      "arbo_name",
      "region_name",
      "province_name",
      "muncity_name",
      "reporting_year",
      "reporting_quarter",
      "reporting_month",
      "year_funded",
      "subpsp_name",
      "support_provided",
      "hard_component",
      "description",
      "status",
    ],
  ],
  columns: [
    "reporting_year",
    "reporting_quarter",
    "hard_component",
    "quantity",
    "status",
    "support_provided",
    "unit_hard",
    "muncity_name",
    "province_name",
    "region_name",
  ],
  title: "arbo_name",
  defaultSort: { field: "arbo_name", dir: "asc" },
});

export const fmeAnnualUpdating = anotherScreen(inventoryStatusMonitoring, {
  route: "FMEAnnualUpdating",
  label: "FMEAnnualUpdating",
  fixed: { status: "Updated" },
});
