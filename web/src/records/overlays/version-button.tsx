/**
 * Button that, after a confirmation, restores an earlier version of a row: its values after a given entry of its
 * history.
 */
import { IconHistoryToggle } from "@tabler/icons-react";
import { useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/overlays/confirm-dialog.tsx";
import { momentInManila } from "../../lib/format.ts";
import { api, type HistoryEntry, type Row } from "../../lib/http/api.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";

interface Props {
  record: AnyRecord;
  row: Row;
  entry: HistoryEntry;
}

export function VersionButton({ record, row, entry }: Props) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button look="subtle" icon={<IconHistoryToggle size={16} aria-hidden />} onClick={() => setAsked(true)}>
        Restore this version
      </Button>
      {asked && (
        <ConfirmDialog
          question={`Restore the version of ${momentInManila(entry.at)}?`}
          detail="The fields get their values from that time. Stage, files and history do not change."
          yes="Yes, restore"
          busy="Saving…"
          onYes={async () => {
            // `save_anyway` skips the check for probable duplicates, because the row had these values before. Reload
            // the row even if the server refuses, because another user may have saved the row.
            await api
              .revert(record.path, {
                id: row.id,
                to: entry.id,
                row_version: row.row_version,
                save_anyway: true,
              })
              .finally(() => invalidateRows(record));
            return "Saved.";
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
