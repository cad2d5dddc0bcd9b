/** Everything of one ARBO, in one call. */
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/http/http.ts";

/** The ARBO by the id of its row in the masterlist, or by its ARBO ID. */
export type WantedArbo = { id: number } | { arbo_id: string };

export const arboPageKey = (wanted: WantedArbo) => ["arbo-page", wanted];

export function useArboPage(wanted: WantedArbo) {
  return useQuery({
    queryKey: arboPageKey(wanted),
    queryFn: async ({ signal }) => (await call("POST /api/arbo-page", wanted, { signal })).data,
    // Rows are changed in other screens: whoever comes back sees them as they are.
    refetchOnMount: "always",
  });
}
