/** API calls of the administration screens: users, preview of a role, log, and reference lists. */
import type { BodyOf, DataOf } from "#shared/contracts/index.ts";
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import type { DropdownRow, ListBody } from "../../../lib/http/api.ts";
import { call } from "../../../lib/http/http.ts";

export type Person = DataOf<"POST /api/user/search">[number];
/** The fields of a user that an administrator can set. */
export type PersonInput = BodyOf<"POST /api/auth/register">;
/** A mismatch between an account of the sign-in service and the user's profile, with the action that repairs it. */
export type AccountProblem = DataOf<"POST /api/auth/users/check">[number];
export type LogEntry = DataOf<"POST /api/user-log/read">[number];
/** Number of rows of one record type in which a given value of a reference list is used. */
export type Usage = DataOf<"POST /dropdown/{list}/usage">[number];

export const people = {
  search: (body: ListBody, signal?: AbortSignal) => call("POST /api/user/search", body, { signal }),
  register: async (input: PersonInput) => (await call("POST /api/auth/register", input)).data,
  update: async (input: BodyOf<"PUT /api/auth/usersupdate">) =>
    (await call("PUT /api/auth/usersupdate", input)).data,
  setPassword: async (id: string, password: string) =>
    (await call("POST /api/auth/users/password", { id, password })).data,
  /** `pending`: the change applies in this system, but the sign-in service has not responded yet. */
  act: async (
    act: "delete" | "disable" | "enable" | "sign-out",
    { id, row_version }: Person,
  ): Promise<{ pending: boolean }> => {
    if (act === "delete") {
      await call("DELETE /api/user-table/delete", { id, row_version });
      return { pending: false };
    }
    return { pending: "pending" in (await call(`POST /api/auth/users/${act}` as const, { id })) };
  },
  check: async (signal?: AbortSignal) =>
    (await call("POST /api/auth/users/check", undefined, { signal })).data,
  repair: async () => (await call("POST /api/auth/users/repair", {})).data,
};

export const userLog = {
  read: (body: BodyOf<"POST /api/user-log/read">, signal?: AbortSignal) =>
    call("POST /api/user-log/read", body, { signal }),
  register: (form_name: string, action: string, status?: string) =>
    call("POST /api/user-log/register", [{ form_name, action, status }]),
};

export type NewValue = { type: string } | { category: string; sub_category: string | null };

const seenValue = ({ type, category, sub_category }: DropdownRow) => ({ type, category, sub_category });

export const lists = {
  register: async (list: DropdownList, value: NewValue) =>
    (await call("PUT /dropdown/{list}/register", [value], { at: { list } })).data,
  /** Renames a value, unless another user has renamed it since the caller saw it. */
  rename: (list: DropdownList, row: DropdownRow, value: NewValue & { rename_in_records?: true }) =>
    call("PUT /dropdown/{list}/update", [{ ...value, id: row.id, seen: seenValue(row) }], { at: { list } }),
  /** Deletes a value, unless another user has renamed it since the caller saw it. */
  remove: async (list: DropdownList, row: DropdownRow, replace_with?: string) => {
    const seen = { id: row.id, seen: seenValue(row) };
    const removal = replace_with === undefined ? seen : { ...seen, replace_with };
    return (await call("DELETE /dropdown/{list}/delete", [removal], { at: { list } })).data;
  },
  usage: (list: DropdownList, id: number, signal?: AbortSignal) =>
    call("POST /dropdown/{list}/usage", { id }, { at: { list }, signal }),
};
