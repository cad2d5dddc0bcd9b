/** Loads the role entries (rows of `uac`), and reloads the lists of users after a change. */
import { useQuery } from "@tanstack/react-query";
import type { Level, Right } from "../../../lib/current-user.ts";
import { api } from "../../../lib/http/api.ts";
import { invalidateSummaries, queryClient } from "../../../lib/http/query-client.ts";

export interface RoleEntry {
  id: number;
  rolename: string[];
  roletype: string;
  route: string[];
  access_controls: Right[];
  status: Level;
}

const path = "uac";

/**
 * Returns the role entries. The key of this query starts like the keys of the queries of the role list. Saving a role
 * invalidates all keys with this start, so the role entries are reloaded too.
 */
export const useRoles = () =>
  useQuery({
    queryKey: ["records", path, "roles"],
    queryFn: ({ signal }) => readRoles(signal),
  });

export const readRoles = async (signal?: AbortSignal): Promise<RoleEntry[]> =>
  (await api.list(path, {}, signal)).data as unknown as RoleEntry[];

/** Names of the role entries by id. */
export type RoleNames = ReadonlyMap<number, string>;

/** Several entries may have the same type, so their names include the level. */
export const roleNames = (roles: readonly RoleEntry[] = []): RoleNames =>
  new Map(roles.map(({ id, roletype, status }) => [id, `${roletype} (${status})`]));

/** Reloads all lists of users after a change. Reports also name users. */
export async function reloadPeople(): Promise<void> {
  void invalidateSummaries();
  await queryClient.invalidateQueries({ queryKey: ["people"] });
}
