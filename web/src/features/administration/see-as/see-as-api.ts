/** What a person, or a role that is being written, gets to see and to do: answered by the database with their claims. */
import type { CurrentUser, Level, Right } from "../../../lib/current-user.ts";
import { call } from "../../../lib/http/http.ts";

export interface RoleDraft {
  rolename: readonly string[];
  roletype: string | null;
  route: readonly string[];
  access_controls: readonly Right[];
  status: Level;
}

export type Eyes =
  | { user_id: string }
  | { role: RoleDraft; region_name: string | null; province_name: string | null };

export interface SeenWindow {
  open: boolean;
  start_date: string | null;
  end_date: string | null;
  days_left: number;
  reason: string | null;
}

export interface SeenScreen {
  path: string;
  route: string;
  label: string;
  section: string;
  tab: "forms" | "users" | null;
  shown: boolean;
  why: string | null;
  columns: { hidden: { name: string; label: string; why: string | null }[] };
  rows: { total: number; offices: { office: string; count: number }[] };
  actions: { action: "add" | "edit" | "delete" | "approve"; allowed: boolean; why: string | null }[];
}

export interface Seen {
  user: Pick<CurrentUser, "username" | "name" | "roles" | "region_name" | "province_name"> | null;
  level: Level | null;
  rights: readonly Right[];
  routes: readonly string[];
  scope: string;
  windows: { target: SeenWindow; accomplishment: SeenWindow };
  tabs: { route: string; shown: boolean; why: string | null }[];
  screens: SeenScreen[];
}

export const seeAs = async (eyes: Eyes, signal?: AbortSignal): Promise<Seen> =>
  (await call<{ data: Seen }>("POST", "/api/uac/see-as", eyes, signal)).data;
