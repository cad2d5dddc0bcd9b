/**
 * Summary of the last import: the saved rows, the skipped rows, the receipt, and a button that takes back (undoes) the
 * import. The summary stays until the user chooses the next file or closes the dialog.
 */
import { Link } from "@tanstack/react-router";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Group, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { useReceipt } from "../receipts/receipts.ts";
import { TakeBackButton } from "../receipts/take-back-button.tsx";
import type { EndedImport } from "./import-flow.ts";
import { skippedRows } from "./preview/skipped-rows.ts";
import { RowsButton } from "./rows-button.tsx";
import { countText } from "./saving.ts";
import { SkippedRows } from "./skipped-rows.tsx";

interface Props extends EndedImport {
  record: AnyRecord;
}

export function LastImport({ record, preview, save }: Props) {
  const skipped = skippedRows(preview);
  const unchanged = preview.rows.filter((row) => row.class === "unchanged").length;
  return (
    <Notice tone="info" role="group" aria-label="Last import" title={`Last import: ${preview.fileName}`}>
      <Text>
        {countText(record, save.savedRows)} saved.
        {unchanged > 0 && ` ${countText(record, unchanged)} unchanged.`}
      </Text>
      <SkippedRows preview={preview} />
      <Group>
        {skipped.length > 0 && <RowsButton record={record} preview={preview} rows={skipped} kind="skipped" />}
        {record.scoped && <ReceiptActs record={record} importId={save.importId} />}
      </Group>
    </Notice>
  );
}

function ReceiptActs({ record, importId }: { record: AnyRecord; importId: string }) {
  const receipt = useReceipt(importId).data;
  return (
    <>
      {receipt && <TakeBackButton record={record} receipt={receipt} quiet />}
      {receipt?.as_left === 0 && receipt.taken_back_at && <Text>This import was taken back.</Text>}
      <Link to="/homepage/imports/$id" params={{ id: importId }}>
        See the receipt
      </Link>
    </>
  );
}
