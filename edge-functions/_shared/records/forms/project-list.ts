/**
 * The list of funded projects (spec section 3), which administrators edit. In field names, "sub-PSP" means a project,
 * and "PSP category" means its programme.
 */
import { programmeFields, programmeGroup, remarksField, remarksGroup } from "../vocabulary/groups.ts";
import { defineRecord } from "../vocabulary/types.ts";

export const projectList = defineRecord<"project_list">({
  table: "project_list",
  path: "project-list",
  route: "DARPrograms_Project",
  section: "Masterlists",
  label: "DAR Programs and Projects",
  noun: { one: "project", many: "projects" },
  window: "administration",
  scoped: false,
  copied: true,
  approval: false,
  groups: [programmeGroup, remarksGroup],
  fields: [
    ...programmeFields.map((field) =>
      field.name === "psp_category" || field.name === "subpsp_name"
        ? { ...field, required: true }
        : { ...field },
    ),
    remarksField,
  ],
  filters: ["year_funded", "psp_category", "fund_source", "subpsp_status"],
  keys: [["year_funded", "psp_category", "subpsp_name"]],
  uniqueKeys: [["year_funded", "psp_category", "subpsp_name"]],
  columns: ["year_funded", "fund_source", "psp_category", "subpsp_abbreviation", "subpsp_status"],
  title: "subpsp_name",
  defaultSort: { field: "subpsp_name", dir: "asc" },
});
