/** Progress of saving an import, and the next steps if a batch failed or the user cancelled. */

import { IconPlayerPause } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { formatNumber } from "#shared/rules/numbers.ts";
import { Progress, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import type { EndedImport } from "./import-flow.ts";
import { rowsToSave } from "./preview/rows-to-save.ts";
import { skippedRows } from "./preview/skipped-rows.ts";
import { failureAlert, type SaveFailure, type SaveState } from "./save-controller.ts";
import { SkippedRows } from "./skipped-rows.tsx";

/** Returns a sentence that states which rows of a stopped import are saved: the rows of all earlier batches. */
function savedText({ savedRows, rows }: SaveState, rowOf: FailedProps["rowOf"]): string {
  const rest = `${formatNumber(rows - savedRows)} of ${formatNumber(rows)} rows are not saved`;
  if (savedRows === 0) return "no rows are saved.";
  return `the rows up to row ${rowOf(savedRows - 1)} are saved; ${rest}.`;
}

const isSending = ({ status }: SaveState): boolean => status === "saving" || status === "cancelling";

/** Maximum number of rows that are listed. Further rows are only counted. */
const mostNamed = 10;

interface Props extends EndedImport {
  record: Pick<AnyRecord, "scoped">;
}

export function SaveProgress({ record, preview, save }: Props) {
  const done = `${formatNumber(save.savedRows)} of ${formatNumber(save.rows)} rows saved`;
  const skipped = skippedRows(preview).length;
  return (
    <div>
      <Text role="status">
        {done} (batch {save.savedBatches} of {save.batches})
        {save.status === "cancelling" && ", finishing the current batch…"}
      </Text>
      <Progress
        value={save.rows === 0 ? 100 : (save.savedRows / save.rows) * 100}
        failed={save.failure !== null}
        label="Progress of the import"
      />
      {save.failure && (
        <FailedBatch save={save} failure={save.failure} rowOf={(index) => rowsToSave(preview)[index]?.row} />
      )}
      {save.status === "cancelled" && (
        <Notice tone="info" icon={<IconPlayerPause aria-hidden />} title="The import was cancelled">
          Saved rows stay saved. Resume to save the rest.
        </Notice>
      )}
      {save.status === "saved" && (
        <Notice tone={skipped > 0 ? "warn" : "good"} role="status">
          <Text>Data import completed successfully.</Text>
          {skipped > 0 && (
            <Text>
              {formatNumber(save.savedRows)} saved, {formatNumber(skipped)} skipped.
            </Text>
          )}
          <SkippedRows preview={preview} />
        </Notice>
      )}
      {record.scoped && save.savedRows > 0 && !isSending(save) && (
        <Text>
          <Link to="/homepage/imports/$id" params={{ id: save.importId }}>
            See the receipt, or take back this import
          </Link>
        </Text>
      )}
    </div>
  );
}

interface FailedProps {
  save: SaveState;
  failure: SaveFailure;
  /** Returns the row number in the file of the nth row to save. */
  rowOf: (index: number) => number | undefined;
}

/** Error of the batch that stopped the import, with the rows that caused it. */
function FailedBatch({ save, failure, rowOf }: FailedProps) {
  const { batch, rows } = failure;
  const [first] = rows;
  return (
    <Notice tone="bad" title={failureAlert(failure)}>
      {rows.length === 1 && first && <>This is row {rowOf(first.row)} of the file. </>}
      {rows.length > 1 && (
        <ul>
          {rows.slice(0, mostNamed).map(({ row, message }) => (
            <li key={`${row} ${message}`}>
              Row {rowOf(row)}: {message}
            </li>
          ))}
          {rows.length > mostNamed && (
            <li>and {formatNumber(rows.length - mostNamed)} more rows of this batch.</li>
          )}
        </ul>
      )}
      The import has stopped: {savedText(save, rowOf)} Check the file again to see what is stored
      {failure.breaksRule && rows.length > 0 && " and to save the other rows"}, or resume from batch {batch}.
    </Notice>
  );
}
