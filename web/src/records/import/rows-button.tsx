/**
 * Button that downloads skipped rows of an import as a workbook. Each row has the reasons why the import skips the row.
 */
import { IconFileDownload } from "@tabler/icons-react";
import { useState } from "react";
import type { ClassifiedRow } from "#shared/import/classify/classified-row.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { formatNumber } from "#shared/rules/numbers.ts";
import { Button } from "../../components/button.tsx";
import { messageOf } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";
import { download as save } from "../workbook/download.ts";
import { writeFile } from "../workbook/excel-client.ts";
import type { Preview } from "./import-flow.ts";
import { noteTexts, rowNotes } from "./preview/row-notes.ts";

interface Props {
  record: AnyRecord;
  preview: Preview;
  rows: readonly ClassifiedRow[];
  /** Kind of the skipped rows, which determines the label of the button and the name of the file. */
  kind: "problem" | "out-of-scope" | "skipped";
}

export function RowsButton({ record, preview, rows, kind }: Props) {
  const [making, setMaking] = useState(false);
  const download = async () => {
    setMaking(true);
    const sources = new Map(preview.prepared.rows.map((row) => [row.row, row.source]));
    const written = rows.flatMap((row) => {
      const source = sources.get(row.row);
      const reasons = noteTexts(rowNotes(record, row));
      return source ? [{ source, reasons, fields: row.issues.map((issue) => issue.field) }] : [];
    });
    try {
      const { columns } = preview.prepared.reading.layout;
      const { file } = await writeFile({ kind: "problems", route: record.route, columns, rows: written });
      save(
        file,
        `${preview.fileName.replace(/\.[^.]*$/, "")} ${kind === "problem" ? "problems" : kind}.xlsx`,
      );
    } catch (reason) {
      notify({ message: messageOf(reason), tone: "error" });
    } finally {
      setMaking(false);
    }
  };
  return (
    <Button
      look="default"
      icon={<IconFileDownload size={16} aria-hidden />}
      loading={making}
      onClick={() => void download()}
    >
      Download {formatNumber(rows.length)} {kind} {rows.length === 1 ? "row" : "rows"}
    </Button>
  );
}
