/** Report schedules: the time windows in which all offices or one office may enter data (spec section 3). */
import { defineRecord } from "../vocabulary/types.ts";
import { windowLabels } from "../vocabulary/window-labels.ts";

export const reportSchedules = defineRecord<"report_schedules">({
  table: "report_schedules",
  reads: "report_schedules_in_full",
  path: "report-schedules",
  route: "ReportSchedules",
  tab: "users",
  section: "Administration",
  label: "Report schedules",
  noun: { one: "schedule", many: "schedules" },
  window: "administration",
  scoped: false,
  approval: false,
  groups: [
    { key: "window", label: "Window" },
    { key: "coverage", label: "Offices" },
  ],
  fields: [
    {
      name: "form",
      label: "Form",
      kind: "text",
      group: "window",
      options: { from: "values", values: ["target", "accomplishment"], labels: windowLabels },
      synonyms: { accomp: "accomplishment" },
      required: true,
    },
    { name: "start_date", label: "First day", kind: "date", group: "window", required: true, yearsAhead: 10 },
    { name: "end_date", label: "End date", kind: "date", group: "window", required: true, yearsAhead: 10 },
    {
      name: "status",
      label: "Status",
      kind: "text",
      group: "window",
      options: { from: "values", values: ["OnGoing", "Closed"], labels: { OnGoing: "Open" } },
      required: true,
      preset: "OnGoing",
      help: "Closed ends the window before its end date.",
    },
    {
      name: "region_name",
      label: "Region",
      kind: "text",
      group: "coverage",
      options: { from: "place", level: "region" },
      help: "Leave it empty for the whole country.",
    },
    {
      name: "province_name",
      label: "Province",
      kind: "text",
      group: "coverage",
      options: { from: "place", level: "province" },
    },
  ],
  filters: ["form", "status", "region_name", "province_name"],
  dateOrders: [
    { from: "start_date", to: "end_date", constraint: "report_schedules_end_date_not_before_start" },
  ],
  keys: [["form", "start_date", "region_name", "province_name"]],
  columns: ["start_date", "end_date", "status", "region_name", "province_name"],
  title: "form",
  defaultSort: { field: "start_date", dir: "desc" },
});
