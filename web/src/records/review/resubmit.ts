/** Resubmits a returned row for review. After a user has saved a returned row, offers to resubmit the row. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api, type Row } from "../../lib/http/api.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";
import { closeNotice, notify } from "../../lib/notify.ts";
import { hasOpenReturn } from "../bulk/chosen.ts";
import { rowName } from "../common/row-name.ts";

/**
 * Resubmits a row for review. Fails if the row changed after the user saw it.
 * @param note Message for the reviewer; may be blank.
 * @returns Message about the result.
 */
export async function resubmit(record: AnyRecord, row: Row, note = ""): Promise<string> {
  const { id, row_version } = row;
  await api.resubmit(record.path, { id, row_version, ...(note.trim() === "" ? {} : { note }) });
  await invalidateRows(record);
  return `${rowName(record, row)}: resubmitted.`;
}

const noticeKey = (record: AnyRecord, id: number): string => `resubmit ${record.path} ${id}`;

/**
 * Closes the notice that offers to resubmit a row. Called when the form of the row opens, because the form itself can
 * resubmit the row.
 */
export const closeOffer = (record: AnyRecord, id: number): void => closeNotice(noticeKey(record, id));

/** Seconds for which a notice offers to resubmit a row. */
const offered = 20;

/**
 * Notifies the user that a saved row is still returned to its office, and offers to resubmit it. Does nothing for other
 * rows.
 * @param row The saved row in its new version, with its review.
 */
export function offerResubmit(record: AnyRecord, row: Row): void {
  if (!hasOpenReturn(row)) return;
  const instead = noticeKey(record, row.id);
  const run = () =>
    resubmit(record, row).then(
      (message) => notify({ tone: "success", message, instead }),
      (problem: unknown) => notify({ tone: "error", message: messageOf(problem), instead }),
    );
  notify({
    ...{ tone: "info", instead, seconds: offered },
    message: `${rowName(record, row)} is saved and still returned. Resubmit it when your corrections are complete.`,
    act: { label: "Resubmit", run: () => void run() },
  });
}
