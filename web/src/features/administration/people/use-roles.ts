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
    queryFn: async ({ signal }) => (await api.list(path, {}, signal)).data as unknown as RoleEntry[],
  });

/** Reloads all lists of users after a change. Reports also name users. */
export async function reloadPeople(): Promise<void> {
  void invalidateSummaries();
  await queryClient.invalidateQueries({ queryKey: ["people"] });
}
