/** Users of each level for the tests, in the format of GET /api/auth/current-user. */

import type { Access, CurrentUser, Level, ReportingWindow } from "../../web/src/lib/current-user.ts";
import type { Session } from "../../web/src/lib/secrets/stored-session.ts";

export const open: ReportingWindow = { open: true, end_date: "2999-12-31", days_left: 9, reason: null };
export const closed: ReportingWindow = {
  open: false,
  end_date: "2026-03-31",
  days_left: 0,
  reason: "The Accomplishment window is closed.",
};
export const never: ReportingWindow = { open: false, end_date: null, days_left: 0, reason: null };

export const region = "Region III (Central Luzon)";
export const province = "Nueva Ecija";
export const office = `${region} / ${province}`;

/** Returns tokens of a user that expire in an hour. `name` makes the tokens unique. */
export function tokensOf(userId: string, name = "token"): Session {
  const claims = btoa(JSON.stringify({ sub: userId }));
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  return { access_token: `${name}.${claims}.s`, refresh_token: `refresh ${name}`, expires_at };
}

/** Id of a user who signs in on the computer of another user. */
export const nextUser = "00000000-0000-4000-8000-000000000002";

export function person(level: Level | null, access: Partial<Access> = {}): CurrentUser {
  const own = level === "Central" ? ("all" as const) : [office];
  return {
    id: "00000000-0000-4000-8000-000000000001",
    username: "someone",
    email: "someone@demo.example",
    name: "Some Body",
    position: null,
    roles: "A Role",
    region_name: level === "Central" ? null : region,
    province_name: level === "Provincial" ? province : null,
    muncity_name: null,
    level,
    role: { rolename: ["A Role"], roletype: "Office", route: ["forms"] },
    access: {
      rights: ["Read", "Edit", "Delete", "Approve"],
      routes: ["dashboard", "forms"],
      offices: { read: own, target: own, accomplishment: own },
      windows: { target: open, accomplishment: open },
      reference: {},
      ...access,
    },
  };
}
