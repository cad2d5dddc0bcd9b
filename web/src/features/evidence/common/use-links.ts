/** Links to the files of the rows on screen, reloaded before they expire. */
import { useQuery } from "@tanstack/react-query";
import { readLinks } from "./evidence-api.ts";

/** Reload after four minutes, because links expire after five. */
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
