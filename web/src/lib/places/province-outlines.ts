/** Query for the outlines of all provinces. The map of a chart and the check of a point share one copy. */
import { queryOptions } from "@tanstack/react-query";
import type { ProvinceOutlines } from "#shared/evidence/place-files.ts";
import { readPlaceFile } from "./read-place-file.ts";

export const outlinesQuery = queryOptions({
  queryKey: ["places", "province-outlines"],
  queryFn: () => readPlaceFile<ProvinceOutlines>("province-outlines"),
  staleTime: Number.POSITIVE_INFINITY,
});
