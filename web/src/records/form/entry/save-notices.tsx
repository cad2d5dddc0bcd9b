/** Notices after a save that needs an answer from the user: a conflict, a duplicate, unusual values, or errors. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../../components/button.tsx";
import { Group } from "../../../components/layout.tsx";
import { Notice } from "../../../components/notice.tsx";
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
        <ConflictPanel
          record={record}
          conflict={conflict}
          base={state.baseValues}
          theirs={conflict.theirs}
          mine={conflict.mine}
          onMerged={state.settle}
        />
      )}
      {state.waiting && <UnknownOutcome saving={saving} onRetry={() => void state.save()} />}
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

/** The request got no response. The form sends the same save again, and the server doesn't save the row twice. */
function UnknownOutcome({ saving, onRetry }: { saving: boolean; onRetry: () => void }) {
  return (
    <Notice tone="warn" role="alert">
      <p>
        <strong>The server did not respond. It is unknown whether your entries were saved.</strong> They are
        kept in this browser and sent again as soon as the connection is back. They will not be saved twice.
      </p>
      <Group>
        <Button look="default" loading={saving} onClick={onRetry}>
          Try now
        </Button>
      </Group>
    </Notice>
  );
}
