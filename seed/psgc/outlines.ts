/** Reads the province outlines, in which every province of the PSGC is once (README.md beside this file). */
import { readFileSync } from "node:fs";
import type { ProvinceOutlines } from "#shared/evidence/place-files.ts";

export function readOutlines(): ProvinceOutlines {
  return JSON.parse(readFileSync(new URL("province-outlines.json", import.meta.url), "utf8"));
}
