/**
 * User access control: role entries with routes, rights and a level, which administrators edit (spec sections 3 and 6).
 */
import { levelNames } from "../../access/levels.ts";
import { headerTabs, tabLabels } from "../../access/tab-labels.ts";
import { defineRecord } from "../vocabulary/types.ts";

/**
 * Rights of roles. `Read`, `Edit` and `Delete` are those of spec section 6. `Approve` lets a user approve rows that
 * other users entered; `Approve own` adds the user's own rows. `Sensitive` gives access to personal data (RA 10173).
 */
export const roleRights = ["Read", "Edit", "Delete", "Approve", "Approve own", "Sensitive"] as const;
/** Levels, from the widest to the narrowest. */
export const roleLevels = levelNames;

export const uac = defineRecord<"uac">({
  table: "uac",
  path: "uac",
  aliases: ["Uac"],
  route: "Roles",
  tab: "users",
  section: "Administration",
  label: "Roles",
  noun: { one: "role", many: "roles" },
  window: "administration",
  scoped: false,
  approval: false,
  groups: [
    { key: "role", label: "Role" },
    { key: "access", label: "Access" },
  ],
  fields: [
    {
      name: "rolename",
      label: "Role names",
      kind: "list",
      group: "role",
      required: true,
      help: "Each user has one of these names. All of them give the same access.",
    },
    { name: "roletype", label: "Role type", kind: "text", group: "role", required: true },
    {
      name: "status",
      label: "Level",
      kind: "text",
      group: "access",
      options: { from: "values", values: roleLevels },
      required: true,
    },
    {
      name: "route",
      label: "Routes",
      kind: "list",
      group: "access",
      options: { from: "values", values: headerTabs, labels: tabLabels },
      required: true,
    },
    {
      name: "access_controls",
      label: "Access controls",
      kind: "list",
      group: "access",
      options: { from: "values", values: roleRights },
      required: true,
      help: "Approve: sets rows to Approved, and back to Pending. Approve own: also rows that the user entered. Sensitive: shows birthdays and 4Ps, solo parent, PWD and IP marks.",
    },
  ],
  filters: ["status", "roletype"],
  keys: [["roletype", "status"]],
  columns: ["rolename", "status", "route", "access_controls"],
  title: "roletype",
  defaultSort: { field: "roletype", dir: "asc" },
});
