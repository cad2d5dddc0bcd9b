/**
 * Rows of the location files under /data (spec sections 2 and 7): each names a place and carries the code of its parent.
 * The build of the files writes them; the address picker and the import read them.
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
 * Outlines of provinces, /data/province-outlines.json: GeoJSON, so that maps and rules read it as it is. Coarse (about
 * 150 m a step) and drawn before the youngest provinces were split off: then one outline stands for several.
 */
export interface ProvinceOutlines {
  type: "FeatureCollection";
  features: ProvinceOutline[];
}

export interface ProvinceOutline {
  type: "Feature";
  properties: { places: { region_name: string; province_name: string }[] };
  /** Longitude and latitude in degrees, WGS 84. */
  geometry: { type: "MultiPolygon"; coordinates: number[][][][] };
}
