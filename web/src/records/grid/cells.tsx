/** Grid cells with buttons or links: actions, stage, status, and the name that opens the row. */
import {
  IconArrowBackUp,
  IconCheck,
  IconCircleCheck,
  IconFileText,
  IconPencil,
  IconRefresh,
  IconTarget,
  IconX,
} from "@tabler/icons-react";
import { useId } from "react";
import { useHint } from "../../components/floating/hint.ts";
import { RowActs } from "../../components/overlays/row-acts.tsx";
import { stageText, titleText } from "../common/cell-text.ts";
import classes from "../common/cells.module.css";
import { ParentLink, parentAddress } from "../common/parent-link.tsx";
import { hasRight, refusal } from "../common/rights.ts";
import { rowName, shownValue } from "../common/row-name.ts";
import { reviewText } from "../review/review-text.ts";
import type { CellParams } from "./grid-context.ts";
import { isWrapped } from "./text-width.ts";
import { UnusualMark } from "./unusual-marks.tsx";

/**
 * Cell with the actions of a row. Users with the Edit right get a button "Edit" with a pen (spec section 6); other
 * users get a button "Open". If a row can't be edited, the button "Edit" gives the reason. A menu has all other
 * actions.
 */
export function ActionsCell({ data, context }: CellParams) {
  if (!data) return null;
  const { record, user, handlers, openMenu } = context;
  const open = () => handlers.open(data);
  const act = hasRight(user, "Edit")
    ? { label: "Edit", icon: IconPencil, reason: refusal(record, data, user, "edit"), run: open }
    : { label: "Open", icon: IconFileText, run: open };
  return (
    <span className={classes.cell}>
      <RowActs name={rowName(record, data)} act={act} onMore={(at) => openMenu({ row: data, at })} />
    </span>
  );
}

const endedSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/**
 * Cell with the stage of a row: a green check for Approved, a red arrow for a returned row, otherwise a grey cross
 * (spec section 4). The tooltip of a returned row gives the reason for the return. A click opens the approval dialog.
 */
export function StageCell({ data, context }: CellParams) {
  const id = useId();
  const reason = data ? refusal(context.record, data, context.user, "approve") : null;
  const approved = data?.process_stage === "Approved";
  const review = data && reviewText(data);
  const summary = review ? [review.heading, review.reason].filter(Boolean).join(": ") : "Pending";
  // The tooltip of a returned or resubmitted row describes the review, not why the user can't approve the row.
  const next =
    reason === null ? (approved ? "Click to change." : "Click to approve or return.") : review ? "" : reason;
  const hint = useHint([endedSentence(approved ? "Approved" : summary), next].filter(Boolean).join(" "));
  if (!data) return null;
  const stage = review?.state ?? stageText(data);
  const Icon = approved ? IconCheck : stage === "Returned" ? IconArrowBackUp : IconX;
  return (
    <span className={classes.cell}>
      <button
        type="button"
        className={classes.stage}
        data-approved={approved || undefined}
        data-returned={stage === "Returned" || undefined}
        aria-label={`${stage}: change the stage of ${rowName(context.record, data)}`}
        aria-disabled={reason ? true : undefined}
        aria-describedby={reason ? id : undefined}
        {...hint}
        onClick={() => {
          if (!reason) context.handlers.approve(data);
        }}
      >
        <Icon size={14} stroke={2.5} aria-hidden />
        {stage}
      </button>
      {reason && (
        <span id={id} className="visually-hidden">
          {reason}
        </span>
      )}
    </span>
  );
}

const statusIcons = { Target: IconTarget, Accomplished: IconCircleCheck, Updated: IconRefresh } as const;

export function StatusCell({ value, context }: CellParams) {
  if (typeof value !== "string" || value === "") return null;
  const Icon = statusIcons[value as keyof typeof statusIcons];
  return (
    <span className={classes.status} data-status={value}>
      {Icon && <Icon size={16} aria-hidden />}
      {shownValue(context.record, "status", value)}
    </span>
  );
}

/**
 * Cell with the name of a row, as a link that opens the row. An icon lists all unusual values of the row, because the
 * columns of these values may be out of view.
 */
export function TitleCell({ data, context }: CellParams) {
  if (!data) return null;
  const name = titleText(context.record, data);
  return (
    <span className={classes.named} data-wrapped={isWrapped(name) || undefined}>
      <a
        className={classes.title}
        href={`?edit=${data.id}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          context.handlers.open(data);
        }}
      >
        {name}
      </a>
      <UnusualMark row={data} />
    </span>
  );
}

/** Cell with the name of a row's parent, such as an ARBO, linked to the parent's page. */
export function ParentCell({ data, value, context }: CellParams) {
  if (!data || !value) return null;
  const address = parentAddress(context.record, data);
  const name = String(value);
  return address === null ? (
    name
  ) : (
    <span className={classes.named} data-wrapped={isWrapped(name) || undefined}>
      <ParentLink address={address}>{name}</ParentLink>
    </span>
  );
}
