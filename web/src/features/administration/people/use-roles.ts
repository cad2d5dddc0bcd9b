/** The role entries, and the reading of people after a write. */
import { useQuery } from "@tanstack/react-query";
import type { Level, Right } from "../../../lib/current-user.ts";
import { api } from "../../../lib/http/api.ts";
import { queryClient } from "../../../lib/http/query-client.ts";

export interface RoleEntry {
  id: number;
  rolename: string[];
  roletype: string;
  route: string[];
  access_controls: Right[];
  status: Level;
}

const path = "uac";

/** Kept where the lists of the record type are, so that a changed role is read anew here, too. */
export const useRoles = () =>
  useQuery({
    queryKey: ["records", path, "roles"],
    queryFn: async ({ signal }) => (await api.list(path, {}, signal)).data as unknown as RoleEntry[],
  });

/** After a write every list of people is read anew. */
export const peopleChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ["people"] });
