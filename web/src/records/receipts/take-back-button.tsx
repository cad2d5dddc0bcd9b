/**
 * Button that takes back (undoes) an import, or the reason why the user can't do so. The button stays mounted after all
 * rows are taken back, because its dialog shows the result.
 */
import { IconArrowBackUp } from "@tabler/icons-react";
import { useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { count } from "../../lib/format.ts";
import { useUser } from "../../lib/user.ts";
import { refusalForAnyRow } from "../common/rights.ts";
import type { Receipt } from "./receipts.ts";
import { TakeBackDialog } from "./take-back-dialog.tsx";

interface Props {
  record: AnyRecord;
  receipt: Receipt;
  /** True to make the button less prominent, because another button is the main action of the screen. */
  quiet?: boolean;
}

export function TakeBackButton({ record, receipt, quiet = false }: Props) {
  const user = useUser();
  const [asked, setAsked] = useState(false);
  const { as_left: number, added, saved } = receipt;
  const why = refusalForAnyRow(record, user, added > 0 ? "delete" : "update");
  if (number > 0 && why) return <Notice tone="info">{why}</Notice>;
  return (
    <>
      {number > 0 && (
        <Button
          look={quiet ? "default" : "filled"}
          tone="danger"
          icon={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => setAsked(true)}
        >
          {number === saved ? "Take back this import" : `Take back ${count(number)} of ${count(saved)} rows`}
        </Button>
      )}
      {asked && <TakeBackDialog record={record} receipt={receipt} onClose={() => setAsked(false)} />}
    </>
  );
}
