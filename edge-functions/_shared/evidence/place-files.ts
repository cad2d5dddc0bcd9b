/**
 * Row types of the files with places under /data (spec sections 2 and 7). A row has the name of a place and the code of
 * its parent. The build writes the files. The address picker and the import read them.
 */

export interface Region {
  region_name: string;
  region_code: string;
}

export interface Province {
  province_name: string;
  province_code: string;
  region_code: string;
}

export interface Town {
  muncity_name: string;
  muncity_code: string;
  province_code: string;
}

export interface Barangay {
  barangay_name: string;
  barangay_code: string;
  muncity_code: string;
}

/**
 * Outlines of provinces in /data/province-outlines.json, as GeoJSON for maps and rules, with a resolution of about 150
 * m. The outlines are older than the newest provinces, so one outline can cover several provinces.
 */
export interface ProvinceOutlines {
  type: "FeatureCollection";
  features: ProvinceOutline[];
}

export interface ProvinceOutline {
  type: "Feature";
  properties: { places: { region_name: string; province_name: string }[] };
  /** Positions as [longitude, latitude] in degrees, WGS 84. */
  geometry: { type: "MultiPolygon"; coordinates: number[][][][] };
}
