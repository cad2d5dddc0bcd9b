/** Loads the outlines of an office's area, for checking whether a point lies outside. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ProvinceOutlines } from "#shared/evidence/place-files.ts";
import type { Outline } from "#shared/rules/place-in-outline.ts";
import { outlinesQuery } from "../../../lib/places/province-outlines.ts";

export interface OfficePlace {
  region_name: string | null;
  province_name: string | null;
}

const none: readonly Outline[] = [];

/** Returns the outlines of the province, or of the whole region without a province; empty if the region is unknown. */
export function useOutlines({ region_name, province_name }: OfficePlace): readonly Outline[] {
  const { data } = useQuery(outlinesQuery);
  return useMemo(() => outlinesOf(data, { region_name, province_name }), [data, region_name, province_name]);
}

function outlinesOf(
  file: ProvinceOutlines | undefined,
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

/** Returns the name of the province or region for use in sentences. */
export const placeName = ({ region_name, province_name }: OfficePlace): string =>
  province_name ?? region_name ?? "the office";
