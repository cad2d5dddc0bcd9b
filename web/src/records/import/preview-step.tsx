/**
 * Second step of an import: shows how the file is read, what it would change, and which rows are skipped and why,
 * before anything is saved.
 */

import { IconFileDownload } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import type { ClassifiedRow } from "#shared/import/classify.ts";
import { openQuestions } from "#shared/import/reading/questions.ts";
import { unusedQuestion } from "#shared/import/reading/unused-columns.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { formatNumber } from "#shared/rules/numbers.ts";
import { Button } from "../../components/button.tsx";
import { CheckField, SelectField } from "../../components/fields/field.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { messageOf } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";
import { download as save } from "../workbook/download.ts";
import { writeFile } from "../workbook/excel-client.ts";
import { ColumnsPanel } from "./columns-panel.tsx";
import type { Preview } from "./import-flow.ts";
import { classLabels, type PreviewFilter, passes } from "./preview/class-labels.ts";
import classes from "./preview/import.module.css";
import { PreviewCounts } from "./preview/preview-counts.tsx";
import { PreviewTable } from "./preview/preview-table.tsx";
import { notesOf, sentences } from "./preview/row-notes.ts";
import { Questions } from "./questions.tsx";
import { UnusualValues } from "./unusual-values.tsx";
import type { Import } from "./use-import.ts";

interface Props {
  record: AnyRecord;
  preview: Preview;
  /** True while rows are being saved: nothing may be changed then. */
  fixed: boolean;
  /** True while the rows are being checked again. */
  busy: boolean;
  job: Pick<Import, "readAs" | "chooseSheet" | "readTextAsZero" | "decide" | "explain">;
}

export function PreviewStep({ record, preview, fixed, busy, job }: Props) {
  const { rows, prepared, sheet, choices } = preview;
  const { reading } = prepared;
  const remarks = [...sheet.remarks, ...reading.remarks];
  const [filter, setFilter] = useState<PreviewFilter>("all");
  const [values, setValues] = useState(false);
  const shown = useMemo(() => rows.filter((row) => passes(filter, row)), [rows, filter]);
  const likely = useMemo(() => shown.filter(({ options }) => options[0]?.key === "anyway"), [shown]);
  const held = useMemo(() => likely.map(({ row }) => row), [likely]);
  const problems = rows.filter((row) => row.class === "wrong" || row.class === "duplicate");
  const elsewhere = rows.filter((row) => row.class === "out_of_scope");
  const fields = useMemo(() => fieldsWithValues(record, rows), [record, rows]);
  const meaning = filter in classLabels ? classLabels[filter as keyof typeof classLabels].meaning : null;
  return (
    <>
      {remarks.length > 0 && (
        <Notice tone="info" title={preview.fileName}>
          <ul>
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </Notice>
      )}
      {sheet.sheets.length > 1 && (
        <SelectField
          className={classes.sheet}
          label="Sheet"
          value={sheet.name}
          disabled={fixed}
          choices={sheet.sheets.map(({ name, rows: count }) => ({
            value: name,
            label: `${name} (${formatNumber(count)} rows)`,
          }))}
          onChange={(event) => job.chooseSheet(event.currentTarget.value)}
        />
      )}
      <Questions questions={reading.questions} choices={choices} disabled={fixed} onChoices={job.readAs} />
      <UnusualValues preview={preview} disabled={fixed} onAnswer={job.explain} />
      <ColumnsPanel
        record={record}
        columns={reading.columns}
        choices={choices}
        disabled={fixed}
        asked={openQuestions(reading.questions).some(({ id }) => id === unusedQuestion)}
        onChoices={job.readAs}
      />
      <PreviewCounts record={record} rows={rows} filter={filter} onFilter={setFilter} />
      <Group at="apart">
        <Text small aria-live="polite">
          {busy
            ? "Checking the rows again…"
            : meaning
              ? `These rows ${meaning}.`
              : `${formatNumber(shown.length)} ${shown.length === 1 ? "row" : "rows"}.`}
        </Text>
        <CheckField
          role="switch"
          label="Values as they will be stored"
          checked={values}
          onChange={(event) => setValues(event.currentTarget.checked)}
        />
      </Group>
      {held.length > 1 && !fixed && (
        <CheckField
          label={`Save all ${formatNumber(held.length)} likely duplicates as separate ${record.noun.many}`}
          checked={held.every((row) => preview.decisions.get(row) === "anyway")}
          onChange={(event) => job.decide(held, event.currentTarget.checked ? "anyway" : null)}
        />
      )}
      <PreviewTable
        key={filter}
        record={record}
        rows={shown}
        fields={values ? fields : null}
        decisions={preview.decisions}
        onDecide={fixed ? null : job.decide}
      />
      <Group at="apart">
        <CheckField
          role="switch"
          label="Read text in number cells as 0"
          help="If not ticked, these rows are skipped."
          checked={preview.textAsZero}
          disabled={fixed}
          onChange={(event) => job.readTextAsZero(event.currentTarget.checked)}
        />
        <Group>
          {problems.length > 0 && (
            <RowsButton record={record} preview={preview} rows={problems} kind="problem" />
          )}
          {elsewhere.length > 0 && (
            <RowsButton record={record} preview={preview} rows={elsewhere} kind="out-of-scope" />
          )}
        </Group>
      </Group>
    </>
  );
}

/** Fields with a value in any row, in the order of the record type. */
function fieldsWithValues(record: AnyRecord, rows: readonly ClassifiedRow[]): string[] {
  const filled = new Set<string>();
  for (const { values } of rows) {
    for (const [name, value] of Object.entries(values)) if (value !== null) filled.add(name);
  }
  return record.fields.map(({ name }) => name).filter((name) => filled.has(name));
}

interface RowsProps {
  record: AnyRecord;
  preview: Preview;
  rows: readonly ClassifiedRow[];
  /** Kind of the rows, for the button and the file name. */
  kind: "problem" | "out-of-scope";
}

function RowsButton({ record, preview, rows, kind }: RowsProps) {
  const [making, setMaking] = useState(false);
  const download = async () => {
    setMaking(true);
    const sources = new Map(preview.prepared.rows.map((row) => [row.row, row.source]));
    const written = rows.flatMap((row) => {
      const source = sources.get(row.row);
      const reasons = sentences(notesOf(record, row));
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
      Download the {kind} rows ({formatNumber(rows.length)})
    </Button>
  );
}
