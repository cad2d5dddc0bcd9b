/**
 * Second step of an import, before anything is saved. Shows how the file is read, what the import would change, and
 * which rows the import skips and why.
 */

import { useMemo } from "react";
import { openQuestions } from "#shared/import/reading/questions.ts";
import { unusedQuestion } from "#shared/import/reading/unused-columns.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { formatNumber } from "#shared/rules/numbers.ts";
import { CheckField, SelectField } from "../../components/fields/field.tsx";
import { Group } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { ColumnsPanel } from "./columns-panel.tsx";
import type { Preview } from "./import-flow.ts";
import classes from "./preview/import.module.css";
import { notesOfFile, noteTexts } from "./preview/row-notes.ts";
import { PreviewRows } from "./preview-rows.tsx";
import { Questions } from "./questions.tsx";
import { RowsButton } from "./rows-button.tsx";
import { UnusualValues } from "./unusual-values.tsx";
import type { Import } from "./use-import.ts";

interface Props {
  record: AnyRecord;
  preview: Preview;
  /** True while rows are being saved. The user can't change anything during the save. */
  fixed: boolean;
  /** True while the rows are being checked again. */
  busy: boolean;
  job: Pick<Import, "readAs" | "chooseSheet" | "readTextAsZero" | "decide" | "explain">;
}

export function PreviewStep(props: Props) {
  const { record, preview, fixed, busy, job } = props;
  return (
    <>
      <FileReading {...props} />
      <PreviewRows record={record} preview={preview} fixed={fixed} busy={busy} onDecide={job.decide} />
      <PreviewFoot {...props} />
    </>
  );
}

/**
 * Shows how the file is read: its sheet, remarks, questions to the user, unusual values, and the field of
 * each column.
 */
function FileReading({ record, preview, fixed, job }: Props) {
  const { prepared, sheet, choices } = preview;
  const { reading } = prepared;
  const ofFile = useMemo(() => noteTexts(notesOfFile(record, preview.rows)), [record, preview.rows]);
  return (
    <>
      <Remarks title={preview.fileName} remarks={[...sheet.remarks, ...reading.remarks, ...ofFile]} />
      {sheet.sheets.length > 1 && (
        <SelectField
          className={classes.sheet}
          label="Sheet"
          value={sheet.name}
          disabled={fixed}
          choices={sheet.sheets.map(({ name, rows }) => ({
            value: name,
            label: `${name} (${formatNumber(rows)} rows)`,
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
    </>
  );
}

function Remarks({ title, remarks }: { title: string; remarks: readonly string[] }) {
  if (remarks.length === 0) return null;
  return (
    <Notice tone="info" title={title}>
      <ul>
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
    </Notice>
  );
}

const textHelp = (rows: number): string =>
  rows === 1
    ? "1 row has text in a number cell. If not ticked, it is skipped."
    : `${formatNumber(rows)} rows have text in a number cell. If not ticked, they are skipped.`;

/**
 * Footer of the preview. Has buttons that download the skipped rows. If number cells contain text, a switch makes the
 * import read this text as 0.
 */
function PreviewFoot({ record, preview, fixed, job }: Props) {
  const problems = preview.rows.filter((row) => row.class === "wrong" || row.class === "duplicate");
  const elsewhere = preview.rows.filter((row) => row.class === "out_of_scope");
  const texts = preview.rows.filter(({ issues }) => issues.some(({ isText }) => isText)).length;
  return (
    <Group at="apart">
      {(texts > 0 || preview.textAsZero) && (
        <CheckField
          role="switch"
          label="Read text in number cells as 0"
          {...(texts > 0 ? { help: textHelp(texts) } : {})}
          checked={preview.textAsZero}
          disabled={fixed}
          onChange={(event) => job.readTextAsZero(event.currentTarget.checked)}
        />
      )}
      <Group>
        {problems.length > 0 && (
          <RowsButton record={record} preview={preview} rows={problems} kind="problem" />
        )}
        {elsewhere.length > 0 && (
          <RowsButton record={record} preview={preview} rows={elsewhere} kind="out-of-scope" />
        )}
      </Group>
    </Group>
  );
}
