/**
 * Lists the drafts that existed when the form opened, newest first. Each draft has buttons to restore and to discard
 * it.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../../components/button.tsx";
import { Group } from "../../../components/layout.tsx";
import { Notice } from "../../../components/notice.tsx";
import { momentOf } from "../../../lib/format.ts";
import type { Row } from "../../../lib/http/api.ts";
import { changedNames } from "../fields/form-values.ts";
import { filesText, type StoredDraft } from "./drafts.ts";

interface Props {
  record: AnyRecord;
  row: Row | null;
  drafts: readonly StoredDraft[];
  onRestore: (draft: StoredDraft) => void;
  onDiscard: (draft: StoredDraft) => void;
}

/** Maximum number of changed values shown per draft. The values help the user to distinguish several drafts. */
const maxNamed = 3;

export function OfferedDrafts({ record, row, drafts, onRestore, onDiscard }: Props) {
  if (drafts.length === 0) return null;
  return (
    <Notice tone="warn" role="status">
      {drafts.map((stored, place) => {
        const at = momentOf(stored.draft.at);
        const named = drafts.length > 1 ? entriesOf(record, stored) : "";
        const which = place === 0 ? "entries" : `entries from ${at}`;
        return (
          <div key={stored.draftId}>
            <p>
              You have unsaved entries from {at}
              {named && `: ${named}`}.{place === 0 && " Anything you type before you choose is also kept."}
              {row && stored.draft.row_version !== null && stored.draft.row_version !== row.row_version
                ? " The stored record has changed since then."
                : ""}
            </p>
            <Group>
              <Button look={place === 0 ? "filled" : "default"} onClick={() => onRestore(stored)}>
                Restore {which}
              </Button>
              <Button look="default" onClick={() => onDiscard(stored)}>
                Discard {which}
              </Button>
            </Group>
          </div>
        );
      })}
    </Notice>
  );
}

function entriesOf(record: AnyRecord, { draft }: StoredDraft): string {
  const { base, values } = draft;
  const changed = new Set(changedNames(base, values));
  const fields = record.fields.filter(({ name, sensitive }) => changed.has(name) && !sensitive);
  const named = fields.slice(0, maxNamed).map(({ name, label }) => `${label} ${values[name] ?? "(empty)"}`);
  return [...named, ...(fields.length > maxNamed ? ["…"] : []), ...filesText(draft)].join(", ");
}
