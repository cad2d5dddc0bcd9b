/**
 * Button that approves all rows that match the filters, or sets them back to Pending. First asks for a confirmation.
 */
import { IconChecks } from "@tabler/icons-react";
import { useId } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { useHint } from "../../components/floating/hint.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { count } from "../../lib/format.ts";
import type { Row } from "../../lib/http/api.ts";
import { wholeList } from "../common/list-body.ts";
import type { OpenDialog } from "../common/open-dialog.ts";
import classes from "../common/record-screen.module.css";
import { type RecordSearch, tabOf } from "../common/record-search.ts";
import { refusal, refusalForAnyRow } from "../common/rights.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  search: RecordSearch;
  /** The rows of the page. */
  rows: readonly Row[];
  /** Number of matching rows; undefined while they load. */
  total: number | undefined;
  /** Token from the list response that identifies the state of the list that the user saw. */
  seen: string | undefined;
  onOpen: (dialog: OpenDialog) => void;
}

export function ApproveAllButton({ record, user, search, rows, total, seen, onOpen }: Props) {
  const id = useId();
  const reason =
    refusalForAnyRow(record, user, "approve") ??
    (total === undefined ? "The rows are loading." : total === 0 ? "There are no rows to change." : null) ??
    (total === rows.length &&
    rows.every((row) => row.user_id === user.id && refusal(record, row, user, "approve"))
      ? "You entered all of these rows. Someone else must approve them."
      : null);
  const hint = useHint(reason);
  const label = tabOf(search) === "approved" ? "Set all back" : "Approve all";
  return (
    <>
      <Button
        look="default"
        icon={<IconChecks size={16} aria-hidden />}
        aria-disabled={reason ? true : undefined}
        aria-describedby={reason ? id : undefined}
        {...hint}
        onClick={() => {
          if (!reason && total !== undefined)
            onOpen({ kind: "approve-all", list: wholeList(record, search, total, seen) });
        }}
      >
        {label} <span className={classes.ofAll}>({total === undefined ? "…" : count(total)})</span>
      </Button>
      {reason && (
        <span id={id} className="visually-hidden">
          {reason}
        </span>
      )}
    </>
  );
}
