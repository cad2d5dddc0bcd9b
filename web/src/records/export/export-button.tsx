/** Export to Excel: the button, its confirmation, the progress, and the toast with the file. */
import { Button, Group, Modal, Progress, Text } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
import type { AnyRecord } from "../../../../edge-functions/_shared/records/types.ts";
import { formatNumber } from "../../../../edge-functions/_shared/rules/numbers.ts";
import type { ListBody } from "../../lib/api.ts";
import type { JobProgress } from "./excel-client.ts";
import { FileToast } from "./file-toast.tsx";
import { useExport } from "./use-export.ts";

interface Props {
  record: AnyRecord;
  /** Filters, search and sort of the list, as for `api.list`, without page. */
  filter: ListBody;
  /** Rows under the filter, where the screen knows it. */
  total?: number;
  /** Opens with the confirmation, for a screen whose own button was pressed already. */
  asksAtOnce?: boolean;
}

export function ExportButton({ record, filter, total, asksAtOnce = false }: Props) {
  const [asking, setAsking] = useState(asksAtOnce);
  const { progress, file, start, cancel, dismiss } = useExport({ record, filter });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Export
      </Button>
      <Modal
        opened={asking && progress === null}
        onClose={() => setAsking(false)}
        title="Export to Excel?"
        centered
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Text>{question(record, total)}</Text>
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
    </>
  );
}

function question(record: AnyRecord, total: number | undefined): string {
  const rows = total === undefined ? "All rows" : `${formatNumber(total)} ${total === 1 ? "row" : "rows"}`;
  return `${rows} of ${record.label} under the current filters and search will be written to one file.`;
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
