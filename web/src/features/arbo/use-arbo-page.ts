/** Loads all data about one ARBO in one call. */
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/http/http.ts";

/** Identifies an ARBO by its masterlist row id or by its ARBO ID. */
export type WantedArbo = { id: number } | { arbo_id: string };

export const arboPageKey = (wanted: WantedArbo) => ["arbo-page", wanted];

export function useArboPage(wanted: WantedArbo) {
  return useQuery({
    queryKey: arboPageKey(wanted),
    meta: { offline: "page" },
    queryFn: async ({ signal }) => (await call("POST /api/arbo-page", wanted, { signal })).data,
    // Reload when the user returns to the page, because rows may have changed on other screens.
    refetchOnMount: "always",
  });
}
