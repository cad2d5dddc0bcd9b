/** Entities of spec section 3 that are not records of an office: lists, users, roles, schedules, the log, places. */
import type { OtherEntity } from "./spec-fields.ts";

export const otherEntities: readonly OtherEntity[] = [
  {
    entity: "Dropdown reference entry",
    fields: ["id", "type", "user_id"],
    home: { table: "public.dropdown_values" },
  },
  {
    entity: "Participant category entry",
    fields: ["id", "category", "sub_category", "user_id"],
    home: { table: "public.dropdown_values" },
  },
  {
    entity: "Report schedule",
    fields: [
      ...["id", "start_date", "end_date", "remaining_days", "region_name", "province_name", "status"],
      ...["form", "duration_days"],
    ],
    home: { table: "public.report_schedules" },
    elsewhere: {
      remaining_days:
        "computed from end_date and the current day in `edge-functions/_shared/rules/days-left.ts`",
    },
  },
  {
    entity: "User",
    fields: [
      ...["id", "username", "email", "name", "position", "roles", "region_name", "province_name"],
      ...["muncity_name", "password", "uac_id", "last_sign_in"],
    ],
    home: { table: "public.users" },
    elsewhere: {
      password: "stored by Supabase Auth as a hash, not in a table of the product",
      last_sign_in: "stored by Supabase Auth; administrators read it in `public.user_list.last_sign_in`",
    },
  },
  {
    entity: "User access control (role)",
    fields: ["id", "rolename", "roletype", "route", "access_controls", "status"],
    home: { table: "public.uac" },
  },
  {
    entity: "User log",
    fields: [
      ...["id", "user_id", "user_name", "user_role", "form_name", "region_name", "province_name"],
      ...["muncity_name", "action", "status"],
    ],
    home: { table: "private.user_log" },
  },
  {
    entity: "Address value",
    fields: [
      ...["region_name", "region_code", "province_name", "province_code"],
      ...["muncity_name", "muncity_code", "barangay_name", "barangay_code"],
    ],
    home: { module: "edge-functions/_shared/evidence/place-files.ts" },
  },
];
