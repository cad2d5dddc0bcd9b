/** Links from a row to the screen on which users enter related rows, such as the participants of a training. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { Row } from "../../lib/http/api.ts";
import type { RecordScreen } from "../common/record-screens.ts";
import type { RecordSearch } from "../common/record-search.ts";

/**
 * Returns the URL search parameters of the screen on which users enter rows that belong to `row`. The parameters name
 * `row`, and filter the list to the rows that belong to it.
 */
export function entrySearch(screen: RecordScreen, path: string, row: Row): RecordSearch {
  const link = screen.entryLinks?.find((one) => one.path === path);
  const value = link && row[link.other];
  const where = link && value !== null && value !== undefined ? { [link.field]: String(value) } : undefined;
  return { from: `${path}.${row.id}`, where };
}

/**
 * Returns the URL search parameters that open the form of a new row. In a list of the rows of one parent, such as an
 * ARBO, the new row is entered from this parent.
 */
export const newRowSearch = ({ parent }: AnyRecord, { about, from }: RecordSearch): Partial<RecordSearch> => {
  const id = parent && about?.[parent.name];
  return { new: 1, edit: undefined, from: from ?? (id ? `${parent.path}.${id}` : undefined) };
};
