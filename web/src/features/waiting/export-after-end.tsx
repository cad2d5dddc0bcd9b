/** Offers the unsent entries as an Excel file after the server has ended the session. */
import { useEffect } from "react";
import { entriesText } from "../../lib/outbox/entry.ts";
import { dropHeldEntries, useHeldEntries } from "../../lib/outbox/held-entries.ts";
import { useEntryExport } from "./use-entry-export.ts";

export default function ExportAfterEnd() {
  const entries = useHeldEntries();
  const { exporting, toExcel } = useEntryExport(entries);
  useEffect(() => dropHeldEntries, []);
  if (entries.length === 0) return null;
  const [was, isSent, them] = entries.length === 1 ? ["was", "It is", "it"] : ["were", "They are", "them"];
  return (
    <>
      <p>
        {entriesText(entries.length)} {was} not sent. {isSent} sent when you sign in on this computer again.
        If you cannot sign in any more, export {them} to Excel before you leave this page.
      </p>
      <div className="notice-links">
        <button type="button" className="button button-quiet" disabled={exporting} onClick={toExcel}>
          Export to Excel
        </button>
      </div>
    </>
  );
}
