/** First step of an import: drop a file, or take the blank template. The Upload File button stands below. */
import { Alert, Button, List, Text } from "@mantine/core";
import { IconAlertTriangle, IconDownload, IconFileUpload } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import type { ImportAccess } from "#shared/import/access.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";
import { download as save } from "../workbook/download.ts";
import { writeFile } from "../workbook/excel-client.ts";
import { templateChoices } from "./choices.ts";
import classes from "./preview/import.module.css";

interface Props {
  record: AnyRecord;
  access: ImportAccess;
  problem: string | null;
  onFile: (file: File) => void;
}

export function ChooseFile({ record, access, problem, onFile }: Props) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <>
      {problem && (
        <Alert
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title="The file could not be read"
          role="alert"
          mb="md"
        >
          {problem}
        </Alert>
      )}
      <section
        aria-label="Drop a file here"
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileUpload size={36} aria-hidden />
        <Text fw={600}>Drop an Excel (.xlsx) or CSV file here, or choose Upload File</Text>
        <Text size="sm" c="var(--app-soft)">
          Nothing is saved before you have seen what the file would change.
        </Text>
      </section>
      <List size="sm" mt="md" spacing={4}>
        <List.Item>
          Columns are found by their headings; without a heading row they stand in the order of the template.
        </List.Item>
        <List.Item>Dates are written month first, MM-DD-YYYY, or as dates of the spreadsheet.</List.Item>
        <List.Item>
          An empty cell clears the stored value; a column that the file lacks changes nothing.
        </List.Item>
      </List>
      <TemplateButton record={record} access={access} />
    </>
  );
}

function TemplateButton({ record, access }: Pick<Props, "record" | "access">) {
  const [making, setMaking] = useState(false);
  const download = async () => {
    setMaking(true);
    try {
      const choices = await templateChoices(record, access);
      const { file } = await writeFile({ kind: "template", route: record.route, choices });
      save(file, `${record.label} template.xlsx`);
    } catch (reason) {
      notify({ message: messageOf(reason), tone: "error" });
    } finally {
      setMaking(false);
    }
  };
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      mt="md"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={making}
      onClick={() => void download()}
    >
      Download a blank template
    </Button>
  );
}
