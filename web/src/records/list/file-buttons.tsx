/** Buttons for import, paste and export of a record type. Their dialogs load on the first click. */
import { IconClipboardText, IconUpload } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { later } from "../../components/later.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { filterBody } from "../common/list-body.ts";
import classes from "../common/record-screen.module.css";
import { type RecordSearch, sortsOf, tabOf } from "../common/record-search.ts";
import { ExportButton } from "../export/export-button.tsx";
import type { ListOfReport } from "../export/list-report.ts";
import type { MakeReport } from "../workbook/report-job.ts";

const FilterSentences = later(() => import("../conditions/filter-sentences.tsx"));
const Importing = later(() => import("../import/import-modal.tsx"));

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  search: RecordSearch;
  total: number | undefined;
  /** True if the user may add rows. Import and Paste are hidden from all other users (spec section 6). */
  mayAdd: boolean;
  onOpen: (what: Pick<RecordSearch, "paste" | "import">) => void;
}

export function FileButtons({ record, user, search, total, mayAdd, onOpen }: Props) {
  const importing = search.import !== undefined;
  // After the import dialog was opened once, the import stays mounted, so that closing the dialog doesn't lose the
  // import.
  const [begun, setBegun] = useState(importing);
  if (importing && !begun) setBegun(true);
  const { make, list } = useListReport({ record, user, search });
  const access = useMemo(() => ({ ...user, ...user.access }), [user]);
  return (
    <>
      {mayAdd && (
        <Button
          look="default"
          icon={<IconUpload size={16} aria-hidden />}
          title="Import"
          onClick={() => onOpen({ import: 1 })}
        >
          <span className={classes.wideOnly}>Import</span>
        </Button>
      )}
      {mayAdd && (
        <Button
          look="default"
          icon={<IconClipboardText size={16} aria-hidden />}
          title="Paste rows"
          onClick={() => onOpen({ paste: 1 })}
        >
          <span className={classes.wideOnly}>Paste rows</span>
        </Button>
      )}
      <ExportButton
        what={`${record.label} under the current filters and search`}
        details={search.filter && <FilterSentences record={record} filter={search.filter} />}
        total={total ?? 0}
        make={make}
        list={list}
      />
      {begun && mayAdd && (
        <Importing
          record={record}
          access={access}
          opened={importing}
          onClose={() => onOpen({ import: undefined })}
        />
      )}
    </>
  );
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
