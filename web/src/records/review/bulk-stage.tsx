/**
 * Dialog that approves many rows or sets them back to Pending. The rows are the ticked rows, or all rows that match the
 * filters. The dialog counts and skips rows that were returned and not resubmitted, unless the user includes them. Of a
 * whole list, it also counts and skips rows that the user entered and may not approve.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button, Skeleton } from "../../components/button.tsx";
import { CheckField } from "../../components/fields/field.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { count } from "../../lib/format.ts";
import type { Stage } from "../../lib/http/api.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { BulkDialog } from "../bulk/bulk-dialog.tsx";
import { type Chosen, chosenCount, isWhole, rowsText, seenRowsOf } from "../bulk/chosen.ts";
import { useBulk } from "../bulk/use-bulk.ts";
import { stageAct, stageText, withoutReturned } from "./stage-act.ts";

interface Props {
  record: AnyRecord;
  chosen: Chosen;
  /** New stage of the rows. */
  to: Stage;
  /** Sentence that says how many rows `chosen` leaves out, such as "2 returned are not included." */
  note?: string | undefined;
  /** Called with the result message once all rows are done. */
  onDone: (sentence: string) => void;
  /** @param touched True if at least one row was changed. */
  onClose: (touched: boolean) => void;
}

export default function BulkStage({ record, chosen, to, note, onDone, onClose }: Props) {
  const [withReturned, setWithReturned] = useState(false);
  const act = useBulk({ record, onClean: onDone });
  const verb = to === "Approved" ? "approve" : "set back";
  const { data, error, own, returned, included, number } = useRowsToSet({ record, chosen, to }, withReturned);
  return (
    <BulkDialog
      record={record}
      act={act}
      chosen={chosen}
      title={number === 0 ? `There is nothing to ${verb}` : `${stageText(to, rowsText(record, number))}?`}
      onClose={onClose}
    >
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!data && !error && <Skeleton height={48} />}
      {returned > 0 && (
        <ReturnedRows record={record} number={returned} included={withReturned} onInclude={setWithReturned} />
      )}
      {own > 0 && (
        <Notice tone="info">
          {`You entered ${rowsText(record, own)}. ${own === 1 ? "It is" : "They are"} not included, because someone else must approve ${own === 1 ? "it" : "them"}.`}
        </Notice>
      )}
      {note && <Notice tone="info">{note}</Notice>}
      <Text>
        {to === "Approved"
          ? "Approved records are locked for regional and provincial users until they are set back to pending."
          : "They can be edited again while the window is open."}
      </Text>
      <Group at="end">
        <Button look="default" onClick={() => onClose(false)}>
          Cancel
        </Button>
        <Button
          data-autofocus
          loading={act.choosing}
          disabled={!included || included.rows.length === 0}
          onClick={() => included && act.begin(stageAct(record, to, included))}
        >
          {stageText(to, count(number))}
        </Button>
      </Group>
    </BulkDialog>
  );
}

/**
 * Fetches the rows of the action once, when the dialog opens, so that the action approves exactly the counted rows.
 * @param withReturned True to approve returned rows too.
 */
function useRowsToSet(
  { record, chosen, to }: Pick<Props, "record" | "chosen" | "to">,
  withReturned: boolean,
) {
  const { data: all, error } = useQuery({
    // The action invalidates all queries whose key starts with "records". This key starts differently, because the
    // count in the dialog must not change during the action.
    queryKey: ["rows of a bulk stage", record.path, to, chosen],
    // Leave out `seen`, because the server would then exclude rows that changed after the list was loaded. Such rows
    // may be set back to Pending.
    queryFn: () =>
      seenRowsOf(record, isWhole(chosen) && to === "Pending" ? { ...chosen, seen: undefined } : chosen),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const data =
    all && to === "Approved" ? { ...all, rows: all.rows.filter(({ id }) => !all.own.has(id)) } : all;
  const own = all && data ? all.rows.length - data.rows.length : 0;
  const returned = to === "Approved" && data ? data.rows.filter((row) => row.returned).length : 0;
  const included = data && returned > 0 && !withReturned ? withoutReturned(record, data) : data;
  // The number in the dialog includes rows that changed after the list was loaded. The server refuses such rows with a
  // reason.
  const number = data
    ? data.rows.length + data.refused.length - (withReturned ? 0 : returned)
    : chosenCount(chosen);
  return { data, error, own, returned, included, number };
}

interface ReturnedRowsProps {
  record: AnyRecord;
  number: number;
  included: boolean;
  onInclude: (included: boolean) => void;
}

/** Warns of rows that were returned and not resubmitted, and lets the user approve them too. */
function ReturnedRows({ record, number, included, onInclude }: ReturnedRowsProps) {
  return (
    <Notice tone="warn">
      <p>
        <strong>
          {rowsText(record, number)} {number === 1 ? "was" : "were"} returned
        </strong>{" "}
        and not resubmitted.{" "}
        {included ? "Approving ends the return." : `${number === 1 ? "It" : "They"} will be skipped.`}
      </p>
      <CheckField
        type="checkbox"
        label={number === 1 ? "Also approve it" : `Also approve these ${count(number)}`}
        checked={included}
        onChange={(event) => onInclude(event.currentTarget.checked)}
      />
    </Notice>
  );
}
