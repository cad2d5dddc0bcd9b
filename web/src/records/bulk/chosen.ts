/** Rows of a bulk action: the ticked rows, or all rows that match the filters of the list. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { count } from "../../lib/format.ts";
import { api, type Row } from "../../lib/http/api.ts";
import type { WholeList } from "../common/list-body.ts";
import type { Refused, SeenRow } from "./bulk-run.ts";

export type Chosen = readonly Row[] | WholeList;

type Noun = Pick<AnyRecord, "noun">;

/** Returns a count with the record type's noun, such as "1,200 ARBOs". */
export const rowsText = ({ noun }: Noun, number: number): string =>
  `${count(number)} ${number === 1 ? noun.one : noun.many}`;

export const isWhole = (chosen: Chosen): chosen is WholeList => "total" in chosen;

export const chosenCount = (chosen: Chosen): number => (isWhole(chosen) ? chosen.total : chosen.length);

export const changedSinceMessage = ({ noun }: Noun): string =>
  `Someone saved this ${noun.one} after you opened the list. Check it before you decide.`;

/** True if the row was returned to its office and is not resubmitted yet. */
export const hasOpenReturn = ({ review }: Row): boolean => review?.state === "returned";

/**
 * Returns the chosen rows, each with its id and the version that the user saw. `returned` is set for rows that were
 * returned to their office and not resubmitted. `refused` contains the rows that were saved after the user saw them.
 * `own` contains the ids of rows of a whole list that the user entered and may not approve.
 */
export async function seenRowsOf(
  record: Pick<AnyRecord, "path" | "noun">,
  chosen: Chosen,
): Promise<{ rows: SeenRow[]; refused: Refused[]; own: ReadonlySet<number> }> {
  if (!isWhole(chosen))
    return {
      rows: chosen.map((row) => seenRow(row.id, row.row_version, hasOpenReturn(row))),
      refused: [],
      own: new Set(),
    };
  const { filter, seen } = chosen;
  const {
    id,
    row_version,
    changed_since,
    returned = [],
    own = [],
  } = await api.versions(record.path, {
    filter,
    ...(seen ? { seen } : {}),
  });
  const open = new Set(returned);
  return {
    rows: id.map((one, at) => seenRow(one, row_version[at] ?? 0, open.has(one))),
    refused: changed_since.map((one) => ({
      row: { id: one, row_version: 0 },
      why: changedSinceMessage(record),
    })),
    own: new Set(own),
  };
}

/**
 * @param returned True if the row was returned to its office and not resubmitted. A request that approves the row must
 * then list the row's id in `returned`.
 */
export const seenRow = (id: number, row_version: number, returned: boolean): SeenRow => ({
  id,
  row_version,
  ...(returned ? { returned } : {}),
});
