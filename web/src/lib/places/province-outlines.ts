/** Query for the outlines of all provinces, for maps and for checking whether a point lies outside an office's area. */
import { queryOptions } from "@tanstack/react-query";
import type { ProvinceOutlines } from "#shared/evidence/place-files.ts";
import { readPlaceFile } from "./read-place-file.ts";

export const outlinesQuery = queryOptions({
  queryKey: ["places", "province-outlines"],
  queryFn: () => readPlaceFile<ProvinceOutlines>("province-outlines"),
  staleTime: Number.POSITIVE_INFINITY,
});
