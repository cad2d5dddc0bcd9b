/**
 * Pane next to the list that shows one row: its fields, the changes since its approval, and its comments. A
 * user with the Approve right approves the shown version of the row, or returns the row with a reason. The
 * pane then shows the next row. All buttons have a shortcut key.
 */
import { IconArrowBackUp, IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { Skeleton } from "../../components/button.tsx";
import { useEscape } from "../../components/floating/escape.ts";
import { later } from "../../components/later.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { useUnsavedQuestion } from "../../components/overlays/dialog.tsx";
import type { Row } from "../../lib/http/api.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { stageText } from "../common/cell-text.ts";
import { hasRight, refusal } from "../common/rights.ts";
import { rowQuery } from "../common/use-records.ts";
import { PaneFacts } from "./pane-facts.tsx";
import { PaneTitle } from "./pane-title.tsx";
import { ReturnReason } from "./return-reason.tsx";
import { reviewText } from "./review-text.ts";
import classes from "./row-pane.module.css";
import { ShortcutButton } from "./shortcut-button.tsx";
import { dropTexts, type Review, type RowPaneProps, useReview } from "./use-review.ts";

const NextForm = later(() => import("./next-form.tsx"));

export default function RowPane(props: RowPaneProps) {
  const { record, user, search, onSearch, id, rows } = props;
  const pane = useRef<HTMLDivElement>(null);
  const heading = useId();
  const listed = rows.find((one) => one.id === id);
  const asked = useQuery({ ...rowQuery(record, id), placeholderData: listed });
  const row = asked.data ?? null;
  const missing = asked.isPending
    ? "The record is loading."
    : asked.isError
      ? "The record could not be loaded."
      : "This record was deleted, or belongs to another office.";
  useEffect(() => pane.current?.focus(), []);
  const review = useReview(props, row, pane);
  const covered = search.edit !== undefined || search.history !== undefined;
  const { unlessUnsaved, question } = useUnsavedQuestion(pane, "Continue without saving");
  // A return sends the reason, so it only asks about a typed comment.
  const facts = useRef<HTMLDivElement>(null);
  const returned = useUnsavedQuestion(facts, "Continue without saving");
  const sendBack = () => returned.unlessUnsaved(() => void review.sendBack());
  const leave = (run: () => void) =>
    unlessUnsaved(() => {
      dropTexts(record, id);
      run();
    });
  const close = () => leave(() => onSearch({ ...search, row: undefined }));
  useEscape(true, close);
  useEscape(review.returning, () => unlessUnsaved(() => review.setReturning(false)));
  return (
    <div
      ref={pane}
      role="dialog"
      aria-labelledby={heading}
      tabIndex={-1}
      className={classes.pane}
      data-pane
      data-row-panel={covered || review.returning ? undefined : ""}
    >
      <div className={classes.bar}>
        <PaneTitle {...{ record, id, row, heading }} onClose={close} />
        <PaneButtons {...props} {...{ row, missing, review, unlessUnsaved }} />
        <ReviewStatus record={record} row={row} review={review} onReturn={sendBack} />
        {review.atEnd && search.review === "to_review" && (
          <NextForm {...{ record, user, search }} unlessUnsaved={leave} />
        )}
      </div>
      {asked.isError && <Notice tone="bad">{messageOf(asked.error)}</Notice>}
      {row ? (
        <div ref={facts} className={classes.facts}>
          <PaneFacts record={record} user={user} row={row} />
        </div>
      ) : asked.isPending ? (
        <Skeleton height={240} />
      ) : (
        <Text>{missing}</Text>
      )}
      {question}
      {returned.question}
    </div>
  );
}

interface PartProps extends Pick<RowPaneProps, "record"> {
  row: Row | null;
  review: Review;
}

interface ButtonsProps extends RowPaneProps, PartProps {
  /** Why there is no row. */
  missing: string;
  /** Runs an action after the user has confirmed the loss of a typed comment or reason. */
  unlessUnsaved: (run: () => void) => void;
}

function PaneButtons(props: ButtonsProps) {
  const { record, user, search, onSearch, id, row, missing, review, unlessUnsaved } = props;
  // While an action runs, the keys Next and Previous are queued. All other keys are ignored until the queued moves are
  // done. So a key never approves a row that the user has not seen.
  const waits = review.busy ? "Please wait until the previous action has finished." : null;
  const why = (what: "approve" | "return" | "edit") =>
    waits ?? (row ? refusal(record, row, user, what) : missing);
  const approved = row?.process_stage === "Approved";
  const whyNotApprove = approved ? null : why("approve");
  const mayApprove = record.approval && hasRight(user, "Approve");
  return (
    <>
      <Group at="apart">
        <Group>
          <ShortcutButton name="row-next" shown="J" onPress={() => unlessUnsaved(() => review.go(1))}>
            Next
          </ShortcutButton>
          <ShortcutButton name="row-previous" shown="K" onPress={() => unlessUnsaved(() => review.go(-1))}>
            Previous
          </ShortcutButton>
        </Group>
        <Group>
          {hasRight(user, "Edit") && (
            <ShortcutButton
              name="row-edit"
              shown="E"
              reason={why("edit")}
              onPress={() => onSearch({ ...search, edit: id })}
            >
              Edit
            </ShortcutButton>
          )}
          {mayApprove && (
            <>
              <ShortcutButton
                name="row-return"
                shown="R"
                icon={<IconArrowBackUp size={16} aria-hidden />}
                reason={why("return")}
                onPress={() => review.setReturning(true)}
              >
                Return
              </ShortcutButton>
              <ShortcutButton
                name="row-approve"
                shown="A"
                filled
                icon={<IconCheck size={16} aria-hidden />}
                reason={waits ?? (approved ? "This record is already approved." : whyNotApprove)}
                onPress={() => unlessUnsaved(review.approve)}
              >
                Approve
              </ShortcutButton>
            </>
          )}
        </Group>
      </Group>
      {mayApprove && row && !waits && whyNotApprove && (
        <Text small soft>
          {whyNotApprove}
        </Text>
      )}
    </>
  );
}

/**
 * Shows the form for the reason of a return, and the error or message of the last action. Without a message, shows the
 * review state or stage of the row.
 */
function ReviewStatus({ record, row, review, onReturn }: PartProps & { onReturn: () => void }) {
  const { returning, setReturning, reason, setReason, busy, problem, notice } = review;
  return (
    <>
      {returning && (
        <ReturnReason
          label="Return"
          busy={busy}
          reason={reason}
          onReason={setReason}
          onReturn={onReturn}
          onCancel={() => setReturning(false)}
        />
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Text small soft role="status">
        {notice || (row && record.approval ? (reviewText(row)?.state ?? stageText(row)) : "")}
      </Text>
    </>
  );
}
