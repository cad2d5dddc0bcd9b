/**
 * Moves through the rows of a list one by one, across its pages. The order of the visited rows never changes. A row
 * that an action removes from the list stays in the order, so that the user can move on from that row.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api, type Row } from "../../lib/http/api.ts";
import { listBody } from "../common/list-body.ts";
import type { RecordSearch } from "../common/record-search.ts";

/** A row of the list, by its id, and the page that contained the row when it was loaded. */
interface Place {
  row: number;
  page: number;
}

interface Known {
  places: readonly Place[];
  /** Numbers of the first and last page that were loaded so far. */
  first: number;
  last: number;
}

export interface Walk {
  /** Finds the row before or after the current row, and its page. Returns null at an end of the list. */
  find: (step: 1 | -1) => Promise<Place | null>;
  /** Id of the row after the current one, if already loaded. */
  ahead: number | undefined;
  /** Must be called after an action that may have removed the row from the list. */
  acted: () => void;
}

const placesOf = (ids: readonly number[], page: number): Place[] => ids.map((row) => ({ row, page }));

const indexOf = ({ places }: Known, id: number): number => places.findIndex(({ row }) => row === id);

/** Returns the rows on the pages that were loaded so far. Starts again when the user opens another list. */
function useKnown({ page = 1 }: RecordSearch, rows: readonly Row[], id: number) {
  const start = (): Known => {
    const ids = rows.map((row) => row.id);
    return { places: placesOf(ids, page), first: page, last: page };
  };
  const [known, setKnown] = useState(start);
  // The shown page contains the current row, but `known` does not. The user has opened another list, or the first page
  // has just loaded. So restart `known` with the shown page.
  if (indexOf(known, id) < 0 && rows.some((row) => row.id === id)) setKnown(start());
  return [known, setKnown] as const;
}

/** Returns a function that loads a page of the list and returns the ids of its rows. */
function useReadPage(record: AnyRecord, search: RecordSearch) {
  const client = useQueryClient();
  return async (page: number): Promise<number[]> => {
    const body = listBody(record, { ...search, page });
    const { data } = await client.fetchQuery({
      queryKey: ["records", record.path, "page", body],
      queryFn: ({ signal }) => api.list(record.path, body, signal),
    });
    return data.map((row) => row.id);
  };
}

/**
 * @param id Id of the current row.
 * @param rows Page that the screen shows.
 */
export function useWalk(
  record: AnyRecord,
  search: RecordSearch,
  rows: readonly Row[],
  size: number,
  id: number,
): Walk {
  const [known, setKnown] = useKnown(search, rows, id);
  const [done, setDone] = useState(0);
  const read = useReadPage(record, search);
  const at = indexOf(known, id);
  const after = async () => {
    // If actions removed rows from the list, the following rows moved to earlier pages.
    for (let page = Math.max(1, known.last - Math.ceil(done / size)); ; page++) {
      const found = await read(page);
      const fresh = found.filter((one) => indexOf(known, one) < 0);
      const [row] = fresh;
      if (row !== undefined) {
        const places = [...known.places, ...placesOf(fresh, page)];
        setKnown({ ...known, places, last: Math.max(page, known.last) });
        return { row, page };
      }
      if (found.length < size) return null;
    }
  };
  const before = async () => {
    for (let page = known.first - 1; page >= 1; page--) {
      const fresh = (await read(page)).filter((one) => indexOf(known, one) < 0);
      const row = fresh.at(-1);
      if (row === undefined) continue;
      setKnown({ ...known, places: [...placesOf(fresh, page), ...known.places], first: page });
      return { row, page };
    }
    return null;
  };
  return {
    find: async (step) => known.places[at + step] ?? (step > 0 ? after() : before()),
    ahead: known.places[at + 1]?.row,
    acted: () => setDone(done + 1),
  };
}
