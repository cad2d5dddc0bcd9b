/** The outlines of a place, which tell what lies outside of it. */
import { useQuery } from "@tanstack/react-query";
import type { ProvinceOutlines } from "#shared/evidence/place-files.ts";
import type { Outline } from "#shared/rules/place-in-outline.ts";
import { readJson } from "./base-map.ts";

export interface OfficePlace {
  region_name: string | null;
  province_name: string | null;
}

const none: readonly Outline[] = [];

/** Those of the province, or of the whole region where no province is named; none where none is known. */
export function useOutlines({ region_name, province_name }: OfficePlace): readonly Outline[] {
  const { data } = useQuery({
    queryKey: ["province-outlines"],
    queryFn: () => readJson<ProvinceOutlines>("/data/province-outlines.json"),
    staleTime: Number.POSITIVE_INFINITY,
    select: (file) => outlinesOf(file, { region_name, province_name }),
  });
  return data ?? none;
}

function outlinesOf(
  file: ProvinceOutlines | null,
  { region_name, province_name }: OfficePlace,
): readonly Outline[] {
  if (!region_name) return none;
  return (file?.features ?? [])
    .filter(({ properties }) =>
      properties.places.some(
        (place) =>
          place.region_name === region_name &&
          (province_name === null || place.province_name === province_name),
      ),
    )
    .map(({ geometry }) => geometry);
}

/** The words for it in sentences. */
export const placeName = ({ region_name, province_name }: OfficePlace): string =>
  province_name ?? region_name ?? "the office";
