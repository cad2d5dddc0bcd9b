/** Import and export of a list. Each loads its code on first use. */
import { useMemo, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { later } from "../../components/later.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { filterBody } from "../common/list-body.ts";
import { sortsOf, tabLabels, tabOf } from "../common/record-search.ts";
import type { ListOfReport } from "../export/list-report.ts";
import { useExportDialog } from "../export/use-export-dialog.tsx";
import type { MakeReport } from "../workbook/report-job.ts";

const ExportedRows = later(() => import("../export/exported-rows.tsx"));
const ImportModal = later(() => import("../import/import-modal.tsx"));

interface ImportProps {
  record: AnyRecord;
  user: CurrentUser;
  isOpen: boolean;
  onClose: () => void;
}

export function ListImport({ record, user, isOpen, onClose }: ImportProps) {
  // Keep the import mounted after its dialog was opened once, because unmounting it would lose the import.
  const [begun, setBegun] = useState(isOpen);
  if (isOpen && !begun) setBegun(true);
  const access = useMemo(() => ({ ...user, ...user.access }), [user]);
  return begun && <ImportModal record={record} access={access} opened={isOpen} onClose={onClose} />;
}

type ExportedList = Omit<ListOfReport, "tab">;

/**
 * Returns the export dialog, and a function that opens it. The user chooses whether to export the open tab or all tabs.
 */
export function useListExport({ total, ...list }: ExportedList & { total: number | undefined }) {
  const { record, search } = list;
  // Number of rows of all tabs. Null if the user exports only the open tab.
  const [ofAllTabs, setOfAllTabs] = useState<number | null>(null);
  const tab = ofAllTabs === null ? tabOf(search) : "all";
  const tabName = tab === "all" ? "all tabs" : tabLabels[tab];
  const { ask, dialog } = useExportDialog({
    what: record.approval ? `${record.label} (${tabName})` : record.label,
    details: (
      <ExportedRows record={record} search={search} total={total} tab={tab} onAllTabs={setOfAllTabs} />
    ),
    total: ofAllTabs ?? total,
    ...useListReport({ ...list, tab }),
  });
  const askAgain = () => {
    setOfAllTabs(null);
    ask();
  };
  return { ask: askAgain, dialog };
}

/**
 * Returns the export of a list. `make` writes the file. `list` describes the export for a background job. `list` is
 * undefined for rows without an office, because their export can't become a background job.
 */
function useListReport({ record, user, search, tab }: ListOfReport) {
  return useMemo(() => {
    const filter = {
      ...filterBody(record, search, tab),
      sort: sortsOf(record, search),
    };
    const make: MakeReport = async (...job) =>
      (await import("../export/list-report.ts")).listReport({ record, user, search, tab }, filter)(...job);
    return { make, list: record.scoped ? { screen: record.route, filter } : undefined };
  }, [record, user, search, tab]);
}
