/** An export to Excel from its confirmation over the progress to the toast with the file (spec sections 4, 8 and 9). */
import { Button, Group, Progress, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { formatNumber } from "#shared/rules/numbers.ts";
import { Modal } from "../../components/dialog.tsx";
import { Library } from "../../components/library.tsx";
import type { JobProgress } from "../workbook/excel-client.ts";
import type { ReportJob } from "../workbook/report-job.ts";
import { FileToast } from "./file-toast.tsx";
import { useExport } from "./use-export.ts";

interface Props extends ReportJob {
  /** How often its button was pressed: each time it asks. */
  asked: number;
}

export default function Exporting({ asked, what, total, make }: Props) {
  const [asking, setAsking] = useState(false);
  const { progress, file, start, cancel, dismiss } = useExport(make);
  // Once it stands: a dialog that opens later finds the focus on the button, and gives it back there.
  useEffect(() => setAsking(asked > 0), [asked]);
  return (
    <Library>
      <Modal
        opened={asking && progress === null}
        onClose={() => setAsking(false)}
        title="Export to Excel?"
        centered
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Text>{question(what, total)}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setAsking(false)}>
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
      <Modal
        opened={progress !== null}
        onClose={cancel}
        title="Exporting…"
        centered
        closeOnClickOutside={false}
        withCloseButton={false}
      >
        {progress && <ExportProgress progress={progress} />}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" data-autofocus onClick={cancel}>
            Cancel
          </Button>
        </Group>
      </Modal>
      {file && <FileToast file={file} onClose={dismiss} />}
    </Library>
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
      <Text role="status" mb="xs">
        {text}
      </Text>
      <Progress
        value={writing ? (done / all) * 100 : 100}
        animated={!writing}
        aria-label="Progress of the export"
      />
    </>
  );
}
