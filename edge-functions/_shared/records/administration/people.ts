/**
 * The profile of a person, described like a record type, for forms, filters and messages. The registry's index does not
 * contain it, because people have accounts and therefore endpoints of their own (spec section 7).
 */
import { defineRecord } from "../vocabulary/types.ts";

export const people = defineRecord<"users">({
  table: "users",
  reads: "user_list",
  path: "user-table",
  route: "People",
  tab: "users",
  section: "Administration",
  label: "Users",
  noun: { one: "user", many: "users" },
  window: "administration",
  scoped: false,
  approval: false,
  groups: [
    { key: "person", label: "Person" },
    { key: "role", label: "Role and office" },
  ],
  fields: [
    {
      name: "username",
      label: "Username",
      kind: "text",
      group: "person",
      required: true,
      maxLength: 60,
      typed: "username",
    },
    {
      name: "email",
      label: "E-mail",
      kind: "text",
      group: "person",
      required: true,
      typed: "email",
    },
    { name: "name", label: "Name", kind: "text", group: "person" },
    { name: "position", label: "Position", kind: "text", group: "person" },
    {
      name: "uac_id",
      label: "Role entry",
      kind: "integer",
      group: "role",
      required: true,
      min: 1,
      options: { from: "record", path: "uac", value: "id", label: "roletype" },
    },
    { name: "roles", label: "Role", kind: "text", group: "role", required: true },
    {
      name: "region_name",
      label: "Region",
      kind: "text",
      group: "role",
      options: { from: "place", level: "region" },
    },
    {
      name: "province_name",
      label: "Province",
      kind: "text",
      group: "role",
      options: { from: "place", level: "province" },
    },
    {
      name: "muncity_name",
      label: "Municipality/City",
      kind: "text",
      group: "role",
      options: { from: "place", level: "muncity" },
    },
  ],
  filters: ["region_name", "province_name", "roles"],
  keys: [["username"]],
  columns: ["email", "name", "position", "roles", "region_name", "province_name"],
  title: "username",
  defaultSort: { field: "username", dir: "asc" },
});
