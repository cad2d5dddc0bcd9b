/** Which rows an act is about: those that are ticked, or all that the filters of the list leave. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { count } from "../../lib/format.ts";
import { api, type Row } from "../../lib/http/api.ts";
import type { WholeList } from "../common/list-body.ts";
import type { Refused, SeenRow } from "./bulk-run.ts";

export type Chosen = readonly Row[] | WholeList;

type Noun = Pick<AnyRecord, "noun">;

/** "1,200 ARBOs" */
export const rowsText = ({ noun }: Noun, number: number): string =>
  `${count(number)} ${number === 1 ? noun.one : noun.many}`;

export const isWhole = (chosen: Chosen): chosen is WholeList => "total" in chosen;

export const chosenCount = (chosen: Chosen): number => (isWhole(chosen) ? chosen.total : chosen.length);

export const changedSince = ({ noun }: Noun): string =>
  `Somebody saved this ${noun.one} since you saw the list. Look at it before you decide.`;

/** Whether a row was returned to its office and is not resubmitted. */
export const hasOpenReturn = ({ review }: Row): boolean => review?.state === "returned";

/** Rows by id and version, as they were seen, with their open returns; those that were saved since are refused. */
export async function seenRowsOf(
  record: Pick<AnyRecord, "path" | "noun">,
  chosen: Chosen,
): Promise<{ rows: SeenRow[]; refused: Refused[] }> {
  if (!isWhole(chosen))
    return {
      rows: chosen.map((row) => seenRow(row.id, row.row_version, hasOpenReturn(row))),
      refused: [],
    };
  const { filter, seen } = chosen;
  const {
    id,
    row_version,
    changed_since,
    returned = [],
  } = await api.versions(record.path, {
    filter,
    ...(seen ? { seen } : {}),
  });
  const open = new Set(returned);
  return {
    rows: id.map((one, at) => seenRow(one, row_version[at] ?? 0, open.has(one))),
    refused: changed_since.map((one) => ({
      row: { id: one, row_version: 0 },
      why: changedSince(record),
    })),
  };
}

/** @param returned Whether the row has an open return, which its approval is to name. */
export const seenRow = (id: number, row_version: number, returned: boolean): SeenRow => ({
  id,
  row_version,
  ...(returned ? { returned } : {}),
});
