/** The import dialog of a list, and the export of its rows. Both load when they are first used. */
import { useMemo, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { later } from "../../components/later.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { filterBody } from "../common/list-body.ts";
import { sortsOf, tabOf } from "../common/record-search.ts";
import type { ListOfReport } from "../export/list-report.ts";
import { useExportDialog } from "../export/use-export-dialog.tsx";
import type { MakeReport } from "../workbook/report-job.ts";

const FilterSentences = later(() => import("../conditions/filter-sentences.tsx"));
const ImportModal = later(() => import("../import/import-modal.tsx"));

interface ImportProps {
  record: AnyRecord;
  user: CurrentUser;
  isOpen: boolean;
  onClose: () => void;
}

export function ListImport({ record, user, isOpen, onClose }: ImportProps) {
  // After the import dialog was opened once, the import stays mounted, so that closing the dialog doesn't lose the
  // import.
  const [begun, setBegun] = useState(isOpen);
  if (isOpen && !begun) setBegun(true);
  const access = useMemo(() => ({ ...user, ...user.access }), [user]);
  return begun && <ImportModal record={record} access={access} opened={isOpen} onClose={onClose} />;
}

/** Returns the dialog that exports the listed rows, and the function that opens it. */
export function useListExport(list: ListOfReport & { total: number | undefined }) {
  const { record, search, total } = list;
  return useExportDialog({
    what: `${record.label} under the current filters and search`,
    details: search.filter && <FilterSentences record={record} filter={search.filter} />,
    total: total ?? 0,
    ...useListReport(list),
  });
}

/**
 * Returns the export of the listed rows. `make` writes the file. `list` is set only if the rows belong to offices,
 * because other exports can't become background jobs.
 */
function useListReport({ record, user, search }: ListOfReport) {
  return useMemo(() => {
    const filter = {
      ...filterBody(record, search, tabOf(search)),
      sort: sortsOf(record, search),
    };
    const make: MakeReport = async (...job) =>
      (await import("../export/list-report.ts")).listReport({ record, user, search }, filter)(...job);
    return { make, list: record.scoped ? { screen: record.route, filter } : undefined };
  }, [record, user, search]);
}
