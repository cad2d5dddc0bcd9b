/** Grid cells with buttons or links: actions, stage, status, and the name that opens the row. */
import {
  IconCheck,
  IconCircleCheck,
  IconHistory,
  IconLayoutSidebarRight,
  IconPencil,
  IconRefresh,
  IconTablePlus,
  IconTarget,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import { useId } from "react";
import { ActButton } from "../../components/act-button.tsx";
import { useHint } from "../../components/floating/hint.ts";
import { stageText, titleText } from "../common/cell-text.ts";
import classes from "../common/cells.module.css";
import { ParentLink, parentAddress } from "../common/parent-link.tsx";
import { screensEnteredFrom } from "../common/record-screens.ts";
import { hasRight, refusal } from "../common/rights.ts";
import { rowName, shownValue } from "../common/row-name.ts";
import { reviewText } from "../review/review-text.ts";
import type { CellParams } from "./grid-context.ts";
import { UnusualMark } from "./unusual-marks.tsx";

/**
 * Users with the Edit right see the pen, and users with the Delete right see the bin (spec section 6). If the action is
 * not possible now, the button gives the reason.
 */
export function ActionsCell({ data, context }: CellParams) {
  if (!data) return null;
  const { record, user, handlers, acts } = context;
  const name = rowName(record, data);
  return (
    <span className={classes.actions}>
      {hasRight(user, "Edit") && (
        <ActButton
          label={`Edit ${name}`}
          reason={refusal(record, data, user, "edit")}
          icon={IconPencil}
          onAct={() => handlers.open(data)}
        />
      )}
      {hasRight(user, "Delete") && (
        <ActButton
          label={`Delete ${name}`}
          tone="warns"
          reason={refusal(record, data, user, "delete")}
          icon={IconTrash}
          onAct={() => handlers.remove(data)}
        />
      )}
      {(hasRight(user, "Edit") || hasRight(user, "Delete")) &&
        screensEnteredFrom(record.path).map((screen) => (
          <ActButton
            key={screen.route}
            tone="plain"
            label={`Add ${screen.noun.many} to ${name}`}
            icon={IconTablePlus}
            onAct={() => handlers.enter(data, screen)}
          />
        ))}
      {acts.map((act) => (
        <ActButton
          key={act.name}
          tone="plain"
          label={act.label(data)}
          reason={"run" in act ? (refusal(record, data, user, "edit") ?? act.reason(data, user)) : null}
          icon={act.icon(data)}
          onAct={() => void handlers.act(act, data)}
        />
      ))}
      <ActButton
        label={`Open ${name} beside the list`}
        tone="plain"
        icon={IconLayoutSidebarRight}
        onAct={() => handlers.look(data)}
      />
      <ActButton
        label={`History of ${name}`}
        tone="plain"
        icon={IconHistory}
        onAct={() => handlers.history(data)}
      />
    </span>
  );
}

/**
 * Stage of a row: a red cross for Pending or empty, a green check for Approved. A click opens the approval dialog
 * (spec section 4).
 */
export function StageCell({ data, context }: CellParams) {
  const id = useId();
  const reason = data ? refusal(context.record, data, context.user, "approve") : null;
  const approved = data?.process_stage === "Approved";
  const review = data && reviewText(data);
  const summary = review ? [review.heading, review.reason].filter(Boolean).join(": ") : "Pending";
  const next = reason ?? (approved ? "Click to change." : "Click to approve or return.");
  const hint = useHint(`${approved ? "Approved" : summary}. ${next}`);
  if (!data) return null;
  const stage = review?.state ?? stageText(data);
  const Icon = approved ? IconCheck : IconX;
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
 * Name of a row, as a link that opens the row. If the name of the row is the name of its parent, a second link opens
 * the page of the parent. All unusual values of the row are marked here, because their columns may be out of view.
 */
export function TitleCell({ data, context }: CellParams) {
  if (!data) return null;
  const { record } = context;
  const name = titleText(record, data);
  const address = record.title === record.parent?.title ? parentAddress(record, data) : null;
  return (
    <span className={classes.named}>
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
      {address && <ParentLink address={address} name={name} />}
      <UnusualMark row={data} />
    </span>
  );
}

/** Name of a parent in a row of another record type, linked to the parent's page. */
export function ParentCell({ data, value, context }: CellParams) {
  if (!data || !value) return null;
  const address = parentAddress(context.record, data);
  const name = String(value);
  return address === null ? (
    name
  ) : (
    <ParentLink address={address} name={name}>
      {name}
    </ParentLink>
  );
}
