/** Second step of an import: what the file would change, which rows stay out and why, before anything is saved. */
import { Alert, Button, Checkbox, Group, List, Switch, Text } from "@mantine/core";
import { IconFileDownload, IconInfoCircle } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import type { ClassifiedRow } from "../../../../edge-functions/_shared/import/classify.ts";
import type { AnyRecord } from "../../../../edge-functions/_shared/records/types.ts";
import { formatNumber } from "../../../../edge-functions/_shared/rules/numbers.ts";
import { notify } from "../../lib/notify.ts";
import { messageOf } from "../../lib/problem.ts";
import { downloadWorkbook } from "../export/download.ts";
import { writeFile } from "../export/excel-client.ts";
import { classLabels, type PreviewFilter, passes } from "./class-labels.ts";
import { PreviewCounts } from "./preview-counts.tsx";
import { PreviewTable } from "./preview-table.tsx";
import { notesOf, sentences } from "./row-notes.ts";
import type { Preview } from "./use-import.ts";

interface Props {
  record: AnyRecord;
  preview: Preview;
  /** While rows are being saved, nothing about them may change. */
  fixed: boolean;
  onTextAsZero: (textAsZero: boolean) => void;
  /** Of likely duplicates: they are others, or they are not. */
  onAnyway: (rows: readonly number[], wanted: boolean) => void;
}

export function PreviewStep({ record, preview, fixed, onTextAsZero, onAnyway }: Props) {
  const { rows, prepared } = preview;
  const [filter, setFilter] = useState<PreviewFilter>("all");
  const shown = useMemo(() => rows.filter((row) => passes(filter, row)), [rows, filter]);
  const held = useMemo(() => shown.filter((row) => row.anyway !== null).map(({ row }) => row), [shown]);
  const problems = useMemo(
    () => rows.filter((row) => row.class === "wrong" || row.class === "duplicate"),
    [rows],
  );
  const meaning = filter in classLabels ? classLabels[filter as keyof typeof classLabels].meaning : null;
  return (
    <>
      {prepared.remarks.length > 0 && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title={preview.fileName} mb="sm">
          <List size="sm">
            {prepared.remarks.map((remark) => (
              <List.Item key={remark}>{remark}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <PreviewCounts record={record} rows={rows} filter={filter} onFilter={setFilter} />
      <Text size="sm" mb="xs" aria-live="polite">
        {meaning ? `These rows ${meaning}.` : `${formatNumber(shown.length)} rows.`}
      </Text>
      {held.length > 1 && !fixed && (
        <Checkbox
          mb="xs"
          label={`Save all ${formatNumber(held.length)} likely duplicates: they are other ${record.noun.many}`}
          checked={held.every((row) => preview.anyway.has(row))}
          onChange={(event) => onAnyway(held, event.currentTarget.checked)}
        />
      )}
      <PreviewTable
        key={filter}
        record={record}
        rows={shown}
        anyway={preview.anyway}
        onAnyway={fixed ? null : onAnyway}
      />
      <Group mt="sm" justify="space-between">
        <Switch
          label="Read text in number cells as 0"
          description="Otherwise such rows are wrong and stay out."
          styles={{ description: { color: "var(--app-soft)" } }}
          checked={preview.textAsZero}
          disabled={fixed}
          onChange={(event) => onTextAsZero(event.currentTarget.checked)}
        />
        {problems.length > 0 && <ProblemsButton record={record} preview={preview} problems={problems} />}
      </Group>
    </>
  );
}

interface ProblemsProps {
  record: AnyRecord;
  preview: Preview;
  problems: readonly ClassifiedRow[];
}

function ProblemsButton({ record, preview, problems }: ProblemsProps) {
  const [making, setMaking] = useState(false);
  const download = async () => {
    setMaking(true);
    const sources = new Map(preview.prepared.rows.map((row) => [row.row, row.source]));
    const rows = problems.flatMap((row) => {
      const source = sources.get(row.row);
      const reasons = sentences(notesOf(record, row));
      return source ? [{ source, reasons, fields: row.issues.map((issue) => issue.field) }] : [];
    });
    try {
      const { columns } = preview.prepared.layout;
      const { bytes } = await writeFile({ kind: "problems", route: record.route, columns, rows });
      downloadWorkbook(bytes, `${preview.fileName.replace(/\.[^.]*$/, "")} problems.xlsx`);
    } catch (reason) {
      notify({ message: messageOf(reason), tone: "error" });
    } finally {
      setMaking(false);
    }
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconFileDownload size={16} aria-hidden />}
      loading={making}
      onClick={() => void download()}
    >
      Download the problem rows ({formatNumber(problems.length)})
    </Button>
  );
}
