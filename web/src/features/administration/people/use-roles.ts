/** Loads the role entries (rows of `uac`). Reloads the lists of users after a change. */
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
 * Returns the role entries. The query key begins like that of the role list, so saving a role also reloads this query.
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

/**
 * Returns the names of the role entries by id. A name contains the level, because several entries can have the same
 * role type.
 */
export const roleNames = (roles: readonly RoleEntry[] = []): RoleNames =>
  new Map(roles.map(({ id, roletype, status }) => [id, `${roletype} (${status})`]));

/** Reloads all data that contains users, including reports. Called after a change of a user. */
export async function reloadPeople(): Promise<void> {
  void invalidateSummaries();
  await queryClient.invalidateQueries({ queryKey: ["people"] });
}
