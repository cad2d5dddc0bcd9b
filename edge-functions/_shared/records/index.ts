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

// The API serves all rows of a table: of several screens over it, the first describes them, without what it fixes.
const byPath = new Map<string, AnyRecord>();
for (const { fixed: _, ...record } of records) {
  for (const path of [record.path, ...(record.aliases ?? [])]) {
    if (!byPath.has(path)) byPath.set(path, record);
  }
}
const byRoute = new Map(records.map((record) => [record.route, record]));

/** The record type served under /api/<path> or under an alias of it, or undefined. */
export const recordByPath = (path: string): AnyRecord | undefined => byPath.get(path);

/** The record type shown under /homepage/forms/<route>, or undefined. */
export const recordByRoute = (route: string): AnyRecord | undefined => byRoute.get(route);
