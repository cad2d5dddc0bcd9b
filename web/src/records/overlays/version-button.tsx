/** Gives a row back what it held after an entry of its history, once somebody says that they mean it. */
import { IconHistoryToggle } from "@tabler/icons-react";
import { useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/overlays/confirm-dialog.tsx";
import { momentInManila } from "../../lib/format.ts";
import { api, type HistoryEntry, type Row } from "../../lib/http/api.ts";
import { rowsChanged } from "../common/use-records.ts";

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
        Back to this version
      </Button>
      {asked && (
        <ConfirmDialog
          question={`Back to the version of ${momentInManila(entry.at)}?`}
          detail="The fields get back what they held then. Stage and files stay, and so does the history."
          yes="Yes, go back"
          busy="Saving…"
          onYes={async () => {
            await api.revert(record.path, { id: row.id, to: entry.id, row_version: row.row_version });
            await rowsChanged(record);
            return "Saved.";
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
