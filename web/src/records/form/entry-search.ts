/** From a row to the screen of the rows that are entered from it, such as the people of a training. */
import type { Row } from "../../lib/http/api.ts";
import type { RecordScreen } from "../common/record-screens.ts";
import type { RecordSearch } from "../common/record-search.ts";

/** What the screen of the new rows is opened with: the row that they are entered from, and the filter that shows them. */
export function entrySearch(screen: RecordScreen, path: string, row: Row): RecordSearch {
  const link = screen.entryLinks?.find((one) => one.path === path);
  const value = link && row[link.other];
  const where = link && value !== null && value !== undefined ? { [link.field]: String(value) } : undefined;
  return { from: `${path}.${row.id}`, where };
}
