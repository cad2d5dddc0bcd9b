/** Excel export: confirmation, progress, and the toast with the file link (spec sections 4, 8 and 9). */

import { useEffect, useState } from "react";
import { formatNumber } from "#shared/rules/numbers.ts";
import { Button } from "../../components/button.tsx";
import { Group, Progress, Text } from "../../components/layout.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import { FileToast } from "../../components/overlays/file-toast.tsx";
import type { JobProgress } from "../workbook/excel-client.ts";
import type { ReportJob } from "../workbook/report-job.ts";
import { useExport } from "./use-export.ts";

interface Props extends ReportJob {
  /** Number of clicks on the Export button so far. Each click opens the confirmation. */
  asked: number;
}

export default function Exporting({ asked, ...job }: Props) {
  const [asking, setAsking] = useState(false);
  const { progress, file, long, start, cancel, background, dismiss } = useExport(job);
  // Open the dialog after the first render, so that the export button has the focus and gets it back when the dialog
  // closes.
  useEffect(() => setAsking(asked > 0), [asked]);
  return (
    <>
      {asking && progress === null && (
        <Modal onClose={() => setAsking(false)} title="Export to Excel?">
          <Text>{question(job.what, job.total)}</Text>
          {job.details}
          <Group at="end">
            <Button look="default" onClick={() => setAsking(false)}>
              No
            </Button>
            <Button
              data-autofocus
              onClick={() => {
                setAsking(false);
                void start();
              }}
            >
              Yes, export
            </Button>
          </Group>
        </Modal>
      )}
      {progress && (
        <Modal onClose={cancel} title="Exporting…" closeOnClickOutside={false} withCloseButton={false}>
          <ExportProgress progress={progress} />
          <Group at="end">
            <Button look="default" data-autofocus onClick={cancel}>
              Cancel
            </Button>
            {long && <Button onClick={background}>Continue in the background</Button>}
          </Group>
        </Modal>
      )}
      {file && <FileToast file={file} onClose={dismiss} />}
    </>
  );
}

function question(what: string, total: number | undefined): string {
  const rows = total === undefined ? "All rows" : `${formatNumber(total)} ${total === 1 ? "row" : "rows"}`;
  return `${rows} of ${what} will be written to one file.`;
}

function ExportProgress({ progress: { step, done, all } }: { progress: JobProgress }) {
  const writing = step === "writing" && all > 0;
  const text = writing
    ? `${formatNumber(done)} of ${formatNumber(all)} rows written`
    : step === "packing"
      ? "Finishing the file…"
      : "Fetching the rows…";
  return (
    <>
      <Text role="status">{text}</Text>
      <Progress value={writing ? (done / all) * 100 : null} label="Progress of the export" />
    </>
  );
}
