/** Reads the province outlines. Each province of the PSGC is in exactly one outline (see README.md in this folder). */
import { readFileSync } from "node:fs";
import type { ProvinceOutlines } from "#shared/evidence/place-files.ts";

export function readOutlines(): ProvinceOutlines {
  return JSON.parse(readFileSync(new URL("province-outlines.json", import.meta.url), "utf8"));
}
