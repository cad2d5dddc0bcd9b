/** Links to the files of rows on the screen; read anew before they end. */
import { useQuery } from "@tanstack/react-query";
import { readLinks } from "./evidence-api.ts";

/** Links are good for five minutes. */
const readAgain = 4 * 60_000;

export function useLinks(path: string, ids: readonly number[]) {
  return useQuery({
    queryKey: ["file-links", path, ids],
    queryFn: ({ signal }) => readLinks(path, ids, signal),
    enabled: ids.length > 0,
    staleTime: readAgain,
    gcTime: readAgain,
    refetchInterval: readAgain,
  });
}
