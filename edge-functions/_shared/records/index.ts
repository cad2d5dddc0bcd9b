/** Every record type of the product, in the order of the forms menu. A new one is one line here. */
import { arboMasterlist } from "./arbo-masterlist.ts";
import { arcBarangaysCovered } from "./arc-barangays-covered.ts";
import { arcMasterlist } from "./arc-masterlist.ts";
import { projectList } from "./project-list.ts";
import type { AnyRecord } from "./types.ts";

export const records: readonly AnyRecord[] = [
  arboMasterlist,
  arcMasterlist,
  arcBarangaysCovered,
  projectList,
];

const byPath = new Map(records.map((record) => [record.path, record]));
const byRoute = new Map(records.map((record) => [record.route, record]));

/** The record type served under /api/<path>, or undefined. */
export const recordByPath = (path: string): AnyRecord | undefined => byPath.get(path);

/** The record type shown under /homepage/forms/<route>, or undefined. */
export const recordByRoute = (route: string): AnyRecord | undefined => byRoute.get(route);
