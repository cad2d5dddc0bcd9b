/** Which record types offices report in a window. */
import { records } from "./index.ts";
import type { AnyRecord } from "./vocabulary/types.ts";

/** Once a table: several screens may show the rows of one. */
export function reportedIn(window: "target" | "accomplishment"): AnyRecord[] {
  const seen = new Set<string>();
  return records.filter((record) => {
    const counts =
      record.scoped && (record.window === window || record.window === "status") && !seen.has(record.table);
    if (counts) seen.add(record.table);
    return counts;
  });
}
