/** Button that exports a list or report to Excel. */
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { Button } from "../../components/button.tsx";
import type { ReportJob } from "../workbook/report-job.ts";
import { useExportDialog } from "./use-export-dialog.tsx";

export function ExportButton(job: ReportJob) {
  const { ask, dialog } = useExportDialog(job);
  return (
    <>
      <Button look="default" icon={<IconFileSpreadsheet size={16} aria-hidden />} onClick={ask}>
        Export
      </Button>
      {dialog}
    </>
  );
}
