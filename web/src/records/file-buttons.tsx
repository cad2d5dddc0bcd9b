/** Import, pasting and export of a record type: light buttons; what they open loads with the first press. */
import { IconClipboardText, IconFileSpreadsheet, IconUpload } from "@tabler/icons-react";
import { lazy, Suspense, useMemo, useState } from "react";
import type { AnyRecord } from "../../../edge-functions/_shared/records/types.ts";
import { Button } from "../components/button.tsx";
import type { CurrentUser } from "../lib/current-user.ts";
import { filterBody } from "./list-body.ts";
import { type RecordSearch, readSort, tabOf } from "./record-search.ts";

const Importing = lazy(() => import("./importing.tsx"));
const Exporting = lazy(() => import("./exporting.tsx"));

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
  const [exporting, setExporting] = useState(false);
  const filter = useMemo(() => {
    return {
      ...filterBody(record, search, tabOf(search)),
      sort: [readSort(search.sort) ?? record.defaultSort],
    };
  }, [record, search]);
  const access = useMemo(() => ({ ...user, ...user.access }), [user]);
  const exportIcon = <IconFileSpreadsheet size={16} aria-hidden />;
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
      {exporting ? (
        <Suspense
          fallback={
            <Button look="default" icon={exportIcon} disabled>
              Export
            </Button>
          }
        >
          <Exporting record={record} filter={filter} total={total} />
        </Suspense>
      ) : (
        <Button look="default" icon={exportIcon} onClick={() => setExporting(true)}>
          Export
        </Button>
      )}
      {importing !== null && (
        <Suspense>
          <Importing record={record} access={access} opened={importing} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}
