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

/** Returns why the user can't approve any of the rows, because the user entered all of them; otherwise null. */
function refusalOfOwn(record: AnyRecord, rows: readonly Row[], user: CurrentUser): string | null {
  const isOwn = (row: Row) => row.user_id === user.id && refusal(record, row, user, "approve") !== null;
  if (!rows.every(isOwn)) return null;
  return rows.length === 1
    ? `You entered this ${record.noun.one}, so someone else must approve it.`
    : `You entered all ${count(rows.length)} ${record.noun.many}, so someone else must approve them.`;
}

export function ApproveAllButton({ record, user, search, rows, total, seen, onOpen }: Props) {
  const id = useId();
  const reason =
    refusalForAnyRow(record, user, "approve") ??
    (total === undefined ? "The rows are loading." : total === 0 ? "There are no rows to change." : null) ??
    (total === rows.length ? refusalOfOwn(record, rows, user) : null);
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
