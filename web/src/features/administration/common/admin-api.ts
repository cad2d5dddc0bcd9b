/** The calls of the administration screens: people, the preview of a role, the log, and the reference lists. */
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import type { Level, Right } from "../../../lib/current-user.ts";
import type { DropdownRow, ListBody } from "../../../lib/http/api.ts";
import { call } from "../../../lib/http/http.ts";

export interface Person {
  id: string;
  username: string;
  email: string;
  name: string | null;
  position: string | null;
  roles: string;
  uac_id: number | null;
  region_name: string | null;
  province_name: string | null;
  muncity_name: string | null;
  disabled: boolean;
  row_version: number;
  level: Level | null;
  roletype: string | null;
  rights: readonly Right[];
  routes: readonly string[];
  /** Whether the caller may change this person: not the caller, and no role above the caller's. */
  administrable: boolean;
  /** When they last signed in, ISO with time; null when never. */
  last_sign_in: string | null;
}

/** The fields of a person that can be given. */
export type PersonInput = Partial<
  Omit<Person, "rights" | "routes" | "level" | "roletype" | "administrable" | "last_sign_in">
> & {
  password?: string;
};

/** An account and its profile that do not agree, and how that is mended. */
export interface AccountProblem {
  user_id: string;
  username: string | null;
  email: string | null;
  problem: "no_profile" | "email_differs" | "not_banned" | "banned";
  repair: string;
}

export interface LogEntry {
  id: number;
  at: string;
  user_id: string | null;
  user_name: string | null;
  user_role: string | null;
  /** The name of the API token by which it was done. */
  api_token: string | null;
  form_name: string;
  form_label: string | null;
  path: string | null;
  row_id: number | null;
  /** Id of the person whom it is about, in entries about accounts. */
  subject: string | null;
  region_name: string | null;
  province_name: string | null;
  office: string | null;
  action: string;
  status: string | null;
  source: "database" | "client";
  changes: Record<string, [before: unknown, after: unknown]> | null;
}

/** How many rows of a form an office has entered in a period, and when the last one. */
export interface Reported {
  path: string;
  label: string;
  office: string;
  region_name: string | null;
  province_name: string | null;
  rows: number;
  last_entry: string | null;
}

/** The rows of one record type in which a value of a reference list stands. */
export interface Usage {
  path: string;
  label: string;
  field: string;
  field_label: string;
  count: number;
}

export interface Paged<Entry> {
  data: Entry[];
  total: number;
  total_capped?: boolean;
}

interface Success<Data> {
  data: Data;
}

const data = async <Data>(answer: Promise<Success<Data>>): Promise<Data> => (await answer).data;

export const people = {
  search: (body: ListBody, signal?: AbortSignal) =>
    call<Paged<Person>>("POST", "/api/user/search", body, signal),
  register: (input: PersonInput) => data(call<Success<Person>>("POST", "/api/auth/register", input)),
  update: (input: PersonInput) => data(call<Success<Person>>("PUT", "/api/auth/usersupdate", input)),
  remove: (id: string) => call("DELETE", "/api/user-table/delete", { id }),
  setPassword: (id: string, password: string) =>
    data(call<Success<Person>>("POST", "/api/auth/users/password", { id, password })),
  /** `pending`: it holds here at once, but the sign-in service has not answered yet. */
  act: (act: "disable" | "enable" | "sign-out", id: string) =>
    call<Success<Person> & { pending?: boolean }>("POST", `/api/auth/users/${act}`, { id }),
  check: (signal?: AbortSignal) =>
    data(call<Success<AccountProblem[]>>("POST", "/api/auth/users/check", {}, signal)),
  repair: () =>
    data(call<Success<{ repaired: number; left: AccountProblem[] }>>("POST", "/api/auth/users/repair", {})),
};

export const userLog = {
  read: (body: ListBody, signal?: AbortSignal) =>
    call<Paged<LogEntry>>("POST", "/api/user-log/read", body, signal),
  notReported: (body: object, signal?: AbortSignal) =>
    data(call<Success<Reported[]>>("POST", "/api/user-log/not-reported", body, signal)),
  register: (form_name: string, action: string, status?: string) =>
    call("POST", "/api/user-log/register", [{ form_name, action, status }]),
};

export type NewValue = { type: string } | { category: string; sub_category: string | null };

export const lists = {
  register: (list: DropdownList, value: NewValue) =>
    data(call<Success<DropdownRow[]>>("PUT", `/dropdown/${list}/register`, [value])),
  rename: (list: DropdownList, value: NewValue & { id: number; rename_in_records?: true }) =>
    call<Success<DropdownRow[]> & { renamed: number }>("PUT", `/dropdown/${list}/update`, [value]),
  remove: (list: DropdownList, id: number, replace_with?: string) =>
    data(
      call<Success<{ deleted: number; replaced: number }>>("DELETE", `/dropdown/${list}/delete`, [
        replace_with === undefined ? { id } : { id, replace_with },
      ]),
    ),
  usage: (list: DropdownList, id: number, signal?: AbortSignal) =>
    call<Success<Usage[]> & { total: number }>("POST", `/dropdown/${list}/usage`, { id }, signal),
};
