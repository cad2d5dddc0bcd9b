/** Notices that a save can show: a conflict, duplicates, unusual values that need a reason, or errors. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { Row } from "../../../lib/http/api.ts";
import { ConflictPanel } from "../conflict-panel.tsx";
import { ErrorSummary } from "../error-summary.tsx";
import { ReasonPanel } from "../reason-panel.tsx";
import { SamePanel } from "../same-panel.tsx";
import type { useRecordForm } from "../use-record-form.ts";

interface Props {
  record: AnyRecord;
  row: Row | null;
  readOnly: boolean;
  state: ReturnType<typeof useRecordForm>;
}

export function SaveNotices({ record, row, readOnly, state }: Props) {
  const { conflict, saving } = state;
  return (
    <>
      {conflict && (
        <ConflictPanel record={record} conflict={conflict} base={state.baseValues} onMerged={state.settle} />
      )}
      {!readOnly && (
        <SamePanel
          record={record}
          id={row?.id ?? null}
          base={state.baseValues}
          refused={state.same}
          saving={saving}
          onAnyway={state.saveAnyway}
        />
      )}
      {state.unusual && (
        <ReasonPanel
          messages={state.unusual}
          reason={state.reason}
          saving={saving}
          onReason={state.saveWithReason}
        />
      )}
      <ErrorSummary record={record} complaints={state.complaints} attempt={state.attempt} />
    </>
  );
}
