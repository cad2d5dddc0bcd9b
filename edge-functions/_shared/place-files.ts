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
