/** Import, pasting and export of a record type: light buttons; what they open loads with the first press. */
import { IconClipboardText, IconUpload } from "@tabler/icons-react";
import { lazy, Suspense, useMemo, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { filterBody } from "../common/list-body.ts";
import { type RecordSearch, sortsOf, tabOf } from "../common/record-search.ts";
import { ExportButton } from "../export/export-button.tsx";
import type { MakeReport } from "../workbook/report-job.ts";

const Importing = lazy(() => import("./importing.tsx"));

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  search: RecordSearch;
  total: number;
  /** Upload shows where rows may be added (spec section 6). */
  mayAdd: boolean;
  onPaste: () => void;
}

export function FileButtons({ record, user, search, total, mayAdd, onPaste }: Props) {
  const [importing, setImporting] = useState<boolean | null>(null);
  const make = useMemo<MakeReport>(() => {
    const filter = {
      ...filterBody(record, search, tabOf(search)),
      sort: sortsOf(record, search),
    };
    return async (...job) => (await import("../export/list-report.ts")).listReport(record, filter)(...job);
  }, [record, search]);
  const access = useMemo(() => ({ ...user, ...user.access }), [user]);
  return (
    <>
      {mayAdd && (
        <Button look="default" icon={<IconUpload size={16} aria-hidden />} onClick={() => setImporting(true)}>
          Import
        </Button>
      )}
      {mayAdd && (
        <Button look="default" icon={<IconClipboardText size={16} aria-hidden />} onClick={onPaste}>
          Paste rows
        </Button>
      )}
      <ExportButton what={`${record.label} under the current filters and search`} total={total} make={make} />
      {importing !== null && (
        <Suspense>
          <Importing record={record} access={access} opened={importing} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}
