/**
 * First step of an import: the user drops a file or downloads the blank template. The Upload File button is
 * in the footer of the dialog.
 */

import { IconDownload, IconFileUpload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type DragEvent, useState } from "react";
import type { ImportAccess } from "#shared/import/access.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { messageOf } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";
import { download as save } from "../workbook/download.ts";
import { writeFile } from "../workbook/excel-client.ts";
import { importedFormats } from "../workbook/formats.ts";
import { templateChoices } from "./choices.ts";
import type { EndedImport } from "./import-flow.ts";
import { LastImport } from "./last-import.tsx";
import classes from "./preview/import.module.css";

interface Props {
  record: AnyRecord;
  access: ImportAccess;
  problem: string | null;
  /** The import that was finished last in this dialog; null if there is none. */
  last: EndedImport | null;
  onFile: (file: File) => void;
}

export function ChooseFile({ record, access, problem, last, onFile }: Props) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <>
      {last && <LastImport record={record} {...last} />}
      {problem && (
        <Notice tone="bad" title="The file could not be read">
          {problem}
        </Notice>
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
        <Text strong>Drop an Excel, OpenDocument or CSV file here, or choose Upload File</Text>
        <Text small soft>
          Formats: {importedFormats.join(", ")}
        </Text>
        <Text small soft>
          Nothing is saved until you have seen the changes.
        </Text>
      </section>
      <ul>
        <li>
          Columns are matched by their headings. Without a heading row, they must be in the order of the
          template. Its required columns have yellow headings.
        </li>
        <li>Write dates as MM-DD-YYYY (month first), or use date cells.</li>
        <li>An empty cell clears the stored value. A missing column changes nothing.</li>
      </ul>
      <Group at="apart">
        <TemplateButton record={record} access={access} />
        {record.scoped && <Link to="/homepage/imports">Your imports</Link>}
      </Group>
    </>
  );
}

function TemplateButton({ record, access }: Pick<Props, "record" | "access">) {
  const [making, setMaking] = useState(false);
  const download = async () => {
    setMaking(true);
    try {
      const choices = await templateChoices(record, access);
      const { route } = record;
      const { file } = await writeFile({ kind: "template", route, choices, level: access.level ?? null });
      save(file, `${record.label} template.xlsx`);
    } catch (reason) {
      notify({ message: messageOf(reason), tone: "error" });
    } finally {
      setMaking(false);
    }
  };
  return (
    <Button
      look="subtle"
      icon={<IconDownload size={16} aria-hidden />}
      loading={making}
      onClick={() => void download()}
    >
      Download a blank template
    </Button>
  );
}
