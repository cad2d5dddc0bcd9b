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
 * Returns the role entries. Saving a role reloads the role list and every query whose key begins in the same way, such
 * as this query.
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
 * Returns the names of the role entries by id. Several entries can have the same role type, so a name also contains the
 * level.
 */
export const roleNames = (roles: readonly RoleEntry[] = []): RoleNames =>
  new Map(roles.map(({ id, roletype, status }) => [id, `${roletype} (${status})`]));

/** Reloads all data that contains users, including reports, after a user has changed. */
export async function reloadPeople(): Promise<void> {
  void invalidateSummaries();
  await queryClient.invalidateQueries({ queryKey: ["people"] });
}
