/**
 * Walks through the rows of a list one by one, over the borders of its pages. The order is that in which the rows were come
 * to: a row that an act takes out of the list keeps its place, so that nobody loses their own.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api, type Row } from "../../lib/http/api.ts";
import { listBody } from "../common/list-body.ts";
import type { RecordSearch } from "../common/record-search.ts";

interface Known {
  ids: readonly number[];
  /** The pages of the list that were read: the first and the last of them. */
  first: number;
  last: number;
}

export interface Walk {
  /** The row before or after the one that is shown, with the page that it was found on; null at an end of the list. */
  find: (step: 1 | -1) => Promise<{ row: number; page: number } | null>;
  /** The row after the one that is shown, where it is known already. */
  ahead: number | undefined;
  /** Tells that an act was done, which may have taken the row out of the list. */
  acted: () => void;
}

/** @param id The row that is shown. @param rows The page that the screen shows. */
export function useWalk(
  record: AnyRecord,
  search: RecordSearch,
  rows: readonly Row[],
  size: number,
  id: number,
): Walk {
  const client = useQueryClient();
  const start = (): Known => ({
    ids: rows.map((row) => row.id),
    first: search.page ?? 1,
    last: search.page ?? 1,
  });
  const [known, setKnown] = useState(start);
  const [done, setDone] = useState(0);
  // Another list, or the first page that has come.
  if (!known.ids.includes(id) && rows.some((row) => row.id === id)) setKnown(start());

  const read = async (page: number): Promise<number[]> => {
    const body = listBody(record, { ...search, page });
    const { data } = await client.fetchQuery({
      queryKey: ["records", record.path, "page", body],
      queryFn: ({ signal }) => api.list(record.path, body, signal),
    });
    return data.map((row) => row.id);
  };
  const after = async () => {
    // What acts took out of the list has moved the rest up.
    for (let page = Math.max(1, known.last - Math.ceil(done / size)); ; page++) {
      const found = await read(page);
      const fresh = found.filter((one) => !known.ids.includes(one));
      const [row] = fresh;
      if (row !== undefined) {
        setKnown({ ...known, ids: [...known.ids, ...fresh], last: Math.max(page, known.last) });
        return { row, page };
      }
      if (found.length < size) return null;
    }
  };
  const before = async () => {
    for (let page = known.first - 1; page >= 1; page--) {
      const fresh = (await read(page)).filter((one) => !known.ids.includes(one));
      const row = fresh.at(-1);
      if (row === undefined) continue;
      setKnown({ ...known, ids: [...fresh, ...known.ids], first: page });
      return { row, page };
    }
    return null;
  };
  return {
    find: async (step) => {
      const at = known.ids.indexOf(id);
      const row = known.ids[at + step];
      if (at + step >= 0 && row !== undefined) return { row, page: search.page ?? 1 };
      return step > 0 ? after() : before();
    },
    ahead: known.ids[known.ids.indexOf(id) + 1],
    acted: () => setDone(done + 1),
  };
}
