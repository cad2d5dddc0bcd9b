/** Notice above the form of a returned row: who returned it and why, with a button to resubmit it for review. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { TextArea } from "../../components/fields/field.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import type { Row } from "../../lib/http/api.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { closeOffer, resubmit } from "./resubmit.ts";
import { reviewText } from "./review-text.ts";

interface Props {
  record: AnyRecord;
  row: Row;
  /** True if the user may correct the row. */
  editable: boolean;
  onDone: (message: string) => void;
}

export function ReviewNotice({ record, row, editable, onDone }: Props) {
  const [note, setNote] = useState("");
  useEffect(() => closeOffer(record, row.id), [record, row.id]);
  const resubmitting = useMutation({
    mutationFn: () => resubmit(record, row, note),
    onSuccess: onDone,
  });
  const review = reviewText(row);
  if (!review) return null;
  const returned = row.review?.state === "returned";
  return (
    <Notice tone={returned ? "warn" : "info"} title={review.heading}>
      {review.reason && <Text>{review.reason}</Text>}
      {returned && editable && (
        <>
          <TextArea
            label="Note for the reviewer (optional)"
            help="Save your corrections before you resubmit."
            rows={2}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {resubmitting.isError && <Text>{messageOf(resubmitting.error)}</Text>}
          <Group at="end">
            <Button look="default" loading={resubmitting.isPending} onClick={() => resubmitting.mutate()}>
              Resubmit
            </Button>
          </Group>
        </>
      )}
    </Notice>
  );
}
