/**
 * Approves many rows, or sets them back: those that are ticked, or all under the filters. Rows that were returned and are
 * not resubmitted are counted and left out, unless the user includes them.
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
  /** The stage that the rows get. */
  to: Stage;
  /** Called with what was done when all of it is done. */
  onDone: (sentence: string) => void;
  /** @param touched Whether something was done. */
  onClose: (touched: boolean) => void;
}

export default function BulkStage({ record, chosen, to, onDone, onClose }: Props) {
  const [withReturned, setWithReturned] = useState(false);
  const act = useBulk({ record, onClean: onDone });
  // Read when the dialog opens: what is approved is what the dialog counts.
  const { data, error } = useQuery({
    // Not under "records": the act itself must not change what the dialog counted.
    queryKey: ["rows of a bulk stage", record.path, to, chosen],
    // Setting rows back does not depend on having seen their last change.
    queryFn: () =>
      seenRowsOf(record, isWhole(chosen) && to === "Pending" ? { ...chosen, seen: undefined } : chosen),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const returned = to === "Approved" && data ? data.rows.filter((row) => row.returned).length : 0;
  const included = data && returned > 0 && !withReturned ? withoutReturned(record, data) : data;
  // Rows that were changed since the list was shown are among them, and are refused with their reason.
  const number = data
    ? data.rows.length + data.refused.length - (withReturned ? 0 : returned)
    : chosenCount(chosen);
  return (
    <BulkDialog
      record={record}
      act={act}
      title={`${stageText(to, rowsText(record, number))}?`}
      onClose={onClose}
    >
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!data && !error && <Skeleton height={48} />}
      {returned > 0 && (
        <Notice tone="warn">
          <p>
            <strong>
              {rowsText(record, returned)} {returned === 1 ? "was" : "were"} returned
            </strong>{" "}
            and not resubmitted.{" "}
            {withReturned
              ? "Approving ends the return."
              : `${returned === 1 ? "It is" : "They are"} left out.`}
          </p>
          <CheckField
            type="checkbox"
            label={returned === 1 ? "Approve it as well" : `Approve these ${count(returned)} as well`}
            checked={withReturned}
            onChange={(event) => setWithReturned(event.currentTarget.checked)}
          />
        </Notice>
      )}
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
